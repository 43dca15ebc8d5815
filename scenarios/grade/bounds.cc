#include "scenarios/grade/bounds.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "emu/base/expression.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/text/units_text.h"

namespace orrery {
namespace {

constexpr std::string_view kRounds = "rounds";

bool is_number(const Field& field) {
  return !field.timing && !std::isnan(number_of(field.get(RunResult())));
}

const Field& number_field(std::string_view name) {
  const Field* const field = find_field(name);
  if (field == nullptr)
    throw std::invalid_argument(fmt::format("'{}' is no field of results", name));
  if (!is_number(*field))
    throw std::invalid_argument(fmt::format("'{}' is no number that a run determines", name));
  return *field;
}

/// A problem where a message takes a microsecond, whatever its size.
RunSpec counting_rounds(RunSpec spec) {
  const LinkCost free{.bandwidth = parse_bandwidth("1000000Tb/s"), .latency = Time(0)};
  for (LinkCost& link : spec.costs.links) link = free;
  spec.costs.alpha = spec.costs.host_alpha = Time(1us);
  spec.ports.hold = Ports::Hold::kMessage;
  spec.costs.overhead = spec.costs.hop_latency = Time(0);
  spec.costs.gamma = spec.costs.host_beta = CostPerByte{0};
  spec.engine.protocol = Protocol::kSync;
  spec.engine.sync = Sync::kAsync;
  return spec;
}

double rounds_by_clock(const RunSpec& spec) {
  const RunResult counted = run_one(counting_rounds(spec), nullptr, Detail::kTime);
  if (!is_measured(counted)) throw std::invalid_argument(*counted.error);
  return std::floor(to_seconds(counted.metrics.completion) * 1e6 + 0.01);
}

double metric_of(std::string_view metric, const RunResult& result) {
  if (metric == kRounds) return rounds_by_clock(result.spec);
  return number_of(number_field(metric).get(result));
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
    other.algorithm = find_algorithm(other.collective, algorithm).name;
    const RunResult measured = run_one(other, nullptr, Detail::kTime);
    if (!is_measured(measured)) throw std::invalid_argument(*measured.error);
    return metric_of(metric, measured);
  };
  return names;
}

std::string value_text(std::string_view metric, double value) {
  const Kind kind = metric == kRounds ? Kind::kInteger : number_field(metric).kind;
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

std::optional<std::string> beyond(const Bound& bound, const RunResult& result) {
  constexpr double kRounding = 1e-9;
  const double most = formula_value(bound.formula, names_of(result));
  const double has = metric_of(bound.metric, result);
  if (has <= most + kRounding * std::abs(most)) return std::nullopt;
  const double decimals = std::floor(most * 1000) / 1000;
  return fmt::format("{} is {}; at most {} ({})", bound.metric, value_text(bound.metric, has),
                     value_text(bound.metric, bound.metric == kRounds ? decimals : most),
                     bound.formula);
}

}  // namespace orrery
