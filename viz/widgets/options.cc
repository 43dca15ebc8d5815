#include "viz/widgets/options.h"

#include <stdexcept>

#include <QCommandLineParser>
#include <QRegularExpression>

namespace orrery::viz {
namespace {

constexpr int kLeastSide = 240, kMostSide = 16384;

void declare(QCommandLineParser& parser) {
  parser.setApplicationDescription(QStringLiteral("Shows a collective operation at work."));
  parser.addPositionalArgument(QStringLiteral("SCENARIO"),
                               QStringLiteral("a scenario file, or the name of a built-in one"),
                               QStringLiteral("[SCENARIO.toml]"));
  const auto add = [&](const char* name, const char* what, const char* value) {
    parser.addOption(
        {QString::fromLatin1(name), QString::fromUtf8(what), QString::fromLatin1(value)});
  };
  add("screenshot", "write what the window would show to this file and exit", "FILE.png");
  add("round", "the round to show", "K");
  add("size", "size of the window in pixels (default 1600x1000)", "WxH");
  add("tab",
      "what to show: compose, watch, compare, charts, blocks, timeline, report, listing, links or "
      "scenario",
      "NAME");
  add("theme", "light, dark or projector (default light)", "NAME");
  add("cell", "the cell of a sweep to run, from 1 (default 1)", "N");
  add("plugin", "adds the algorithms of a plug-in; may be given several times", "FILE.so");
  parser.addOption({QStringLiteral("dark"), QStringLiteral("the same as --theme dark")});
  parser.addHelpOption();
  parser.addVersionOption();
}

[[noreturn]] void refuse(const QString& text) {
  throw std::invalid_argument(text.toStdString());
}

int integerOf(const QCommandLineParser& parser, const QString& name, int least) {
  bool fine = false;
  const QString text = parser.value(name);
  const int value = text.toInt(&fine);
  if (!fine || value < least) {
    refuse(QStringLiteral("--%1: '%2'; expected an integer of at least %3")
               .arg(name, text)
               .arg(least));
  }
  return value;
}

QSize sizeOf(const QString& text) {
  static const QRegularExpression form(QStringLiteral("^([0-9]{1,6})x([0-9]{1,6})$"));
  const auto match = form.match(text);
  const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
  const bool fine = match.hasMatch() && size.width() >= kLeastSide && size.height() >= kLeastSide &&
                    size.width() <= kMostSide && size.height() <= kMostSide;
  if (!fine) {
    refuse(QStringLiteral("--size: '%1'; expected WIDTHxHEIGHT such as 1600x1000, each %2 to %3")
               .arg(text)
               .arg(kLeastSide)
               .arg(kMostSide));
  }
  return size;
}

QString themeOf(const QCommandLineParser& parser) {
  if (parser.isSet(QStringLiteral("dark"))) return QStringLiteral("dark");
  if (!parser.isSet(QStringLiteral("theme"))) return {};
  const QString name = parser.value(QStringLiteral("theme")).toLower();
  const QStringList known{QStringLiteral("light"), QStringLiteral("dark"),
                          QStringLiteral("projector")};
  if (!known.contains(name)) {
    refuse(QStringLiteral("--theme: '%1'; expected light, dark or projector").arg(name));
  }
  return name;
}

}  // namespace

Options parseOptions(const QStringList& arguments) {
  QCommandLineParser parser;
  declare(parser);
  if (!parser.parse(arguments)) refuse(parser.errorText());
  Options o;
  const QStringList names = parser.positionalArguments();
  if (names.size() > 1) refuse(QStringLiteral("'%1': one scenario at a time").arg(names[1]));
  o.scenario = names.value(0);
  o.screenshot = parser.value(QStringLiteral("screenshot"));
  if (parser.isSet(QStringLiteral("screenshot")) && o.screenshot.isEmpty()) {
    refuse(QStringLiteral("--screenshot: expected the name of a file"));
  }
  if (parser.isSet(QStringLiteral("round")))
    o.round = integerOf(parser, QStringLiteral("round"), 0);
  if (parser.isSet(QStringLiteral("size"))) o.size = sizeOf(parser.value(QStringLiteral("size")));
  if (parser.isSet(QStringLiteral("cell"))) o.cell = integerOf(parser, QStringLiteral("cell"), 1);
  o.plugins = parser.values(QStringLiteral("plugin"));
  o.tab = parser.value(QStringLiteral("tab"));
  o.theme = themeOf(parser);
  o.help = parser.isSet(QStringLiteral("help"));
  o.version = parser.isSet(QStringLiteral("version"));
  return o;
}

QString helpText() {
  QCommandLineParser parser;
  declare(parser);
  return parser.helpText().replace(QStringLiteral("<executable_name>"),
                                   QStringLiteral("orrery-gui"));
}

}  // namespace orrery::viz
