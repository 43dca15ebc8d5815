#include "scenarios/run/runner.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <fstream>
#include <new>
#include <sys/resource.h>

#include <fmt/format.h>

#include "algorithms/promises.h"
#include "emu/base/random.h"
#include "emu/engine/fibers/stacks.h"
#include "emu/engine/stop.h"
#include "emu/net/symmetry.h"
#include "scenarios/cell/validate.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/operation_results.h"
#include "scenarios/run/plugin/plugin.h"
#include "scenarios/run/sizes/known_run.h"
#include "scenarios/spec/problem.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline run {
namespace {

std::int64_t peak_by_getrusage() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

std::int64_t peak_by_status() {
  constexpr std::string_view kPeak = "VmHWM:";
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(kPeak)) return std::stoll(line.substr(kPeak.size())) * 1024;
  return peak_by_getrusage();
}

/// Returns the largest resident size of this process so far. getrusage counts the process before exec as well, so the
/// file, which takes longer than a small run, is read wherever that was larger.
std::int64_t peak_rss() {
  static const bool grown = peak_by_getrusage() <= peak_by_status();
  return grown ? peak_by_getrusage() : peak_by_status();
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Returns the completion time if no two messages met on a link. Runs the program again only if the
/// run itself does not tell.
Time uncontended_time(const RunResult& r, const Program& program, const Network& network,
                      const Op& op) {
  if (r.metrics.uncontended) return *r.metrics.uncontended;
  Network without = network;
  without.contention = false;
  return execute(program, without, r.spec.engine, PayloadKind::kGhost, op).metrics.completion;
}

/// An error: the algorithm does not support the cell.
struct NotSupported : InputError {
  using InputError::InputError;
};

/// Prepares a cell. THROWS NotSupported or InputError for a cell that cannot be run.
Prepared prepared(const RunSpec& spec) {
  Preparation result = prepare(spec);
  const auto* const refusal = std::get_if<Refusal>(&result);
  if (refusal == nullptr) return std::get<Prepared>(std::move(result));
  if (refusal->unsupported) throw NotSupported({}, "", {refusal->complaint.what});
  throw InputError({}, "", refusal->complaint);
}

void fail(RunResult& r, Outcome outcome, std::string message) {
  r.outcome = outcome;
  r.error = std::move(message);
}

Deficiency deficiency_of(const Metrics& metrics, const LowerBounds& bounds,
                         const Network& network) {
  return deficiency(metrics, bounds.fewest_rounds(metrics.most_at_once),
                    bounds.host_bytes / network.ports_per_host());
}

/// Returns whether the algorithm's own statements are checked against the run: if data are checked,
/// and always for an algorithm from elsewhere.
bool is_held_to_promises(const Prepared& cell) {
  return cell.algorithm != nullptr &&
         (cell.spec.payload != PayloadKind::kGhost || origin_of(*cell.algorithm) != nullptr);
}

/// A guard that keeps the output of a plug-in, even if the run fails.
struct KeepPrinted {
  RunResult& result;
  const Program& program;
  ~KeepPrinted() { result.printed = program.printed(); }
};

/// Returns the plug-in whose algorithm the cell runs, as the beginning of a message; empty if there
/// is none.
std::string plugin_prefix(const RunSpec& spec) {
  const Algorithm* const a = find_plugin_algorithm(spec.collective, spec.algorithm);
  return a == nullptr ? std::string() : plugin_text(*a) + ": ";
}

/// Returns the outcome of an error that only ranks of plug-ins and of schedules may cause.
Outcome outcome_of_program_error(const RunSpec& spec) {
  return schedule_of(spec) != nullptr || !plugin_prefix(spec).empty() ? Outcome::kCrashed
                                                                      : Outcome::kInternalError;
}

std::optional<NetworkBounds> bounds_of(const Prepared& cell) {
  if (const OperationGroup* const only = only_collective(cell))
    return network_bounds(find_collective(only->algorithm->collective), only->problem,
                          *only->network);
  if (cell.algorithm == nullptr) return std::nullopt;
  return network_bounds(find_collective(cell.spec.collective), cell.problem, *cell.network);
}

std::optional<TraceTimes> trace_times(std::vector<RankTimes> ranks) {
  if (ranks.empty()) return std::nullopt;
  TraceTimes t;
  for (const RankTimes& rank : ranks) {
    t.computing = std::max(t.computing, rank.of(NodeKind::kComputing));
    t.collective = std::max(t.collective, rank.of(NodeKind::kCollective));
    t.message = std::max(t.message, rank.of(NodeKind::kMessage));
    t.exposed = std::max(t.exposed, rank.exposed);
  }
  t.ranks = std::move(ranks);
  return t;
}

/// Compares the metrics of a collective or of a program with their lower bounds.
void measure_against_bounds(RunResult& r, const Prepared& cell) {
  if (cell.algorithm != nullptr) {
    const Algorithm& a = chosen(*cell.algorithm, cell.problem);
    r.blocks = blocks_for(*cell.algorithm, cell.problem);
    r.radix = a.radixed ? radix_for(a, cell.problem) : 0;
  }
  const auto [bounds, swing, useful] = yardstick_of(cell.spec, cell.network.get());
  r.deficiency = deficiency_of(r.metrics, bounds, *cell.network);
  if (swing) r.swing = deficiency_of(r.metrics, *swing, *cell.network);
  const double seconds = to_seconds(r.metrics.completion);
  r.goodput_bps = seconds > 0 ? static_cast<double>(useful.count()) * 8 / seconds : 0;
}

/// Returns an execution with known metrics, on the network of its cell.
Execution known_execution(Metrics metrics, const Network& network) {
  for (LinkLoad& load : metrics.hottest) {
    const double cost = network.costs.of(load.ends).bandwidth.inverse().ps;
    load.utilization = static_cast<double>(load.bytes.count()) * cost /
                       static_cast<double>(metrics.completion.count());
  }
  return {.metrics = std::move(metrics)};
}

/// Measures a run. `known` may give the metrics without a run; it may be empty.
void measure(RunResult& r, const Observers& observers, Detail detail, const WrapComm& wrap,
             const Known& known) {
  const auto begin = std::chrono::steady_clock::now();
  const PluginConversation conversation;
  const Prepared cell = prepared(r.spec);
  r.spec = cell.spec;
  if (cell.failure) std::rethrow_exception(cell.failure);
  Network network = *cell.network;
  // Observers see the events of all ranks.
  if (!observers.see_order() && !wrap) network.symmetry = cell.symmetry;
  const auto program = cell.program();
  const RunSpec& spec = r.spec;
  const Op& op = find_op(spec.op, spec.datatype);
  const KeepPrinted keep{r, *program};
  const StackReserve stacks;  // of a second run, without contention
  const auto start = std::chrono::steady_clock::now();
  const auto executed = [&] {
    return execute(*program, network, spec.engine, spec.payload, op, observers, wrap);
  };
  Execution done;
  try {
    const auto metrics = known ? known(network, spec.engine) : std::nullopt;
    done = metrics ? known_execution(*metrics, network) : executed();
  } catch (const NotSymmetric&) {
    const bool fits = spec.ranks <= physical_memory() / kStackBytes;
    if (spec.symmetry == SymmetryUse::kOn || !fits) throw;
    network.symmetry = nullptr;
    done = executed();
  }
  const double emulating = seconds_since(start);
  r.metrics = done.metrics;
  if (const auto* const schedule = schedule_of(spec))
    r.metrics.reduced_max_rank = Bytes(schedule->program->reduced_max_rank);
  r.verified = done.verified;
  r.reproducible = done.reproducible;
  r.trace = trace_times(program->rank_times());
  if (!cell.operations.empty()) {
    add_operations(r, cell);
  } else {
    measure_against_bounds(r, cell);
  }
  if (detail == Detail::kFull) {
    r.uncontended = uncontended_time(r, *program, network, op);
    r.bounds = bounds_of(cell);
  }
  const auto messages = static_cast<double>(r.metrics.messages);
  r.effort = {seconds_since(begin), emulating > 0 ? messages / emulating : 0, peak_rss()};
  if (detail == Detail::kTime) r.metrics.per_round.clear();
  if (done.verified == false) {
    fail(r, Outcome::kVerificationFailed, done.mismatch);
  } else if (is_held_to_promises(cell)) {
    auto wrong = broken_promise(*cell.algorithm, cell.problem, spec.engine, r.metrics);
    if (!wrong) wrong = broken_promise(*cell.algorithm, done);
    if (wrong) fail(r, Outcome::kVerificationFailed, *wrong);
  }
}

/// Returns the memory that this process may use, independent of others.
std::int64_t memory_limit() {
  rlimit limit{};
  const bool known = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return known ? std::min(physical_memory(), static_cast<std::int64_t>(limit.rlim_cur))
               : physical_memory();
}

std::string lack_of_memory(const RunSpec& spec) {
  const std::int64_t estimate = memory_estimate(spec), limit = memory_limit();
  const std::string most = short_size(Bytes(limit));
  return fmt::format(
      "not enough memory: {} ranks of {} need {}; expected fewer ranks or a smaller problem",
      short_count(spec.ranks), spec.bytes_text,
      estimate > limit ? fmt::format("about {} or more, and this process may use {}",
                                     short_size(Bytes(estimate)), most)
                       : fmt::format("more than the {} that this process may use", most));
}

/// Runs a cell; errors are in the result.
void run_measured(RunResult& r, const Observers& observers, Detail detail, const WrapComm& wrap,
                  const Known& known = {}) {
  try {
    measure(r, observers, detail, wrap, known);
  } catch (const DeadlockError& e) {
    r.waiting_ranks = e.waiting();
    r.waits = e.waits();
    fail(r, Outcome::kDeadlock, e.what());
  } catch (const Stopped&) {
    throw;
  } catch (const NotSupported& e) {
    fail(r, Outcome::kSkipped, fmt::format("skipped: {}", e.what()));
  } catch (const PluginError& e) {
    fail(r, outcome_of(e), plugin_prefix(r.spec) + e.what());
  } catch (const RankError& e) {
    fail(r, outcome_of_program_error(r.spec), plugin_prefix(r.spec) + e.what());
  } catch (const std::bad_alloc&) {
    fail(r, Outcome::kBadInput, lack_of_memory(r.spec));
  } catch (const std::invalid_argument& e) {
    fail(r, Outcome::kBadInput, e.what());
  } catch (const std::exception& e) {  // LogicError
    fail(r, Outcome::kInternalError, e.what());
  }
}

/// Returns the cell with the seed of its i-th repeat; the first has its own.
RunSpec repeat_of(RunSpec spec, int i) {
  const std::uint64_t seed = drawn(spec.seed, Purpose::kRepeat, static_cast<std::uint64_t>(i)) >> 1;
  find_key("seed")->set(spec, fmt::format("{}", seed));
  return spec;
}

/// The times of a run and of each of its operations, for one repeat after the other.
class RepeatedTimes {
 public:
  explicit RepeatedTimes(const RunResult& first) : of_operations_(first.operations.size()) {
    add(first);
  }
  void add(const RunResult& repeat) {
    of_run_.push_back(repeat.metrics.completion);
    for (std::size_t i = 0; i < of_operations_.size(); ++i)
      of_operations_[i].push_back(repeat.operations.at(i).metrics.completion);
  }
  void tell(RunResult& first) const {
    first.spread = spread_of(of_run_);
    for (std::size_t i = 0; i < of_operations_.size(); ++i)
      first.operations[i].spread = spread_of(of_operations_[i]);
  }

 private:
  std::vector<Time> of_run_;
  std::vector<std::vector<Time>> of_operations_;
};

/// Repeats a run for its spread, and fails as the first repeat that fails.
void repeat(RunResult& r, const RunSpec& spec) {
  if (!is_measured(r)) return;
  RepeatedTimes times(r);
  for (int i = 1; i < spec.conditions.repeats; ++i) {
    RunResult again;
    again.spec = repeat_of(spec, i);
    run_measured(again, {}, Detail::kTime, {});
    if (again.outcome != Outcome::kFine)
      return fail(
          r, again.outcome,
          fmt::format("repeat {} (seed {}): {}", i + 1, again.spec.seed, again.error.value_or("")));
    times.add(again);
  }
  times.tell(r);
}

}  // namespace

