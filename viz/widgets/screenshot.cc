#include "viz/widgets/screenshot.h"

#include <stdexcept>

#include <QEventLoop>
#include <QFileInfo>
#include <QImageWriter>
#include <QSaveFile>

namespace orrery::viz {
namespace {

[[noreturn]] void refuse(const QString& text) {
  throw std::invalid_argument(text.toStdString());
}

void waitForRun(MainWindow& window) {
  if (!window.isBusy()) return;
  QEventLoop loop;
  QObject::connect(&window, &MainWindow::settled, &loop, &QEventLoop::quit);
  loop.exec();
}

void waitForComparison(MainWindow& window) {
  while (window.comparePage().isBusy()) {
    QEventLoop loop;
    QObject::connect(&window.comparePage(), &ComparePage::settled, &loop, &QEventLoop::quit);
    loop.exec();
  }
}

void waitForPaths(MainWindow& window) {
  while (window.explainer().isRunning() || window.comparePage().isExplaining())
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

void waitForSweep(MainWindow& window) {
  window.chartsPage().run();
  QEventLoop loop;
  QObject::connect(&window.chartsPage(), &ChartsPage::settled, &loop, &QEventLoop::quit);
  loop.exec();
}

void chooseCell(MainWindow& window, int cell) {
  const auto cells = window.scenario().cells.size();
  if (static_cast<std::size_t>(cell) > cells) {
    refuse(QStringLiteral("--cell: there is no cell %1; expected 1 to %2").arg(cell).arg(cells));
  }
  window.runCell(cell - 1);
}

void chooseTime(MainWindow& window, Time time) {
  PlaybackClock& clock = window.session().clock();
  if (time > clock.end())
    refuse(QStringLiteral("--time: the run ends at %1 ps").arg(clock.end().count()));
  clock.seek(time);
}

void chooseParts(MainWindow& window, const QStringList& parts) {
  const auto shows = [&](const char* part) { return parts.contains(QLatin1String(part)); };
  window.watchPage().showBlocks(shows("blocks"));
  window.watchPage().showTimeline(shows("timeline"));
  window.showSide(shows("side"));
}

/// All that belongs to a moment of the run that is watched.
void chooseView(MainWindow& window, const Options& options) {
  if (options.time) chooseTime(window, *options.time);
  if (!options.follow.isEmpty())
    window.session().setFocus(focusFrom(*window.session().run(), options.follow.toStdString()));
  if (options.parts) chooseParts(window, *options.parts);
  if (options.letters) window.setLetterSize(*options.letters);
  if (options.turn) window.stageView().turn(*options.turn - window.stageView().turned());
  if (options.port) window.stageView().setPort(*options.port);
}

void chooseRound(MainWindow& window, int round) {
  if (window.session().showRound(round)) return;
  const auto& marks = window.session().run()->stage->index().rounds();
  const QString rounds =
      marks.empty()
          ? QStringLiteral("this run has no transfers")
          : QStringLiteral("expected %1 to %2").arg(marks.front().round).arg(marks.back().round);
  refuse(QStringLiteral("--round: there is no transfer in round %1; %2").arg(round).arg(rounds));
}

void showTab(MainWindow& window, const Options& options) {
  window.showTab(options.tab);
  waitForComparison(window);
  if (window.mode() == Mode::kCharts) waitForSweep(window);
  if (options.round && window.mode() == Mode::kCompare) {
    window.comparePage().master().showRound(*options.round);
  }
}

}  // namespace

void applyOptions(MainWindow& window, const Options& options) {
  if (!options.tab.isEmpty() && !window.showTab(options.tab)) {
    refuse(QStringLiteral("--tab: there is no tab '%1'; expected one of %2")
               .arg(options.tab, window.tabNames().join(QStringLiteral(", "))));
  }
  const bool fine = options.page ? window.openLesson(options.scenario, *options.page - 1)
                                 : window.start(options.scenario);
  if (!fine) refuse(window.errorText());
  if (options.cell) chooseCell(window, *options.cell);
  waitForRun(window);
  const FinishedRun& run = *window.session().run();
  if (!run.isMeasured()) {
    const bool stopped =
        run.result.outcome == Outcome::kDeadlock || run.result.outcome == Outcome::kInternalError;
    if (!stopped) refuse(window.errorText());
    throw std::runtime_error(window.errorText().toStdString());
  }
  window.showCommunication(options.tree);
  if (options.round) chooseRound(window, *options.round);
  if (options.why) window.showWhy(true);
  if (!options.tab.isEmpty()) showTab(window, options);
  chooseView(window, options);
  if (options.freeze) window.setFrozen(true);
  waitForPaths(window);
  if (options.present) window.setPresenting(true);
}

void writeScreenshot(MainWindow& window, const Options& options) {
  const QByteArray format = QFileInfo(options.screenshot).suffix().toLower().toLatin1();
  if (!QImageWriter::supportedImageFormats().contains(format)) {
    refuse(QStringLiteral("--screenshot: cannot write '%1'; expected a name that ends in .png")
               .arg(options.screenshot));
  }
  QSaveFile file(options.screenshot);
  if (!file.open(QIODevice::WriteOnly)) {
    refuse(QStringLiteral("--screenshot: cannot write '%1': %2")
               .arg(options.screenshot, file.errorString()));
  }
  window.resize(options.sizeOr1600());
  window.ensurePolished();
  QCoreApplication::sendPostedEvents();  // what has grown or shrunk is laid out anew
  const QImage image = window.grab().toImage();
  if (!image.save(&file, format.constData()) || !file.commit()) {
    refuse(QStringLiteral("--screenshot: cannot write '%1': %2")
               .arg(options.screenshot, file.errorString()));
  }
}

}  // namespace orrery::viz
