#include "viz/model/text/window_text.h"

#include <QRegularExpression>
#include <QStringList>

#include "viz/model/text/words.h"

namespace orrery::viz {
namespace {

/// "--algorithm ring,bruck --bytes 1KiB" -> "algorithm = ring,bruck and bytes = 1KiB".
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

/// A line of the paragraph that begins with "Try:".
QString tried(const QString& command) {
  static const QRegularExpression run(QStringLiteral("^orrery run \\S+((?: --\\S+ \\S+)+)$"));
  const auto match = run.match(command);
  return match.hasMatch()
             ? Words::tr("in Compose (F2), %1; then Run").arg(settingsOf(match.captured(1)))
             : Words::tr("in a terminal, `%1`").arg(command);
}

}  // namespace

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

}  // namespace orrery::viz
