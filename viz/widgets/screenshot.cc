#include "viz/widgets/screenshot.h"

#include <stdexcept>

#include <QEventLoop>
#include <QFileInfo>
#include <QImageWriter>
#include <QSaveFile>

#include "viz/model/run/session.h"
#include "viz/widgets/lesson_controller.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/pages/charts_page.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/pages.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/presenting.h"
#include "viz/widgets/run_controller.h"
#include "viz/widgets/views/stage_view.h"

namespace orrery::viz::inline widgets {
namespace {

[[noreturn]] void refuse(const QString& text) {
  throw std::invalid_argument(text.toStdString());
}

void waitForRun(MainWindow& window) {
  if (!window.runs().isBusy()) return;
  QEventLoop loop;
  QObject::connect(&window.runs(), &RunController::settled, &loop, &QEventLoop::quit);
  loop.exec();
}

void waitForComparison(MainWindow& window) {
  while (window.pages().compare().isBusy()) {
    QEventLoop loop;
    QObject::connect(&window.pages().compare(), &ComparePage::settled, &loop, &QEventLoop::quit);
    loop.exec();
  }
}

void waitForPaths(MainWindow& window) {
  while (window.runs().explainer().isRunning() || window.pages().compare().isExplaining())
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

void waitForSweep(MainWindow& window) {
  window.pages().charts().run();
  QEventLoop loop;
  QObject::connect(&window.pages().charts(), &ChartsPage::settled, &loop, &QEventLoop::quit);
  loop.exec();
}

void chooseCell(MainWindow& window, int cell) {
  const auto cells = window.runs().scenario().cells.size();
  if (static_cast<std::size_t>(cell) > cells) {
    refuse(QStringLiteral("--cell: cell %1 does not exist; expected 1 to %2").arg(cell).arg(cells));
  }
  window.runs().runCell(cell - 1);
}

void chooseTime(MainWindow& window, Time time) {
  PlaybackClock& clock = window.pages().activeSession().clock();
  if (time > clock.end())
    refuse(QStringLiteral("--time: the run ends at %1 ps").arg(clock.end().count()));
  clock.seek(time);
}

void chooseParts(MainWindow& window, const QStringList& parts) {
  const auto shows = [&](const char* part) { return parts.contains(QLatin1String(part)); };
  window.pages().watch().showBlocks(shows("blocks"));
  window.pages().watch().showTimeline(shows("timeline"));
  window.showSide(shows("side"));
}

/// Chooses the panes. The window is laid out before, also if it is hidden, and again when its
/// halves have made room.
void choosePanes(MainWindow& window, const Panes& panes) {
  for (int i = 0; i < 2; ++i) {
    window.grab(QRect(0, 0, 1, 1));
    window.setPanes(panes);
  }
}

/// Chooses everything that belongs to a moment of the watched run.
void chooseView(MainWindow& window, const Options& options) {
  if (options.time) chooseTime(window, *options.time);
  if (options.freeze) window.presenting().setFrozen(true);
  Session& session = window.pages().activeSession();
  if (!options.follow.isEmpty())
    session.setFocus(focusFrom(*session.run(), options.follow.toStdString()));
  if (options.parts) chooseParts(window, *options.parts);
  if (options.letters) window.setLetterSize(*options.letters);
  if (options.turn) window.pages().stage().turn(*options.turn - window.pages().stage().turned());
  if (options.port) window.pages().activeStage().setPort(*options.port);
  if (options.panes) choosePanes(window, *options.panes);
  if (options.lanes) window.pages().watch().timeline().showPart(*options.lanes);
}

void chooseRound(MainWindow& window, int round) {
  if (window.session().showRound(round)) return;
  const auto& marks = window.session().run()->stage->index().rounds();
  const QString rounds =
      marks.empty()
          ? QStringLiteral("this run has no transfers")
          : QStringLiteral("expected %1 to %2").arg(marks.front().round).arg(marks.back().round);
  refuse(QStringLiteral("--round: round %1 has no transfers; %2").arg(round).arg(rounds));
}

/// Chooses one side of a comparison, from SCENARIO:CELL:ALGORITHM.
void chooseSide(MainWindow& window, int side, const QString& text) {
  const QString option = side == 0 ? QStringLiteral("--left") : QStringLiteral("--right");
  const QString scenario = text.section(u':', 0, -3), algorithm = text.section(u':', -1);
  RunChooser& chooser = window.pages().compare().chooser(side);
  const int cell = text.section(u':', -2, -2).toInt();
  if (!scenario.isEmpty()) chooser.openFile(scenario);
  const QString error = window.pages().compare().error(side);
  if (!error.isEmpty()) refuse(option + QStringLiteral(": ") + error);
  if (cell < 1 || cell > chooser.cells().count())
    refuse(QStringLiteral("%1: '%2'; expected a cell from 1 to %3")
               .arg(option, text)
               .arg(chooser.cells().count()));
  chooser.chooseCell(cell - 1);
  if (algorithm == chooser.algorithms().currentText()) return;
  if (chooser.algorithms().findText(algorithm) < 0)
    refuse(QStringLiteral("%1: algorithm '%2' is unknown").arg(option, algorithm));
  chooser.chooseAlgorithm(algorithm);
}

void chooseSides(MainWindow& window, const Options& options) {
  for (const int side : {0, 1})
    if (const QString& text = options.sides[static_cast<std::size_t>(side)]; !text.isEmpty())
      chooseSide(window, side, text);
  if (options.in_step) window.pages().compare().setLock(Comparison::Lock::kRound);
  waitForComparison(window);
}

void chooseChart(MainWindow& window, const QString& chart) {
  if (!chart.isEmpty() && !window.pages().charts().choose(chart))
    refuse(QStringLiteral("--chart: this sweep has no chart '%1'").arg(chart));
  waitForSweep(window);
}

void showTab(MainWindow& window, const Options& options) {
  if (!window.showTab(options.tab))
    refuse(QStringLiteral("--tab: the tab '%1' is empty for this run").arg(options.tab));
  if (window.pages().mode() == Mode::kCompare) chooseSides(window, options);
  if (window.pages().mode() == Mode::kCharts) chooseChart(window, options.chart);
  if (options.round && window.pages().mode() == Mode::kCompare) {
    window.pages().compare().master().showRound(*options.round);
  }
}

}  // namespace

void applyOptions(MainWindow& window, const Options& options) {
  if (!options.tab.isEmpty() && !window.tabNames().contains(options.tab.toLower())) {
    refuse(QStringLiteral("--tab: '%1' is unknown; expected one of %2")
               .arg(options.tab, window.tabNames().join(QStringLiteral(", "))));
  }
  window.showTab(options.tab);
  const bool fine = options.page ? window.lessons().open(options.scenario, *options.page - 1)
                                 : window.start(options.scenario);
  if (!fine) refuse(window.pages().errorText());
  if (options.cell) chooseCell(window, *options.cell);
  waitForRun(window);
  const FinishedRun& run = *window.session().run();
  if (!run.isMeasured() && !run.hasPicture()) {
    if (run.result.outcome != Outcome::kInternalError) refuse(window.pages().errorText());
    throw std::runtime_error(window.pages().errorText().toStdString());
  }
  window.pages().showCommunication(options.layout == QLatin1String("tree"));
  if (options.layout == QLatin1String("map")) window.pages().showLinkMap(true);
  if (options.round) chooseRound(window, *options.round);
  if (options.why) window.runs().showWhy(true);
  if (!options.tab.isEmpty()) showTab(window, options);
  chooseView(window, options);
  waitForPaths(window);
  if (options.present) window.presenting().setPresenting(true);
}

void writeScreenshot(MainWindow& window, const Options& options) {
  const QByteArray format = QFileInfo(options.screenshot).suffix().toLower().toLatin1();
  if (!QImageWriter::supportedImageFormats().contains(format)) {
    refuse(QStringLiteral("--screenshot: '%1' cannot be written; expected a name that ends in .png")
               .arg(options.screenshot));
  }
  QSaveFile file(options.screenshot);
  if (!file.open(QIODevice::WriteOnly)) {
    refuse(QStringLiteral("--screenshot: '%1' cannot be written: %2")
               .arg(options.screenshot, file.errorString()));
  }
  window.resize(options.sizeOr1600());
  window.ensurePolished();
  QCoreApplication::sendPostedEvents();  // updates the layout
  const QImage image = window.grab().toImage();
  if (!image.save(&file, format.constData()) || !file.commit()) {
    refuse(QStringLiteral("--screenshot: '%1' cannot be written: %2")
               .arg(options.screenshot, file.errorString()));
  }
}

}  // namespace orrery::viz::inline widgets
