#include "viz/model/text/language.h"

#include <memory>

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace orrery::viz::inline model {
namespace {

/// Qt looks texts up by class names with namespaces, which lupdate leaves out.
class TextsOfOrrery : public QTranslator {
 public:
  QString translate(const char* context, const char* source, const char* which,
                    int n) const override {
    const char* const colon = std::strrchr(context, ':');
    return QTranslator::translate(colon == nullptr ? context : colon + 1, source, which, n);
  }
};

QString languageFolder() {
  return QCoreApplication::applicationDirPath() + QStringLiteral("/../share/orrery/translations");
}

struct UsedLanguage {
  QString name = QStringLiteral("en");
  std::unique_ptr<QTranslator> qt, orrery;
};

UsedLanguage& inUse() {
  static UsedLanguage used;
  return used;
}

/// Installs a translation; returns null if there is no such file.
std::unique_ptr<QTranslator> installed(std::unique_ptr<QTranslator> texts, const QString& file,
                                       const QString& folder) {
  if (!texts->load(file, folder)) return nullptr;
  QCoreApplication::installTranslator(texts.get());
  return texts;
}

}  // namespace

QStringList languages() {
  QStringList all{QStringLiteral("en")};
  const QString before = QStringLiteral("orrery_"), behind = QStringLiteral(".qm");
  for (const QString& file : QDir(languageFolder()).entryList(QStringList{before + u'*' + behind}))
    all.append(file.mid(before.size(), file.size() - before.size() - behind.size()));
  return all;
}

QString nameOfLanguage(const QString& language) {
  return language == QLatin1String("en") ? QStringLiteral("English")
                                         : QLocale(language).nativeLanguageName();
}

QString languageOfSystem() {
  const QStringList all = languages();
  for (const QString& wanted : QLocale::system().uiLanguages())
    if (const QString name = wanted.left(2); all.contains(name)) return name;
  return all.front();
}

void useLanguage(const QString& language) {
  UsedLanguage& used = inUse();
  used = {};  // a removed translator is not used again
  used.name = language;
  if (language == QLatin1String("en")) return;
  used.qt = installed(std::make_unique<QTranslator>(), QStringLiteral("qtbase_") + language,
                      QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  used.orrery = installed(std::make_unique<TextsOfOrrery>(), QStringLiteral("orrery_") + language,
                          languageFolder());
}

QString usedLanguage() {
  return inUse().name;
}

}  // namespace orrery::viz::inline model
