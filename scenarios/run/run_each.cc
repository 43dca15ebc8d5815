/// Runs of many cells at the same time.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <malloc.h>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "emu/engine/executor.h"
#include "emu/engine/fibers/stacks.h"
#include "emu/engine/stop.h"
#include "emu/schedule/recording.h"
#include "emu/trace/pattern.h"
#include "scenarios/run/runner.h"
#include "scenarios/run/sizes/known_run.h"
#include "scenarios/run/sizes/size_family.h"

namespace orrery::inline run {

namespace {

/// Runs members of a family (see size_family.h) from recordings of others. If two members do the
/// same with amounts that differ by the factor of their sizes, so do those between.
class RecordedSizes {
 public:
  /// Takes the recording of a member; one that is not valid is ignored.
  void learn(std::int64_t bytes, Recording recording);
  /// Returns the metrics of a member, and its pattern; nothing if it must be emulated. The network is the same for all
  /// members. THROWS Stopped.
  std::optional<Metrics> run(std::int64_t bytes, const Network& network,
                             const EngineOptions& options, Pattern& pattern);

 private:
  std::int64_t least_ = 0, most_ = 0;  // sizes of the smallest and the largest that are identical
  Recording recording_;                // of the largest
  Schedule schedule_;                  // of the largest, once it is needed, as the next
  std::unique_ptr<Executor> executor_;
};

void RecordedSizes::learn(std::int64_t bytes, Recording recording) {
  if (!recording.valid() || bytes <= 0) return;
  if (bytes > most_) {
    const bool identical = recording.scales_to(recording_, bytes, most_);
    least_ = identical ? least_ : bytes;
    most_ = bytes;
    recording_ = std::move(recording);
    executor_.reset();
  } else if (bytes < least_ && recording.scales_to(recording_, bytes, most_)) {
    least_ = bytes;
  }
}

std::optional<Metrics> RecordedSizes::run(std::int64_t bytes, const Network& network,
                                          const EngineOptions& options, Pattern& pattern) {
  if (bytes <= least_ || bytes >= most_ || !Executor::supports(network, options))
    return std::nullopt;
  if (executor_ == nullptr) {
    schedule_ = recording_.schedule();
    join_identical(schedule_, network);
    executor_ = std::make_unique<Executor>(schedule_);
  }
  const Scale scale{most_, bytes};
  if (!executor_->divides(scale)) return std::nullopt;
  return executor_->run(network, options, scale, &pattern);
}

/// Runs cells, and hands over their results from one thread at a time.
class CellRuns {
 public:
  CellRuns(const std::vector<RunSpec>& cells, Detail detail,
           const std::function<bool(std::size_t, RunResult)>& finished, const SinkOfCell& sink_of)
      : cells_(cells), detail_(detail), finished_(finished), sink_of_(sink_of) {}

  /// Runs families until there are no more, or until it is stopped.
  void work(const std::vector<std::vector<std::size_t>>& families) {
    const StackReserve stacks;
    try {
      for (std::size_t i = next_++; i < families.size() && !stopped_; i = next_++) run(families[i]);
    } catch (const Stopped&) {
      stopped_ = true;
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void run(const std::vector<std::size_t>& family) {
    if (family.size() == 1)
      return report(family[0],
                    run_one(cells_[family[0]], sink_of_ ? sink_of_(family[0]) : nullptr, detail_));
    std::vector<std::int64_t> bytes;
    bytes.reserve(family.size());
    for (const std::size_t cell : family) bytes.push_back(cells_[cell].bytes.count());
    RecordedSizes known;
    run_family(bytes, {[&](std::size_t i) { return run_sized(family[i], known); },
                       [&](std::size_t i, const Metrics& m) {
                         report(family[i], run_known(cells_[family[i]], {}, detail_,
                                                     [&](auto&&...) { return std::optional(m); }));
                       },
                       [&] { return !stopped_; }});
  }
  std::optional<SizedRun> run_sized(std::size_t cell, RecordedSizes& known) {
    Pattern pattern;
    Recording recording;
    Observers observers;
    observers.pattern = &pattern;
    observers.recording = &recording;
    const std::int64_t bytes = cells_[cell].bytes.count();
    RunResult r = run_known(cells_[cell], observers, detail_,
                            [&](const Network& network, const EngineOptions& options) {
                              return known.run(bytes, network, options, pattern);
                            });
    std::optional<SizedRun> run;
    if (r.outcome == Outcome::kFine) {
      run = SizedRun{bytes, r.metrics, pattern};
      known.learn(bytes, std::move(recording));
    }
    report(cell, std::move(r));
    return run;
  }
  void report(std::size_t cell, RunResult result) {
    const std::scoped_lock lock(reporting_);
    try {
      if (!failure_ && finished_(cell, std::move(result))) return;
    } catch (...) {
      failure_ = std::current_exception();
    }
    stopped_ = true;
  }

  const std::vector<RunSpec>& cells_;
  Detail detail_;
  const std::function<bool(std::size_t, RunResult)>& finished_;
  const SinkOfCell& sink_of_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex reporting_;
  std::exception_ptr failure_;
};

/// Keeps the memory that a cell frees for the next one: to get it from the system again, page by
/// page, takes as long as many a run. The threshold is the largest that glibc accepts.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
}

/// Puts the largest problems first, so that no long run begins when the other threads have nothing left to do.
void sort_by_size(std::vector<std::vector<std::size_t>>& families,
                  const std::vector<RunSpec>& cells) {
  std::ranges::stable_sort(families, std::greater(), [&](const std::vector<std::size_t>& family) {
    const RunSpec& largest = cells[family.back()];
    return std::pair(largest.ranks, largest.bytes);
  });
}

std::vector<std::vector<std::size_t>> each_by_itself(std::size_t cells) {
  std::vector<std::vector<std::size_t>> families(cells);
  for (std::size_t i = 0; i < cells; ++i) families[i] = {i};
  return families;
}

}  // namespace

void run_each(const std::vector<RunSpec>& cells, int jobs, Detail detail,
              const std::function<bool(std::size_t cell, RunResult result)>& finished,
              const SinkOfCell& sink_of) {
  auto families =
      detail == Detail::kTime && !sink_of ? size_families(cells) : each_by_itself(cells.size());
  if (families.size() > 1) keep_freed_memory();
  if (jobs > 1) sort_by_size(families, cells);
  CellRuns runs(cells, detail, finished, sink_of);
  std::vector<std::jthread> helpers;
  for (int j = 1; j < jobs && static_cast<std::size_t>(j) < families.size(); ++j)
    helpers.emplace_back([&] { runs.work(families); });
  runs.work(families);
  helpers.clear();
  runs.rethrow();
}

std::vector<RunResult> run_all(const std::vector<RunSpec>& cells, int jobs,
                               const std::function<void(std::size_t done)>& progress) {
  std::vector<RunResult> results(cells.size());
  std::size_t done = 0;
  run_each(cells, jobs, Detail::kFull, [&](std::size_t cell, RunResult result) {
    results[cell] = std::move(result);
    ++done;
    if (progress) progress(done);
    return true;
  });
  return results;
}

}  // namespace orrery::inline run
