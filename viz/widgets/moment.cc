#include "viz/widgets/moment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSaveFile>

#include "emu/base/read_toml.h"
#include "scenarios/commands/orrery/line/main_command.h"
#include "scenarios/text/scenario_library.h"
#include "viz/model/run/lesson_session.h"
#include "viz/model/run/session.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/pages/charts_page.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/compose_page.h"
#include "viz/widgets/pages/pages.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/presenting.h"
#include "viz/widgets/run_controller.h"
#include "viz/widgets/screenshot.h"
#include "viz/widgets/views/stage_view.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr auto kEnding = ".moment";
constexpr auto kTable = "moment";
constexpr std::array<std::string_view, 3> kFlags{"why", "freeze",
                                                 "in-step"};  ///< options without a value

[[noreturn]] void complain(const QString& text) {
  throw std::invalid_argument(text.toStdString());
}

/// Returns the name of a built-in scenario, or the path of any other.
QString nameOfScenario(const std::filesystem::path& file) {
  const auto below = std::filesystem::absolute(file).lexically_relative(scenario_directory());
  if (below.empty() || *below.begin() == "..")
    return QString::fromStdString(absolute(file).string());
  return QString::fromStdString((below.parent_path() / below.stem()).generic_string());
}

QString decimal(double x) {
  return QString::number(x, 'g', 10);
}

/// Returns a word of a shell.
QString quoted(const QString& word) {
  static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./:,=+-]+$"));
  if (plain.match(word).hasMatch()) return word;
  return u'\'' + QString(word).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

void noteRun(MainWindow& window, Options& o) {
  LessonSession& lesson = window.lesson();
  if (!lesson.isOpen() &&
      (window.runs().scenario().file.empty() || window.pages().compose().model().isModified()))
    complain(MainWindow::tr("Save the scenario first: the moment refers to its file."));
  o.scenario =
      nameOfScenario(lesson.isOpen() ? lesson.lesson().file : window.runs().scenario().file);
  if (lesson.isOpen())
    o.page = lesson.number() + 1;
  else
    o.cell = window.runs().shownCell() + 1;
  const Session& session = window.pages().activeSession();
  o.time = session.clock().now();
  o.follow = QString::fromStdString(textOf(*session.run(), session.focus()));
}

/// Returns SCENARIO:CELL:ALGORITHM; leaves out the open scenario.
QString textOfSide(RunChooser& side) {
  const QString file = side.file();
  return QStringLiteral("%1:%2:%3")
      .arg(file.isEmpty() ? file : nameOfScenario(file.toStdString()))
      .arg(side.cells().currentIndex() + 1)
      .arg(side.algorithms().currentText());
}

void noteMode(MainWindow& window, Options& o) {
  if (window.pages().mode() == Mode::kCompare) {
    o.tab = QStringLiteral("compare");
    for (const int side : {0, 1})
      o.sides[static_cast<std::size_t>(side)] = textOfSide(window.pages().compare().chooser(side));
    o.in_step = window.pages().compare().lock() == Comparison::Lock::kRound;
  } else if (window.pages().mode() == Mode::kCharts) {
    o.tab = QStringLiteral("charts");
    o.chart = window.pages().charts().choice();
  } else if (!window.lesson().isOpen()) {
    o.tab = window.side().report().currentTab();
  }
}

void noteView(MainWindow& window, Options& o) {
  o.parts = QStringList();
  if (window.pages().watch().showsBlocks()) o.parts->append(QStringLiteral("blocks"));
  if (window.pages().watch().showsTimeline()) o.parts->append(QStringLiteral("timeline"));
  if (window.side().isWanted()) o.parts->append(QStringLiteral("side"));
  const StageView& stage = window.pages().stage();
  o.layout = stage.showsCommunication() ? QStringLiteral("tree")
             : stage.showsLinkMap()     ? QStringLiteral("map")
                                        : QStringLiteral("network");
  o.why = window.runs().showsWhy();
  o.freeze = window.presenting().isFrozen();
  o.size = window.size();
  o.theme = window.theme().name.toLower();
  o.letters = window.letterSize();
  if (window.pages().activeStage().port() != ViewPort{})
    o.port = window.pages().activeStage().port();
  if (window.pages().watch().timeline().isZoomed())
    o.lanes = window.pages().watch().timeline().scale();
  o.panes = window.panes();
  if (window.pages().stage().turned() != 0)
    o.turn = window.pages().stage().turned() - std::floor(window.pages().stage().turned());
}

