// Speed of the pictures: frames of large networks, jumps to any round, and the memory of a trace.
#include <fstream>
#include <malloc.h>

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <benchmark/benchmark.h>

#include "viz/model/run/session.h"
#include "viz/paint/block_matrix.h"
#include "viz/paint/lanes/lanes.h"
#include "viz/paint/stage/stage_painter.h"
#include "viz/paint/theme.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/run_controller.h"

namespace orrery::viz {
namespace {

constexpr QSize kStage(1100, 800);

RunSpec specOf(const std::string& algorithm, const std::string& topology) {
  RunSpec spec;
  spec.algorithm = algorithm;
  spec.topology = topology;
  spec.bytes = Bytes(1 << 20);
  spec.ports.kind = Ports::Kind::kPerLink;
  return spec;
}

std::shared_ptr<const FinishedRun> runOf(const std::string& algorithm,
                                         const std::string& topology) {
  auto run = runCell(specOf(algorithm, topology));
  if (!run->hasPicture()) throw std::runtime_error(run->result.error.value_or("no picture"));
  return run;
}

/// Returns the resident bytes without memory that was given back to the allocator.
std::int64_t residentBytes() {
  malloc_trim(0);
  std::ifstream status("/proc/self/statm");
  std::int64_t pages = 0, resident = 0;
  status >> pages >> resident;
  return resident * 4096;
}

Picture pictureOf(const FinishedRun& run, const FrameState& state) {
  return {.stage = *run.stage, .state = state, .theme = lightTheme(), .blocks = run.blocks.get()};
}

void paintAt(const FinishedRun& run, Time t, QSize size = kStage, double zoom = 1) {
  static QImage image;
  if (image.size() != size) image = QImage(size, QImage::Format_RGB32);
  QPainter painter(&image);
  const FrameState state = stateAt(run.stage->index(), t);
  paintScene(painter, image.rect(), pictureOf(run, state), {"title", "details"}, {.zoom = zoom});
}

/// Measures a frame while a run plays: state and picture of the stage. At 1920x1080 it may take
/// 12 ms, and at 4K 25 ms.
void frame(benchmark::State& state, const char* algorithm, const char* topology,
           QSize size = kStage, double zoom = 1) {
  const auto run = runOf(algorithm, topology);
  const Time end = run->stage->index().end();
  std::int64_t i = 0;
  for (auto _ : state) {
    paintAt(*run, end * (++i * 101 % 997) / 997, size, zoom);
  }
}

/// Measures a frame of the whole window while a run plays, with all its parts. At 1920x1080 it may take 12 ms, and at 4K 25 ms.
void window(benchmark::State& state, const char* algorithm, const char* topology, QSize size) {
  const QTemporaryDir folder;
  const std::string file = folder.filePath(QStringLiteral("run.toml")).toStdString();
  std::ofstream(file) << "[network]\ntopology = \"" << topology << "\"\nports = \"per-link\"\n"
                      << "[run]\ncollective = \"allreduce\"\nalgorithm = \"" << algorithm
                      << "\"\nbytes = \"1MiB\"\n";
  MainWindow shown;
  shown.resize(size);
  shown.show();
  if (!shown.openScenario(QString::fromStdString(file))) throw std::runtime_error("no run");
  while (shown.runs().isBusy()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  PlaybackClock& clock = shown.session().clock();
  std::int64_t i = 0;
  for (auto _ : state) {
    clock.seek(clock.end() * (++i * 7 % 997) / 997);
    QCoreApplication::processEvents();
  }
}

/// Measures a move of the mouse.
void hover(benchmark::State& state, const char* algorithm, const char* topology, double zoom) {
  const auto run = runOf(algorithm, topology);
  const FrameState moment = stateAt(run->stage->index(), run->stage->index().rounds().front().view);
  const Picture picture = pictureOf(*run, moment);
  const View view = viewOf(picture, QRectF(QPointF(), kStage), {.zoom = zoom});
  std::int64_t i = 0;
  for (auto _ : state) {
    ++i;
    const QPointF pixel(static_cast<double>(i * 37 % kStage.width()),
                        static_cast<double>(i * 101 % kStage.height()));
    benchmark::DoNotOptimize(hitAt(view, picture, pixel));
  }
}

/// Measures a jump to a round: state, stage, blocks and timeline.
void jump(benchmark::State& state, const char* algorithm, const char* topology) {
  Session session;
  session.show(runOf(algorithm, topology));
  const FinishedRun& run = *session.run();
  const auto& rounds = run.stage->index().rounds();
  QImage image(kStage, QImage::Format_RGB32);
  std::size_t i = 0;
  for (auto _ : state) {
    session.showRound(rounds[(i += 7) % rounds.size()].round);
    paintAt(run, session.clock().now());
    QPainter painter(&image);
    if (run.blocks) {
      paintBlockMatrix(painter, image.rect(), *run.blocks, run.stage->index().blocks(),
                       session.clock().now(), session.roundSpan(), {}, lightTheme());
    }
    const LaneScale lanes =
        wholeLanes(image.rect(), session.clock().end(), run.stage->network().ranks(), lightTheme());
    paintLanes(painter, image.rect(), run.stage->index(), lanes, lightTheme());
  }
}

/// Measures the time of the emulator alone, for which opening has to wait.
void emulate(benchmark::State& state, const char* algorithm, const char* topology) {
  const RunSpec spec = specOf(algorithm, topology);
  for (auto _ : state) benchmark::DoNotOptimize(run_one(spec));
}

/// Measures the preparation of a trace for display.
void prepare(benchmark::State& state, const char* algorithm, const char* topology) {
  const RunSpec spec = specOf(algorithm, topology);
  auto network = std::make_shared<const Network>(make_network(spec));
  auto trace = std::make_shared<Trace>();
  run_one(spec, trace.get());
  for (auto _ : state) {
    benchmark::DoNotOptimize(std::make_shared<const Stage>(TraceIndex(trace, network)));
  }
}

/// Measures the work of the window's thread after the end of a run, until the first picture.
void show(benchmark::State& state, const char* algorithm, const char* topology) {
  const auto run = runOf(algorithm, topology);
  for (auto _ : state) {
    Session session;
    session.show(run);
    paintAt(*run, session.clock().now());
  }
}

/// Measures opening until the first picture; blocks and the time without contention follow later.
void appear(benchmark::State& state, const char* algorithm, const char* topology) {
  const RunSpec spec = specOf(algorithm, topology);
  for (auto _ : state) {
    RunControl control;
    std::shared_ptr<const FinishedRun> first;
    runCell(spec, &control, {}, [&](auto run) {
      first = run;
      control.cancel();
    });
    paintAt(*first, first->stage->index().rounds().front().view);
  }
}

/// Measures everything: the run and the preparation of its pictures.
void open(benchmark::State& state, const char* algorithm, const char* topology) {
  for (auto _ : state) benchmark::DoNotOptimize(runOf(algorithm, topology));
}

/// Measures the memory of a trace with its indices, per message.
void weight(benchmark::State& state) {
  for (auto _ : state) {
    const std::int64_t before = residentBytes();
    const auto run = runOf("ring", "torus:712");
    const auto messages = static_cast<double>(run->stage->index().trace().messages.size());
    state.counters["messages"] = messages;
    state.counters["MiB"] = static_cast<double>(residentBytes() - before) / (1 << 20);
  }
}

BENCHMARK_CAPTURE(hover, torus_64, "rabenseifner", "torus:8x8", 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(hover, torus_4096, "rabenseifner", "torus:64x64", 4)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, torus_4096, "recursive-doubling-latency", "torus:64x64")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, torus_64_full_hd, "rabenseifner", "torus:8x8", QSize(1920, 1080))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, ring_64_full_hd, "ring", "torus:8x8", QSize(1920, 1080))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, tree_128_full_hd, "rabenseifner", "fat-tree:8", QSize(1920, 1080))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, torus_256_full_hd, "rabenseifner", "torus:16x16", QSize(1920, 1080))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, torus_1024_full_hd, "rabenseifner", "torus:32x32", QSize(1920, 1080))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, torus_4096_full_hd, "rabenseifner", "torus:64x64", QSize(1920, 1080))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, torus_4096_near_full_hd, "rabenseifner", "torus:64x64", QSize(1920, 1080),
                  4)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, torus_64_4k, "rabenseifner", "torus:8x8", QSize(3840, 2160))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, torus_1024_4k, "rabenseifner", "torus:32x32", QSize(3840, 2160))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, torus_4096_4k, "rabenseifner", "torus:64x64", QSize(3840, 2160))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, torus_4096_near_4k, "rabenseifner", "torus:64x64", QSize(3840, 2160), 4)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(window, torus_64_full_hd, "rabenseifner", "torus:8x8", QSize(1920, 1080))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(window, torus_1024_full_hd, "rabenseifner", "torus:32x32", QSize(1920, 1080))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(window, torus_4096_full_hd, "rabenseifner", "torus:64x64", QSize(1920, 1080))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(window, torus_64_4k, "rabenseifner", "torus:8x8", QSize(3840, 2160))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(window, torus_1024_4k, "rabenseifner", "torus:32x32", QSize(3840, 2160))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(window, torus_4096_4k, "rabenseifner", "torus:64x64", QSize(3840, 2160))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, torus_16384, "recursive-doubling-latency", "torus:128x128")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(jump, torus_4096, "rabenseifner", "torus:64x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(appear, torus_4096, "rabenseifner", "torus:64x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(emulate, torus_4096, "rabenseifner", "torus:64x64")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(prepare, torus_4096, "rabenseifner", "torus:64x64")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(show, torus_4096, "rabenseifner", "torus:64x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open, torus_4096, "rabenseifner", "torus:64x64")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
/// Measures the memory of a run with more messages than are kept; the others are totals of rounds.
void weightOfTotals(benchmark::State& state) {
  for (auto _ : state) {
    const std::int64_t before = residentBytes();
    const auto run = runOf("ring", "torus:1500");
    state.counters["messages"] = static_cast<double>(run->result.metrics.messages);
    state.counters["MiB"] = static_cast<double>(residentBytes() - before) / (1 << 20);
  }
}

BENCHMARK(weightOfTotals)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(weight)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace orrery::viz

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  orrery::viz::loadFonts();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
