#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/bounds/network_bounds.h"
#include "algorithms/plugin_error.h"
#include "algorithms/verify.h"
#include "emu/trace/metrics.h"
#include "emu/trace/sink.h"
#include "scenarios/run/statistics/spread.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline run {

enum class Outcome {
  kFine,
  kSkipped,  ///< not run: the algorithm does not support the cell
  kNotRun,   ///< not run: the sweep was stopped early
  kVerificationFailed,
  kBadInput,
  kDeadlock,
  kCrashed,       ///< a rank's program crashed, threw, ended the process or misused a call
  kLimit,         ///< a plug-in took more time or memory than it may
  kForbidden,     ///< a plug-in did something that is forbidden
  kInternalError  ///< a mistake in Orrery
};

/// Returns "fine", "skipped", "not-run", "verification failed", "bad input", "deadlock", "crashed",
/// "limit exceeded", "forbidden", "internal error".
std::string_view outcome_name(Outcome outcome);
/// Returns the names of all outcomes, in their order.
std::span<const std::string_view> outcome_names();

/// Returns the outcome of a run in which a plug-in failed.
Outcome outcome_of(const PluginError& error);

/// The cost of a run on this machine: differs from run to run.
struct Effort {
  double wall_s = 0;          ///< for the whole cell
  double messages_per_s = 0;  ///< of the emulation alone
  std::int64_t peak_rss_bytes = 0;
};

/// The parts of the time of an execution trace: the maximum over the ranks, and all ranks.
struct TraceTimes {
  Time computing{0}, collective{0}, message{0};  ///< while at least one of the kind was under way
  Time exposed{0};                               ///< while it communicated and did not compute
  std::vector<RankTimes> ranks;
};

/// The metrics of a run, or of one operation in it.
struct Measured {
  Metrics metrics;
  Deficiency deficiency;
  double goodput_bps = 0;        ///< useful bytes x 8 / completion time; 0 if the time is 0
  int blocks = 1;                ///< n the algorithm ran with
  int radix = 0;                 ///< k the algorithm ran with; 0: it has none
  std::optional<bool> verified;  ///< nothing for ghost
  /// If the cell is repeated: of all its runs; the other metrics are those of the first.
  std::optional<TimeSpread> spread;
};

/// The metrics of an [[operation]]: metrics.begin is the time of its begin, completion its
/// duration.
struct OperationResult : Measured {
  std::string name;
  RunSpec spec;  ///< the operation as a cell of its own (given_operations.h)
};

/// One row of the results: the fields of `run --json`. Metrics are known if is_measured().
struct RunResult : Measured {
  RunResult();  // compiled once: it is large
  RunResult(const RunResult& other);
  RunResult(RunResult&& other) noexcept;
  RunResult& operator=(const RunResult& other);
  RunResult& operator=(RunResult&& other) noexcept;
  ~RunResult();

  RunSpec spec;  ///< ranks and topology filled in
  std::string title;
  Outcome outcome = Outcome::kFine;
  std::optional<std::string> error;  ///< set unless the outcome is kFine
  std::vector<int> waiting_ranks;    ///< of a deadlock
  std::vector<Wait> waits;           ///< of a deadlock, those of the cycle first; not in files
  std::string printed;               ///< output of a plug-in on stdout and stderr, its beginning

  /// Relative to log2 p rounds and 2m bytes, as De Sensi et al. (NSDI 2024, Eq. 1) measure an
  /// allreduce.
  std::optional<Deficiency> swing;
  /// Lower bounds for every run on its network; nothing if the collective does not define the data
  /// it moves.
  std::optional<NetworkBounds> bounds;
  Time uncontended{0};  ///< completion time with contention off
  /// Reproducibility of its sums; nothing unless they are sums of floating-point numbers with real
  /// payload.
  std::optional<Reproducible> reproducible;
  std::optional<Effort> effort;
  std::optional<TraceTimes> trace;  ///< if the program names the purpose of its operations

  /// In the order of the scenario; empty without operations, or if nothing was measured.
  std::vector<OperationResult> operations;

  /// Further fields, from the caller, after those of fields.h: name and value. All results of a
  /// scenario have the same fields.
  std::vector<std::pair<std::string, FieldValue>> more;
};

/// Returns whether the cell was run at all.
bool has_run(const RunResult& result);

/// Returns whether the run came far enough for its metrics to be known: fine, or not verified.
bool is_measured(const RunResult& result);

/// Returns whether its time counts in comparisons: the run was fine, as wrong results can be fast.
bool competes(const RunResult& result);

/// Creates the network that a spec describes. THROWS InputError / std::invalid_argument.
Network make_network(const RunSpec& spec);

/// Returns lower bounds for every run of a cell; nothing if the cell cannot be run, or its
/// collective does not define the data it moves.
std::optional<NetworkBounds> bounds_of(const RunSpec& spec);

/// The amount of detail that is measured.
enum class Detail {
  kFull,
  kRounds,  ///< without the second run that finds the time without contention, which is left 0
  kTime     ///< and without the table of rounds
};

/// Runs one cell. Does not throw for errors of the cell, which are in the result; THROWS Stopped.
/// `wrap` is for callers that observe the calls of every rank.
RunResult run_one(const RunSpec& spec, const Observers& observers = {},
                  Detail detail = Detail::kFull, const WrapComm& wrap = {});

/// Returns the sink of a cell's events; null: none. Several threads call it, each with other cells.
using SinkOfCell = std::function<Sink*(std::size_t cell)>;

/// Runs all cells, `jobs` at a time, the largest problems first if several, and hands over each
/// result with the number of its cell, from one thread at a time. When `finished` returns false no
/// further cell is begun; its exceptions are rethrown. When the user wants to stop
/// (emu/engine/stop.h) running cells are given up.
void run_each(const std::vector<RunSpec>& cells, int jobs, Detail detail,
              const std::function<bool(std::size_t cell, RunResult result)>& finished,
              const SinkOfCell& sink_of = {});

/// Runs all cells, `jobs` at a time; results in the order of cells for any `jobs`.
/// `progress(done)` is called from one thread at a time.
std::vector<RunResult> run_all(const std::vector<RunSpec>& cells, int jobs = 1,
                               const std::function<void(std::size_t done)>& progress = {});

}  // namespace orrery::inline run