QString textOfEntry(const QString& file, std::string_view name, const toml::node& node) {
  if (const auto text = node.value<std::string>()) return QString::fromStdString(*text);
  if (const auto number = node.value<std::int64_t>()) return QString::number(*number);
  complain(QStringLiteral("%1: '%2' is neither a text nor a number")
               .arg(file, QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))));
}

toml::table tableOf(const QString& file) {
  QFile in(file);
  if (!in.open(QIODevice::ReadOnly)) complain(QStringLiteral("%1: %2").arg(file, in.errorString()));
  try {
    const toml::table all = read_toml(in.readAll().toStdString(), file.toStdString());
    if (const toml::table* moment = all[kTable].as_table(); moment != nullptr && all.size() == 1)
      return *moment;
  } catch (const toml::parse_error& e) {
    complain(QStringLiteral("%1:%2: %3")
                 .arg(file)
                 .arg(e.source().begin.line)
                 .arg(QString::fromStdString(std::string(e.description()))));
  }
  complain(QStringLiteral("%1: expected the table [moment], and no other").arg(file));
}

/// Returns the file under a name that is valid from any folder.
QString foundBeside(const QString& file, const QString& scenario) {
  const QString beside = QFileInfo(file).dir().filePath(scenario);
  return QFileInfo(beside).isFile() ? QFileInfo(beside).absoluteFilePath() : scenario;
}

QString sideFoundBeside(const QString& file, const QString& side) {
  const QString scenario = side.section(u':', 0, -3);
  return scenario.isEmpty() ? side : foundBeside(file, scenario) + side.mid(scenario.size());
}

/// Returns a scenario, with or without cell and algorithm, under the name that is valid in the
/// folder of `file`.
QString seenFrom(const QString& file, const QString& scenario) {
  const QString below = QFileInfo(file).absoluteDir().relativeFilePath(scenario);
  return QDir::isAbsolutePath(scenario) && !below.startsWith(QLatin1String("..")) ? below
                                                                                  : scenario;
}

bool names(const QStringList& words, const QString& option) {
  return std::ranges::any_of(
      words, [&](const QString& word) { return word == option || word.startsWith(option + u'='); });
}

}  // namespace

Options momentOf(MainWindow& window) {
  const bool seen = window.pages().mode() != Mode::kCompose && !window.pages().showsCourse() &&
                    window.session().hasPicture() && window.pages().activeSession().hasPicture();
  if (!seen || window.runs().isBusy())
    complain(MainWindow::tr("No moment can be shared yet: watch a run first."));
  Options o;
  noteRun(window, o);
  noteMode(window, o);
  noteView(window, o);
  return o;
}

QStringList wordsOf(const Options& o) {
  QStringList words{o.scenario};
  const auto add = [&](const char* name, const QString& value) {
    if (!value.isEmpty()) words << QStringLiteral("--") + QLatin1String(name) << value;
  };
  if (o.page) add("page", QString::number(*o.page));
  if (o.cell) add("cell", QString::number(*o.cell));
  if (o.time) add("time", QStringLiteral("%1ps").arg(o.time->count()));
  add("follow", o.follow);
  if (o.parts) add("show", o.parts->isEmpty() ? QStringLiteral("none") : o.parts->join(u','));
  add("tab", o.tab);
  add("layout", o.layout);
  if (o.size) add("size", QStringLiteral("%1x%2").arg(o.size->width()).arg(o.size->height()));
  add("theme", o.theme);
  if (o.letters) add("letters", decimal(*o.letters));
  if (o.port)
    add("zoom",
        QStringList{decimal(o.port->zoom), decimal(o.port->shift.x()), decimal(o.port->shift.y())}
            .join(u','));
  if (o.turn) add("turn", decimal(*o.turn));
  if (o.lanes)
    add("lanes", QStringLiteral("%1ps,%2ps,%3,%4")
                     .arg(o.lanes->begin.count())
                     .arg(o.lanes->end.count())
                     .arg(decimal(o.lanes->first_rank), decimal(o.lanes->ranks)));
  if (o.panes)
    add("panes",
        QStringLiteral("%1,%2,%3").arg(o.panes->side).arg(o.panes->blocks).arg(o.panes->timeline));
  add("left", o.sides[0]);
  add("right", o.sides[1]);
  add("chart", o.chart);
  if (o.in_step) words << QStringLiteral("--in-step");
  if (o.why) words << QStringLiteral("--why");
  if (o.freeze) words << QStringLiteral("--freeze");
  return words;
}

