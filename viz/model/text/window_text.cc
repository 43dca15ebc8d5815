#include "viz/model/text/window_text.h"

#include <array>

#include <QRegularExpression>
#include <QStringList>

#include "algorithms/algorithm.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

/// Converts "--algorithm ring,bruck --bytes 1KiB" to "algorithm = ring,bruck and bytes = 1KiB".
QString settingsOf(const QString& options) {
  static const QRegularExpression option(QStringLiteral("--([a-z][a-z-]*)[ =](\\S+)"));
  QStringList settings;
  for (auto it = option.globalMatch(options); it.hasNext();) {
    const auto match = it.next();
    settings.append(QStringLiteral("**%1** = `%2`")
                        .arg(match.captured(1).replace(u'-', u'_'), match.captured(2)));
  }
  return settings.join(Words::tr(" and "));
}

/// Returns a line of the paragraph that begins with "Try:".
QString tried(const QString& command) {
  static const QRegularExpression run(QStringLiteral("^orrery run \\S+((?: --\\S+ \\S+)+)$"));
  const auto match = run.match(command);
  return match.hasMatch()
             ? Words::tr("in Compose (F2), %1; then Run").arg(settingsOf(match.captured(1)))
             : Words::tr("in a terminal, `%1`").arg(command);
}

/// The reasons of Key::idle; %1 is a name.
constexpr std::array kReasons{
    QT_TRANSLATE_NOOP("Words", "the schedule determines the whole run"),
    QT_TRANSLATE_NOOP("Words", "the run has no schedule of chunks"),
    QT_TRANSLATE_NOOP("Words", "%1 has no root"),
    QT_TRANSLATE_NOOP("Words", "%1 does not reduce"),
    QT_TRANSLATE_NOOP("Words", "the bytes follow from sizes"),
    QT_TRANSLATE_NOOP("Words", "%1 moves no data"),
    QT_TRANSLATE_NOOP("Words", "%1 is not among neighbours"),
    QT_TRANSLATE_NOOP("Words", "the blocks of %1 are all equal"),
    QT_TRANSLATE_NOOP("Words", "sizes sets the block of every rank"),
    QT_TRANSLATE_NOOP("Words", "the distribution '%1' has no parameter"),
    QT_TRANSLATE_NOOP("Words", "the links of %1 have one level"),
    QT_TRANSLATE_NOOP("Words", "sends and receives share ports only if ports is a number"),
    QT_TRANSLATE_NOOP("Words", "with unlimited ports no message waits"),
    QT_TRANSLATE_NOOP("Words", "without eager_limit no sender copies a message away"),
    QT_TRANSLATE_NOOP("Words", "every host has only one rank"),
    QT_TRANSLATE_NOOP("Words", "every rank has its own core"),
    QT_TRANSLATE_NOOP("Words", "noise is off"),
    QT_TRANSLATE_NOOP("Words", "nothing in the run is random")};

QStringList reasonForms() {
  QStringList forms;
  for (const char* known : kReasons) forms.append(QString::fromUtf8(known));
  for (const TuningRow& row : kTuningRows) forms.append(QStringLiteral("%1 ") + textOf(row.idle));
  return forms;
}

}  // namespace

QString reasonText(const std::string& reason) {
  static const QStringList forms = reasonForms();
  QString text = QString::fromStdString(reason);
  for (const QString& known : forms) {
    const QStringList ends = known.split(QStringLiteral("%1"));
    if (ends.size() == 1 ? text != ends[0] : !text.startsWith(ends[0]) || !text.endsWith(ends[1]))
      continue;
    const qsizetype name = text.size() - ends[0].size() - ends.value(1).size();
    const QString said = Words::of(known.toStdString());
    return ends.size() == 1 ? said : said.arg(text.mid(ends[0].size(), name));
  }
  return text;
}

QString keyText(const QString& help) {
  static const QRegularExpression list(QStringLiteral("[;,] (?:see )?`orrery list [^`]*`[^.;]*"));
  return QString(help).remove(list);
}

QString descriptionText(const QString& description) {
  static const QRegularExpression line(QStringLiteral("^(?:Try:)?\\s+(orrery .*)$"));
  static const QRegularExpression map(QStringLiteral("`orrery map [^`]*`"));
  QStringList lines;
  bool tries = false;
  for (const QString& text : description.split(u'\n')) {
    tries = text.startsWith(QLatin1String("Try:")) || (tries && text.startsWith(u' '));
    const auto match = line.match(text);
    lines.append(tries && match.hasMatch()
                     ? Words::tr("Try: %1.").arg(tried(match.captured(1))) + u'\n'
                     : text);
  }
  return lines.join(u'\n').replace(map, Words::tr("“Fastest” in Charts (F5)"));
}

}  // namespace orrery::viz::inline model
