#include "scenarios/grade/bounds.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "emu/base/expression.h"
#include "emu/engine/executor.h"
#include "emu/schedule/recording.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline grade {
namespace {

bool is_number(const Field& field) {
  return !field.timing && !std::isnan(number_of(field.get(RunResult())));
}

/// Returns why a metric decides nothing in a grade; empty for one that does.
std::string_view refused(std::string_view name) {
  for (const Metric& m : all_metrics()) {
    if (m.name != name) continue;
    if (m.late) return "needs a second run, which is not verified";
    if (m.stored.starts_with("/deficiency/") || m.stored.starts_with("/swing/"))
      return "depends on what the algorithm calls a round; bound rounds, bytes_max_rank or "
             "max_link_bytes";
  }
  return "";
}

const Field& number_field(std::string_view name) {
  const Field* const field = find_field(name);
  if (field == nullptr)
    throw std::invalid_argument(fmt::format("'{}' is not a field of results", name));
  if (const std::string_view why = refused(field->name); !why.empty())
    throw std::invalid_argument(fmt::format("'{}' {}", name, why));
  if (!is_number(*field))
    throw std::invalid_argument(fmt::format("'{}' is not a number that a run determines", name));
  return *field;
}

/// Returns the cell on a network where a message of any size takes a microsecond, and nothing else
/// takes time.
RunSpec counting_rounds(RunSpec spec) {
  const LinkCost free{.bandwidth = parse_bandwidth("1000000Tb/s"), .latency = Time(0)};
  for (LinkCost& link : spec.costs.links) link = free;
  spec.costs.alpha = spec.costs.host_alpha = Time(1us);
  spec.ports.hold = Ports::Hold::kMessage;
  spec.costs.overhead = spec.costs.hop_latency = Time(0);
  spec.costs.gamma = spec.costs.host_beta = CostPerByte{0};
  spec.engine.protocol = Protocol::kSync;
  spec.engine.sync = Sync::kAsync;
  spec.conditions = {};
  return spec;
}

/// Counts the messages of a run that follow one another.
int rounds_by_clock(const Recording& recording, const RunSpec& spec) {
  const RunSpec counting = counting_rounds(spec);
  const Schedule schedule = recording.schedule();
  const auto counted = Executor(schedule).run(make_network(counting), counting.engine);
  if (!counted) throw std::invalid_argument("its messages wait for each other");
  return static_cast<int>(std::floor(to_seconds(counted->completion) * 1e6 + 0.01));
}

FormulaNames names_of(const RunResult& result) {
  const RunSpec& spec = result.spec;
  const double p = spec.ranks, m = static_cast<double>(spec.bytes.count());
  std::int64_t largest = 0;
  for (const std::int64_t size : spec.sizes) largest = std::max(largest, size);
  FormulaNames names;
  names.values = {{"p", p},
                  {"q", std::ceil(std::log2(p) - 1e-9)},
                  {"m", m},
                  {"n", result.blocks},
                  {"largest", static_cast<double>(largest)}};
  names.metric_of = [&result](std::string_view metric, std::string_view algorithm) {
    RunSpec other = result.spec;
    other.runs = CollectiveRun();
    other.algorithm = find_algorithm(other.collective, algorithm).name;
    const RunResult measured = judged_run(other);
    if (!is_measured(measured)) throw std::invalid_argument(*measured.error);
    return number_of(number_field(metric).get(measured));
  };
  return names;
}

std::string value_text(std::string_view metric, double value) {
  const Kind kind = number_field(metric).kind;
  if (kind == Kind::kTime) return short_time(Time(std::llround(value * 1e12)));
  return fmt::format("{:.10g}{}{}", value, unit_of(kind).empty() ? "" : " ", unit_of(kind));
}

}  // namespace

void check_bound(const Bound& bound, const std::string& collective) {
  number_field(bound.metric);
  FormulaNames names = names_of({});
  names.metric_of = [&](std::string_view metric, std::string_view algorithm) {
    number_field(metric);
    find_algorithm(collective, algorithm);
    return 1.0;
  };
  formula_value(bound.formula, names);
}

RunResult judged_run(const RunSpec& spec, const WrapComm& wrap) {
  Recording recording(Recording::Of::kTimes);
  Observers observers;
  observers.recording = &recording;
  RunSpec every_rank = spec;
  every_rank.symmetry = SymmetryUse::kOff;
  RunResult result = run_one(every_rank, observers, Detail::kTime, wrap);
  result.spec.symmetry = spec.symmetry;
  if (is_measured(result)) result.metrics.rounds = rounds_by_clock(recording, spec);
  return result;
}

std::optional<std::string> beyond(const Bound& bound, const RunResult& result) {
  constexpr double kRounding = 1e-9;
  const double most = formula_value(bound.formula, names_of(result));
  const double has = number_of(number_field(bound.metric).get(result));
  if (has <= most + kRounding * std::abs(most)) return std::nullopt;
  const double decimals = std::floor(most * 1000) / 1000;
  return fmt::format("{} is {}; at most {} ({})", bound.metric, value_text(bound.metric, has),
                     value_text(bound.metric, bound.metric == "rounds" ? decimals : most),
                     bound.formula);
}

}  // namespace orrery::inline grade
