#include "viz/widgets/options.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <QRegularExpression>

#include "emu/base/quantity.h"
#include "scenarios/commands/orrery/line/command_line.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr int kPictureLeastSide = 240, kMostSide = 16384;

constexpr const char* kFooter = R"(Examples:
  orrery-gui lessons/first-allreduce
  orrery-gui lessons/first-allreduce --cell 1 --time 200ns --follow "rank 2" --show blocks,side
  orrery-gui lessons/first-allreduce --screenshot window.png --round 2 --tab listing --theme dark

Exit codes: 0 fine, 2 bad input, 3 internal error.)";

[[noreturn]] void reject(const QString& text) {
  throw std::invalid_argument(text.toStdString());
}

int integerOf(const QString& name, const QString& text, int least) {
  bool fine = false;
  const int value = text.toInt(&fine);
  if (!fine || value < least) {
    reject(
        QStringLiteral("%1: '%2'; expected an integer of at least %3").arg(name, text).arg(least));
  }
  return value;
}

QSize sizeOf(const QString& text) {
  static const QRegularExpression form(QStringLiteral("^([0-9]{1,6})x([0-9]{1,6})$"));
  const auto match = form.match(text);
  const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
  const bool fine = match.hasMatch() && size.width() >= kPictureLeastSide &&
                    size.height() >= kPictureLeastSide && size.width() <= kMostSide &&
                    size.height() <= kMostSide;
  if (!fine) {
    reject(QStringLiteral("--size: '%1'; expected WIDTHxHEIGHT such as 1600x1000, each %2 to %3")
               .arg(text)
               .arg(kPictureLeastSide)
               .arg(kMostSide));
  }
  return size;
}

QString themeOf(const QString& text) {
  const QString name = text.toLower();
  const QStringList known{QStringLiteral("light"), QStringLiteral("dark"),
                          QStringLiteral("projector")};
  if (!known.contains(name)) {
    reject(QStringLiteral("--theme: '%1'; expected light, dark or projector").arg(text));
  }
  return name;
}

QString layoutOf(const QString& text) {
  if (!QStringList{QStringLiteral("network"), QStringLiteral("map"), QStringLiteral("tree")}
           .contains(text))
    reject(QStringLiteral("--layout: '%1'; expected network, map or tree").arg(text));
  return text;
}

Time timeOf(const char* option, const QString& text) {
  try {
    return parse_time(text.toStdString());
  } catch (const std::exception& e) {
    reject(QStringLiteral("%1: %2").arg(QString::fromLatin1(option), QString::fromUtf8(e.what())));
  }
}

QStringList partsOf(const QString& text) {
  if (text == QLatin1String("none")) return {};
  const QStringList known = QString::fromLatin1(kParts).split(u',');
  QStringList parts = text.split(u',');
  for (const QString& part : parts)
    if (!known.contains(part))
      reject(QStringLiteral("--show: '%1'; expected some of %2, or none")
                 .arg(part, known.join(QStringLiteral(", "))));
  return parts;
}

/// Reads numbers separated by commas, as many as in the example.
std::vector<double> numbersOf(const char* option, const QString& text, const char* example) {
  std::vector<double> numbers;
  for (const QString& part : text.split(u',')) {
    bool fine = false;
    numbers.push_back(part.toDouble(&fine));
    if (!fine || !std::isfinite(numbers.back())) numbers.clear();
    if (numbers.empty()) break;
  }
  const QString form = QString::fromLatin1(example);
  if (static_cast<qsizetype>(numbers.size()) != form.count(u',') + 1)
    reject(QStringLiteral("%1: '%2'; expected numbers such as %3")
               .arg(QString::fromLatin1(option), text, form));
  return numbers;
}

double positiveOf(const char* option, const QString& text) {
  const double number = numbersOf(option, text, "1.25").front();
  if (number <= 0 || number > 100)
    reject(QStringLiteral("%1: '%2'; expected more than 0, at most 100")
               .arg(QString::fromLatin1(option), text));
  return number;
}

ViewPort portOf(const QString& text) {
  const auto numbers = numbersOf("--zoom", text, "1.5,-20,0");
  positiveOf("--zoom", text.section(u',', 0, 0));
  return {numbers[0], {numbers[1], numbers[2]}};
}

LaneScale lanesOf(const QString& text) {
  const QStringList parts = text.split(u',');
  if (parts.size() != 4)
    reject(
        QStringLiteral("--lanes: '%1'; expected FROM,TO,RANK,RANKS such as 1us,2us,0,8").arg(text));
  LaneScale lanes;
  lanes.begin = timeOf("--lanes", parts[0]);
  lanes.end = timeOf("--lanes", parts[1]);
  const auto ranks = numbersOf("--lanes", parts[2] + u',' + parts[3], "0,8");
  lanes.first_rank = ranks[0];
  lanes.ranks = ranks[1];
  return lanes;
}

Panes panesOf(const QString& text) {
  const auto sizes = numbersOf("--panes", text, "420,300,180");
  const auto pixels = [&](std::size_t i) {
    if (sizes[i] < 0 || sizes[i] > kMostSide)
      reject(QStringLiteral("--panes: '%1'; expected pixels, at most %2").arg(text).arg(kMostSide));
    return static_cast<int>(sizes[i]);
  };
  return {pixels(0), pixels(1), pixels(2)};
}