QString commandOf(const Options& moment) {
  QStringList words{QStringLiteral("orrery-gui")};
  for (const QString& word : wordsOf(moment)) words << quoted(word);
  return words.join(u' ');
}

Options optionsOf(const QStringList& words) {
  MainCommand program("orrery-gui", "", ORRERY_VERSION);
  Options options;
  declareOptions(program, options);
  std::vector<std::string> all;
  for (const QString& word : words) all.push_back(word.toStdString());
  program.parse(std::move(all));
  return options;
}

bool isMoment(const QString& file) {
  return file.endsWith(QLatin1String(kEnding));
}

void saveMoment(const Options& moment, const QString& file) {
  Options named = moment;
  named.scenario = seenFrom(file, moment.scenario);
  for (QString& side : named.sides) side = seenFrom(file, side);
  const QStringList words = wordsOf(named);
  toml::table entries{{"scenario", words.front().toStdString()}};
  for (qsizetype i = 1; i < words.size(); ++i) {
    const std::string name = words[i].mid(2).toStdString();
    if (std::ranges::find(kFlags, name) != kFlags.end())
      entries.insert(name, true);
    else
      entries.insert(name, words[++i].toStdString());
  }
  std::ostringstream text;
  text << "# A moment of a run. Open it in the window, or with orrery-gui.\n"
       << toml::table{{kTable, entries}} << '\n';
  QSaveFile out(file);
  const QByteArray bytes = QByteArray::fromStdString(text.str());
  if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
    complain(QStringLiteral("%1: %2").arg(file, out.errorString()));
}

QStringList wordsOfMoment(const QString& file, const QStringList& others) {
  const toml::table entries = tableOf(file);
  QStringList words;
  for (const auto& [key, node] : entries) {
    const QString option = QStringLiteral("--") + QString::fromStdString(std::string(key.str()));
    if (names(others, option)) continue;
    if (key.str() == "scenario")
      words.prepend(foundBeside(file, textOfEntry(file, key.str(), node)));
    else if (key.str() == "left" || key.str() == "right")
      words += {option, sideFoundBeside(file, textOfEntry(file, key.str(), node))};
    else if (const auto flag = node.value_exact<bool>())
      words += *flag ? QStringList{option} : QStringList();
    else
      words += {option, textOfEntry(file, key.str(), node)};
  }
  return words + others;
}

void shareMoment(MainWindow& window, bool as_file) {
  try {
    const Options moment = momentOf(window);
    if (!as_file) return QApplication::clipboard()->setText(commandOf(moment));
    QString file = QFileDialog::getSaveFileName(&window, MainWindow::tr("Save this moment"), {},
                                                MainWindow::tr("Moments (*.moment)"));
    if (file.isEmpty()) return;
    if (!isMoment(file)) file += QStringLiteral(".moment");
    saveMoment(moment, file);
  } catch (const std::exception& e) {
    QMessageBox::warning(&window, MainWindow::tr("Share a moment"), QString::fromUtf8(e.what()));
  }
}

void openMoment(MainWindow& window, const QString& file) {
  try {
    const Options moment = optionsOf(wordsOfMoment(file));
    if (moment.size && !window.isMaximized() && !window.isFullScreen()) window.resize(*moment.size);
    if (!moment.theme.isEmpty()) window.setTheme(themeNamed(moment.theme.toStdString()));
    applyOptions(window, moment);
  } catch (const std::exception& e) {
    QMessageBox::warning(&window, MainWindow::tr("This moment cannot be shown"),
                         QString::fromUtf8(e.what()));
  }
}

}  // namespace orrery::viz::inline widgets