RunResult::RunResult() = default;
RunResult::RunResult(const RunResult& other) = default;
RunResult::RunResult(RunResult&& other) noexcept = default;
RunResult& RunResult::operator=(const RunResult& other) = default;
RunResult& RunResult::operator=(RunResult&& other) noexcept = default;
RunResult::~RunResult() = default;

std::span<const std::string_view> outcome_names() {
  static constexpr std::array<std::string_view, 10> kNames{
      "fine",     "skipped", "not-run",        "verification failed", "bad input",
      "deadlock", "crashed", "limit exceeded", "forbidden",           "internal error"};
  return kNames;
}

bool has_run(const RunResult& result) {
  return result.outcome != Outcome::kSkipped && result.outcome != Outcome::kNotRun;
}

std::string_view outcome_name(Outcome outcome) {
  return outcome_names()[static_cast<std::size_t>(outcome)];
}

Outcome outcome_of(const PluginError& e) {
  switch (e.kind()) {
    case PluginError::Kind::kLimit:
      return Outcome::kLimit;
    case PluginError::Kind::kForbidden:
      return Outcome::kForbidden;
    case PluginError::Kind::kCrashed:
      break;
  }
  return Outcome::kCrashed;
}

bool is_measured(const RunResult& result) {
  return result.outcome == Outcome::kFine || result.outcome == Outcome::kVerificationFailed;
}

bool competes(const RunResult& result) {
  return result.outcome == Outcome::kFine;
}

Network make_network(const RunSpec& spec) {
  return *prepared(spec).network;
}

std::optional<NetworkBounds> bounds_of(const RunSpec& spec) {
  const Preparation result = prepare(spec);
  const auto* const cell = std::get_if<Prepared>(&result);
  return cell != nullptr && !cell->failure ? bounds_of(*cell) : std::nullopt;
}

RunResult run_one(const RunSpec& spec, const Observers& observers, Detail detail,
                  const WrapComm& wrap) {
  RunResult r;
  r.spec = spec;
  r.title = spec.title;
  if (!spec.skipped.empty()) {
    fail(r, Outcome::kSkipped, "skipped: " + spec.skipped);
    return r;
  }
  run_measured(r, observers, detail, wrap);
  if (spec.conditions.repeats > 1) repeat(r, spec);
  return r;
}

RunResult run_known(const RunSpec& spec, const Observers& observers, Detail detail,
                    const Known& known) {
  RunResult r;
  r.spec = spec;
  r.title = spec.title;
  run_measured(r, observers, detail, {}, known);
  return r;
}

}  // namespace orrery::inline run