QString fileOf(const QString& text) {
  if (text.isEmpty()) reject(QStringLiteral("--screenshot: expected the name of a file"));
  return text;
}

}  // namespace

void declareOptions(CommandLine& program, Options& o) {
  const auto add = [&](const char* name, const char* text, const char* help, auto use) {
    program
        .add_option_function<std::string>(
            name, [use](const std::string& value) { use(QString::fromStdString(value)); }, help)
        ->option_text(text);
  };
  add("scenario", "SCENARIO.toml",
      "A scenario file, a built-in one by name, or a .moment that the window saved",
      [&o](const QString& text) { o.scenario = text; });
  add("--screenshot", "FILE.png", "Write a picture of the window to this file and exit",
      [&o](const QString& text) { o.screenshot = fileOf(text); });
  add("--round", "K", "Round to show",
      [&o](const QString& text) { o.round = integerOf(QStringLiteral("--round"), text, 0); });
  add("--size", "WxH", "Size of the window in pixels. Default: 1600x1000",
      [&o](const QString& text) { o.size = sizeOf(text); });
  add("--tab", kTabs, "Mode or tab to show", [&o](const QString& text) { o.tab = text; });
  add("--page", "N",
      "Page of a lesson, from 1. Default: the first one; a screenshot shows the lesson as a "
      "scenario",
      [&o](const QString& text) { o.page = integerOf(QStringLiteral("--page"), text, 1); });
  add("--layout", "network|map|tree",
      "The network, a map with a tile for each link, or the tree of the messages. Default: "
      "network",
      [&o](const QString& text) { o.layout = layoutOf(text); });
  add("--theme", "light|dark|projector",
      "Colours of the window. Default: the last ones used, or light",
      [&o](const QString& text) { o.theme = themeOf(text); });
  add("--language", "en|de",
      "Language of the window. Default: the one chosen in its menu, or the system's",
      [&o](const QString& text) { o.language = text; });
  add("--time", "T", "Moment to show, such as 1.5us",
      [&o](const QString& text) { o.time = timeOf("--time", text); });
  add("--follow", "THINGS",
      "Objects to follow: rank 3, link 3 -> 4, block 2, message 17, or several with commas",
      [&o](const QString& text) { o.follow = text; });
  add("--show", "PARTS",
      "Parts beside the network: some of blocks,timeline,side, or none. Default: as many as fit",
      [&o](const QString& text) { o.parts = partsOf(text); });
  add("--letters", "SHARE",
      "Size of letters, relative to their usual size. Default: the last one used, or 1",
      [&o](const QString& text) { o.letters = positiveOf("--letters", text); });
  add("--zoom", "Z,X,Y",
      "Zoom the network by Z and move it by X and Y pixels. Default: show all of it",
      [&o](const QString& text) { o.port = portOf(text); });
  add("--turn", "SHARE", "Turn a stack of planes by this share of a whole turn",
      [&o](const QString& text) { o.turn = numbersOf("--turn", text, "0.1").front(); });
  add("--lanes", "FROM,TO,RANK,RANKS",
      "Part of the timeline to show: two times, the first rank, the number of ranks. Default: all",
      [&o](const QString& text) { o.lanes = lanesOf(text); });
  add("--panes", "W,W,H",
      "Sizes in pixels: widths of the side panel and the blocks, height of the timeline",
      [&o](const QString& text) { o.panes = panesOf(text); });
  for (const std::size_t side : {0U, 1U})
    add(side == 0 ? "--left" : "--right", "SCENARIO:CELL:ALGORITHM",
        "Run on this side of Compare; without a scenario of the open one, cells from 1",
        [&o, side](const QString& text) { o.sides[side] = text; });
  add("--chart", "KIND;KEY=VALUE;..",
      "Chart to draw: lines, map or deficiencies, with x, y, at, gain and log",
      [&o](const QString& text) { o.chart = text; });
  add("--cell", "N", "Cell of a sweep to run, from 1. Default: the one that the scenario opens on",
      [&o](const QString& text) { o.cell = integerOf(QStringLiteral("--cell"), text, 1); });
  program
      .add_option_function<std::vector<std::string>>(
          "--plugin",
          [&o](const std::vector<std::string>& files) {
            for (const std::string& file : files) o.plugins.append(QString::fromStdString(file));
          },
          "Add the algorithms of a plug-in; may be given several times")
      ->allow_extra_args(false)
      ->option_text("FILE.so");
  program.add_flag_function(
      "--why", [&o] { o.why = true; }, "Show the critical path and the causes of the time");
  program.add_flag_function(
      "--in-step", [&o] { o.in_step = true; },
      "Show the runs of Compare in the same round, not at the same time");
  program.add_flag_function(
      "--freeze", [&o] { o.freeze = true; }, "Hide everything after the moment until F shows it");
  program.add_flag_function(
      "--present", [&o] { o.present = true; },
      "Begin presenting: full screen, with large letters (F7)");
  program.add_flag_function(
      "--dark", [&o] { o.theme = QStringLiteral("dark"); }, "Short for --theme dark");
  program.footer(kFooter);
}

}  // namespace orrery::viz::inline widgets
