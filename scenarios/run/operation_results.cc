#include "scenarios/run/operation_results.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "algorithms/bounds/network_bounds.h"
#include "emu/base/index.h"
#include "emu/net/conditions.h"
#include "scenarios/cell/given_operations.h"
#include "scenarios/document/selectors.h"
#include "scenarios/text/words.h"

namespace orrery::inline run {
namespace {

/// Metrics of a run that each operation has, too.
constexpr std::array<std::string_view, 16> kOperationMetrics{
    "completion_time_s", "rounds",       "messages",    "bytes_total",
    "bytes_max_rank",    "lambda",       "psi",         "xi",
    "median_time_s",     "p10_time_s",   "p90_time_s",  "median_low_s",
    "median_high_s",     "least_time_s", "mean_time_s", "most_time_s"};
constexpr std::string_view kStartField = "start_s", kEndField = "end_s";

/// The lower bounds of a group.
struct Least {
  double rounds = 0, host_bytes = 0;
  Bytes useful{0};
};

/// Returns the needs of hosts for the messages, or for the collective of a group, once.
HostNeeds needs_once(const GroupOperation& operation, const OperationGroup& group) {
  HostNeeds needs(at(group.network->topology->hosts()));
  if (operation.kind == GroupOperation::Kind::kMessages) {
    for (const auto& [from, to] : group.messages) {
      const auto a = at(group.network->host_of[at(from)]), b = at(group.network->host_of[at(to)]);
      if (a == b) continue;
      const auto bytes = static_cast<double>(group.problem.bytes().count());
      needs.out[a] += bytes, needs.in[b] += bytes, needs.all += bytes;
    }
  } else if (operation.kind != GroupOperation::Kind::kCompute) {
    const Collective& c = find_collective(group.algorithm->collective);
    if (c.crossing == nullptr) return needs;
    const double element = c.synchronises ? 0 : group.problem.element_bytes;
    return needs_of(HostCrossing(c.crossing(group.problem), element, *group.network));
  }
  return needs;
}

Least least_once(const GroupOperation& operation, const OperationGroup& group, int most_at_once) {
  if (operation.kind == GroupOperation::Kind::kCompute) return {1, 0, Bytes(0)};
  if (operation.kind == GroupOperation::Kind::kMessages)
    return {1, needs_once(operation, group).busiest(0),
            Bytes(group.problem.bytes().count() * std::ssize(group.messages))};
  const Collective& c = find_collective(group.algorithm->collective);
  const LowerBounds bounds = c.bounds(group.problem);
  return {bounds.fewest_rounds(most_at_once), bounds.host_bytes, c.useful_bytes(group.problem)};
}

Least least_of(const GroupOperation& operation, const OperationGroup& group, int most_at_once) {
  const Least once = least_once(operation, group, most_at_once);
  return {operation.repeat * once.rounds, operation.repeat * once.host_bytes,
          operation.repeat * once.useful};
}

double bits_per_second(Bytes useful, Time time) {
  return time > Time(0) ? static_cast<double>(useful.count()) * 8 / to_seconds(time) : 0;
}

/// The result of an operation, and the needs of its hosts.
class MeasuredOperation {
 public:
  MeasuredOperation(const RunResult& whole, const Prepared& cell, std::size_t i)
      : operation_(cell.operations[i]), needs_(at(cell.network->topology->hosts())) {
    result_.spec = spec_of_operation(cell.spec, given_operations(cell.spec)[i]);
    result_.name = operation_.name;
    result_.verified = whole.verified;
    result_.metrics = whole.metrics.lanes.empty() ? whole.metrics : whole.metrics.lanes[i];
    if (whole.metrics.lanes.empty()) result_.metrics.begin = first_arrival(cell);
    result_.metrics.completion -= result_.metrics.begin;
    result_.metrics.lanes.clear();
    for (const OperationGroup& group : operation_.groups) add(group);
    // An operation that sends nothing takes no more rounds than it needs.
    if (result_.metrics.messages == 0)
      least_.rounds = std::min<double>(least_.rounds, result_.metrics.rounds);
    const int ports = cell.network->ports_per_host();
    result_.deficiency = deficiency(result_.metrics, least_.rounds, least_.host_bytes / ports);
    result_.goodput_bps = bits_per_second(least_.useful, result_.metrics.completion);
  }

