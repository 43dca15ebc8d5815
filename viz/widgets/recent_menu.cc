#include "viz/widgets/recent_menu.h"

#include <algorithm>

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace orrery::viz::inline widgets {
namespace {

constexpr int kMost = 8;

QString settingName() {
  return QStringLiteral("recent");
}

/// Returns one name for one file. A deleted file keeps the name it had.
QString wholeName(const QString& file) {
  const QFileInfo info(file);
  return info.exists() ? info.canonicalFilePath() : QDir::cleanPath(info.absoluteFilePath());
}

QStringList keptFiles() {
  QStringList files;
  for (const QString& file : QSettings().value(settingName()).toStringList())
    files.append(wholeName(file));
  files.removeDuplicates();
  return files;
}

/// Returns the name of a file, with its folder if other files have the same name.
QString entryText(const QString& file, const QStringList& files) {
  const QString name = QFileInfo(file).fileName();
  const auto identical = std::count_if(files.begin(), files.end(), [&](const QString& other) {
    return QFileInfo(other).fileName() == name;
  });
  return identical < 2 ? name : QStringLiteral("%1 (%2)").arg(name, QFileInfo(file).path());
}

}  // namespace

RecentMenu::RecentMenu(const QString& title, QWidget* parent) : QMenu(title, parent) {
  setEnabled(false);
  setToolTipsVisible(true);
}

void RecentMenu::remember() {
  remembers_ = true;
  fill(keptFiles());
}

void RecentMenu::note(const QString& name) {
  if (!remembers_) return;
  const QString file = wholeName(name);
  QStringList files = keptFiles();
  files.removeAll(file);
  files.prepend(file);
  files = files.mid(0, kMost);
  QSettings().setValue(settingName(), files);
  fill(files);
}

/// Fills the menu. Deleted files stay in it, because they may come back, but cannot be chosen.
void RecentMenu::fill(const QStringList& files) {
  clear();
  for (const QString& file : files) {
    QAction* action = addAction(entryText(file, files).replace(u'&', QLatin1String("&&")), this,
                                [this, file] { emit chosen(file); });
    action->setToolTip(file);
    action->setEnabled(QFileInfo::exists(file));
  }
  setEnabled(!files.isEmpty());
}

}  // namespace orrery::viz::inline widgets