  OperationResult take() { return std::move(result_); }
  const Least& least() const { return least_; }
  const HostNeeds& needs() const { return needs_; }

 private:
  /// Returns when the first rank begins, for an operation that is the whole run.
  Time first_arrival(const Prepared& cell) const {
    const Conditions* const conditions = cell.network->conditions.get();
    if (conditions == nullptr || conditions->arrivals.empty()) return Time(0);
    Time first = Time::max();
    for (const OperationGroup& group : operation_.groups)
      for (const int rank : group.ranks)
        first = std::min(first, conditions->arrivals[static_cast<std::size_t>(rank)]);
    return first;
  }
  void add(const OperationGroup& group) {
    const Least least = least_of(operation_, group, result_.metrics.most_at_once);
    least_.rounds = std::max(least_.rounds, least.rounds);
    least_.host_bytes = std::max(least_.host_bytes, least.host_bytes);
    least_.useful += least.useful;
    needs_.add(needs_once(operation_, group), static_cast<double>(operation_.repeat));
    if (group.algorithm == nullptr) return;
    result_.spec.algorithm = group.algorithm->name;
    result_.blocks = blocks_for(*group.algorithm, group.problem);
    const Algorithm& chosen_one = chosen(*group.algorithm, group.problem);
    result_.radix = chosen_one.radixed ? radix_for(chosen_one, group.problem) : 0;
  }

  const GroupOperation& operation_;
  OperationResult result_;
  Least least_;
  HostNeeds needs_;
};

/// The fewest bytes through a host for all operations. Successive operations need their bytes in
/// succession. Those that overlap in time, and those between them in the order of rounds, count as
/// one step (Metrics::port_sum): then the bound is the largest of the bytes that some host must
/// receive for all of them, that it must send, its share of all sent bytes, and the need of one of
/// them.
class TogetherLeast {
 public:
  explicit TogetherLeast(const Network& network)
      : hosts_(at(network.topology->hosts())),
        with_ranks_(static_cast<int>(
            std::set<NodeId>(network.host_of.begin(), network.host_of.end()).size())) {}

  void add(const Metrics& times, double least, const HostNeeds& needs) {
    parts_.push_back({times.begin, times.begin + times.completion, least, needs});
  }
  double find() const {
    double all = 0;
    for (std::size_t i = 0; i < parts_.size(); i = end_of_overlap(i))
      all += least_of(i, end_of_overlap(i));
    return all;
  }

 private:
  struct Part {
    Time begin{0}, end{0};
    double least = 0;
    HostNeeds needs;
  };

  /// Returns the end of the parts from `first` on that count together.
  std::size_t end_of_overlap(std::size_t first) const {
    Time begin = parts_[first].begin, end = parts_[first].end;
    std::size_t i = first + 1;
    for (std::size_t k = i; k < parts_.size(); ++k) {
      if (parts_[k].begin >= end || parts_[k].end <= begin) continue;
      for (; i <= k; ++i) {
        begin = std::min(begin, parts_[i].begin);
        end = std::max(end, parts_[i].end);
      }
    }
    return i;
  }

  double least_of(std::size_t first, std::size_t end) const {
    HostNeeds needs(hosts_);
    double least = 0;
    for (std::size_t i = first; i < end; ++i) {
      least = std::max(least, parts_[i].least);
      needs.add(parts_[i].needs, 1);
    }
    return std::max(least, needs.busiest(with_ranks_));
  }

  std::size_t hosts_;
  int with_ranks_;
  std::vector<Part> parts_;
};

/// Adds all metrics of a collective's run, for one collective that is the whole run.
void add_collective(RunResult& r, const Prepared& cell, const OperationGroup& group) {
  const Collective& c = find_collective(group.algorithm->collective);
  r.blocks = r.operations.front().blocks;
  r.radix = r.operations.front().radix;
  if (c.swing_bounds != nullptr) {
    const LowerBounds swing = c.swing_bounds(group.problem);
    r.swing = deficiency(r.metrics, swing.fewest_rounds(r.metrics.most_at_once),
                         swing.host_bytes / cell.network->ports_per_host());
  }
}

FieldValue start_of(const RunResult& operation) {
  return operation.metrics.begin;
}
FieldValue end_of(const RunResult& operation) {
  return operation.metrics.begin + operation.metrics.completion;
}

/// Returns a metric of an operation, from the result of that.
Field metric_of_operation(std::string_view name) {
  if (name == kStartField || name == "start")
    return {std::string(kStartField), Kind::kTime, start_of, "When the first rank began it"};
  if (name == kEndField || name == "end")
    return {std::string(kEndField), Kind::kTime, end_of, "When the last rank ended it"};
  const Field* const field = find_field(name);
  return field != nullptr &&
                 std::ranges::find(kOperationMetrics, field->name) != kOperationMetrics.end()
             ? *field
             : Field();
}

/// Returns the metrics of an operation, for the fields of runs; nothing if it was not measured.
std::optional<RunResult> measured_by(const RunResult& r, std::string_view operation) {
  const auto found = std::ranges::find(r.operations, operation, &OperationResult::name);
  return found == r.operations.end() ? std::nullopt : std::optional(as_run(*found));
}

}  // namespace

RunResult as_run(const OperationResult& operation) {
  RunResult run;
  static_cast<Measured&>(run) = operation;
  return run;
}

void add_operations(RunResult& result, const Prepared& cell) {
  TogetherLeast together(*cell.network);
  Least whole;
  for (std::size_t i = 0; i < cell.operations.size(); ++i) {
    MeasuredOperation operation(result, cell, i);
    whole.rounds += operation.least().rounds;
    whole.useful += operation.least().useful;
    result.operations.push_back(operation.take());
    together.add(result.operations.back().metrics, operation.least().host_bytes, operation.needs());
  }
  result.deficiency =
      deficiency(result.metrics, whole.rounds, together.find() / cell.network->ports_per_host());
  result.goodput_bps = bits_per_second(whole.useful, result.metrics.completion);
  if (const OperationGroup* const only = only_collective(cell)) add_collective(result, cell, *only);
}

const OperationGroup* only_collective(const Prepared& cell) {
  if (cell.operations.size() != 1 || cell.operations.front().groups.size() != 1) return nullptr;
  const OperationGroup& group = cell.operations.front().groups.front();
  return group.algorithm == nullptr ? nullptr : &group;
}

std::vector<std::pair<std::string, FieldValue>> operation_fields(const RunResult& result) {
  std::vector<std::pair<std::string, FieldValue>> fields;
  for (const GivenOperation& given : given_operations(result.spec)) {
    const auto measured = measured_by(result, given.name());
    const auto add = [&](std::string_view name) {
      fields.emplace_back(fmt::format("operation.{}.{}", given.name(), name),
                          measured ? metric_of_operation(name).get(*measured) : FieldValue());
    };
    add(kStartField);
    add(kEndField);
    for (const std::string_view name : kOperationMetrics) add(name);
  }
  return fields;
}

std::string_view operation_in(std::string_view field) {
  if (!field.starts_with(kOperationField)) return {};
  field.remove_prefix(kOperationField.size());
  return field.substr(0, field.find('.'));
}

std::optional<Complaint> missing_operation(std::string_view field, const RunSpec& cell) {
  const std::string_view name = operation_in(field);
  if (name.empty()) return std::nullopt;
  if (!runs_operations(cell))
    return Complaint{"the scenario has no operations", "an [[operation]]"};
  std::vector<std::string_view> names;
  for (const GivenOperation& o : given_operations(cell)) names.push_back(o.value("name")->text);
  if (std::ranges::find(names, name) != names.end()) return std::nullopt;
  return unknown_word(name, names, fmt::format("operation '{}' is unknown", name));
}

const Field* find_operation_field(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, Field, std::less<>> known;
  const std::scoped_lock lock(mutex);
  if (const auto found = known.find(name); found != known.end()) return &found->second;
  const std::string operation(operation_in(name));
  const Field metric = metric_of_operation(name.substr(name.rfind('.') + 1));
  if (metric.name.empty() || operation.empty()) return nullptr;
  Field field = metric;
  field.name = fmt::format("{}{}.{}", kOperationField, operation, metric.name);
  field.get = [operation, metric](const RunResult& r) {
    const auto measured = measured_by(r, operation);
    return measured ? metric.get(*measured) : FieldValue();
  };
  return &known.emplace(name, std::move(field)).first->second;
}

}  // namespace orrery::inline run
