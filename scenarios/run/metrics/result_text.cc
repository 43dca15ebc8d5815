#include "scenarios/run/metrics/result_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emu/base/printable.h"
#include "emu/base/quantity.h"
#include "scenarios/cell/given_operations.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/run/operation_results.h"
#include "scenarios/text/json_limits.h"

namespace orrery::inline run {
namespace {

using Json = nlohmann::ordered_json;

/// Returns a number as JSON, which has no infinity.
Json json_of(double value) {
  return std::isfinite(value) ? Json(value) : Json(fmt::format("{}", value));
}
double real(const Json& j) {
  return j.is_string() ? std::strtod(j.get_ref<const std::string&>().c_str(), nullptr)
                       : j.get<double>();
}

template <class Value>
Json json_of(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}
template <class Value>
std::optional<Value> optional(const Json& j) {
  return j.is_null() ? std::nullopt : std::optional(j.get<Value>());
}

Time time(const Json& j) {
  return Time(j.get<std::int64_t>());
}
Bytes bytes(const Json& j) {
  return Bytes(j.get<std::int64_t>());
}

Json json_of(const RoundMetrics& r) {
  return {r.messages,         r.bytes.count(),       r.max_port.count(),
          r.max_link.count(), r.first_start.count(), r.last_end.count()};
}
RoundMetrics round_of(const Json& j) {
  return {j.at(0).get<std::int64_t>(),
          bytes(j.at(1)),
          bytes(j.at(2)),
          bytes(j.at(3)),
          time(j.at(4)),
          time(j.at(5))};
}

Json json_of(const LinkLoad& l) {
  return {l.link, l.ends.from, l.ends.to, l.ends.level, l.bytes.count(), json_of(l.utilization)};
}
LinkLoad load_of(const Json& j) {
  return {j.at(0).get<LinkId>(),
          {j.at(1).get<NodeId>(), j.at(2).get<NodeId>(), j.at(3).get<int>()},
          bytes(j.at(4)),
          j.size() > 5 ? real(j.at(5)) : 0};  // older files have none
}

Json json_of(const RankTimes& t) {
  Json j{t.end.count(), t.exposed.count(), t.idle.count()};
  for (const Time busy : t.busy) j.push_back(busy.count());
  return j;
}
RankTimes times_of(const Json& j) {
  RankTimes t{.end = time(j.at(0)), .exposed = time(j.at(1)), .idle = time(j.at(2))};
  for (std::size_t k = 0; k < kNodeKinds; ++k) t.busy[k] = time(j.at(3 + k));
  return t;
}

template <class Item>
Json list_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

/// Writes members of Metrics that no table has.
void put(const Metrics& m, Json& j) {
  j["shared"] = m.shared;
  j["per_round"] = list_of(m.per_round);
  j["hottest"] = list_of(m.hottest);
  j["sums"] = {m.port_sum.count(), m.link_sum.count()};
}
void take(Metrics& m, const Json& j) {
  m.shared = j.at("shared").get<bool>();
  for (const Json& round : j.at("per_round")) m.per_round.push_back(round_of(round));
  for (const Json& load : j.at("hottest")) m.hottest.push_back(load_of(load));
  if (const auto sums = j.find("sums"); sums != j.end())  // older files have none
    m.port_sum = bytes(sums->at(0)), m.link_sum = bytes(sums->at(1));
}

/// Returns a cut of the bounds, which no table has.
Json json_of(const Cut& c) {
  return {json_of(c.ps), json_of(c.bytes), json_of(c.capacity), c.hosts, c.sets, c.into};
}
Cut cut_of(const Json& j) {
  return {real(j.at(0)),      real(j.at(1)),      real(j.at(2)),
          j.at(3).get<int>(), j.at(4).get<int>(), j.at(5).get<bool>()};
}

Outcome outcome_of(const Json& j) {
  const auto names = outcome_names();
  const auto found = std::ranges::find(names, j.get_ref<const std::string&>());
  if (found != names.end()) return static_cast<Outcome>(found - names.begin());
  throw std::invalid_argument("an unknown outcome");
}

struct ToJson {
  Json operator()(std::monostate) const { return {}; }
  Json operator()(Time t) const { return t.count(); }
  Json operator()(double d) const { return json_of(d); }
  template <class Value>
  Json operator()(const Value& value) const {
    return value;
  }
};

FieldValue value_from(Kind kind, const Json& j) {
  if (j.is_null()) return {};
  switch (kind) {
    case Kind::kText:
      return j.get<std::string>();
    case Kind::kInteger:
    case Kind::kBytes:
      return j.get<std::int64_t>();
    case Kind::kReal:
    case Kind::kBitRate:
      return real(j);
    case Kind::kTime:
      return time(j);
    case Kind::kBool:
      break;
  }
  return j.get<bool>();
}

Json::json_pointer place_of(const Metric& metric) {
  return Json::json_pointer(std::string(metric.stored));
}

/// Writes the metrics; leaves out metrics that are null and have no fixed place.
void put_metrics(const RunResult& r, Json& j) {
  for (const Metric& metric : all_metrics())
    if (const FieldValue value = metric.read(r); !std::holds_alternative<std::monostate>(value))
      j[place_of(metric)] = std::visit(ToJson{}, value);
}
void take_metrics(RunResult& r, const Json& j) {
  for (const Metric& metric : all_metrics()) try {
      metric.write(r, value_from(metric.kind, j.value(place_of(metric), Json())));
    } catch (const std::bad_variant_access&) {
      throw std::invalid_argument(fmt::format("not a result: it has no {}", metric.name));
    }
}

/// Returns a result; members have the order of all files of this format.
Json json_of(const RunResult& r) {
  Json j{{"outcome", outcome_name(r.outcome)},
         {"error", json_of(r.error)},
         {"waiting_ranks", r.waiting_ranks},
         {"metrics", Json::object()},
         {"deficiency", Json::array()},
         {"uncontended", Json()},
         {"goodput_bps", Json()},
         {"blocks", r.blocks},
         {"verified", Json()},
         {"effort", Json()},
         {"radix", r.radix}};
  put_metrics(r, j);
  put(r.metrics, j["metrics"]);
  if (r.bounds) j["bounds"]["worst"] = json_of(r.bounds->worst);
  if (r.trace) j["trace"]["ranks"] = list_of(r.trace->ranks);
  if (r.metrics.begin != Time(0)) j["begin"] = r.metrics.begin.count();
  for (const OperationResult& o : r.operations) j["operations"].push_back(json_of(as_run(o)));
  return j;
}
RunResult result_of(const RunSpec& spec, const Json& j) {
  RunResult r;
  r.spec = spec;
  r.title = spec.title;
  r.outcome = outcome_of(j.at("outcome"));
  r.error = optional<std::string>(j.at("error"));
  r.waiting_ranks = j.at("waiting_ranks").get<std::vector<int>>();
  r.blocks = j.at("blocks").get<int>();
  r.radix = j.value("radix", 0);
  take_metrics(r, j);
  take(r.metrics, j.at("metrics"));
  if (r.bounds) r.bounds->worst = cut_of(j.at("bounds").at("worst"));
  if (r.trace)
    for (const Json& rank : j.at("trace").at("ranks")) r.trace->ranks.push_back(times_of(rank));
  r.metrics.begin = Time(j.value("begin", std::int64_t{0}));
  const Json operations = j.value("operations", Json::array());
  const auto given = given_operations(spec);
  for (std::size_t i = 0; i < std::min(operations.size(), given.size()); ++i) {
    RunSpec own = spec_of_operation(spec, given[i]);
    const RunResult measured = result_of(own, operations[i]);
    r.operations.push_back({measured, given[i].name(), std::move(own)});
  }
  return r;
}

}  // namespace

std::string result_text(const RunResult& result) {
  return json_of(result).dump(-1, ' ', false, Json::error_handler_t::replace);
}

RunResult parse_result(const RunSpec& spec, std::string_view text) {
  try {
    check_json_limits(text);  // of an untrusted process
    return result_of(spec, Json::parse(text));
  } catch (const JsonBeyondLimits& e) {
    throw std::invalid_argument(fmt::format("not a result: {}", e.what()));
  } catch (const Json::exception& e) {
    throw std::invalid_argument(fmt::format("not a result: {}", e.what()));
  }
}

bool& formulas_in_csv() {
  static bool allowed = false;
  return allowed;
}

std::string csv_text(std::string_view text) {
  const bool computed = text.find_first_of("=+-@\t") == 0 && !plain_number(text);
  return csv_quoted(computed && !formulas_in_csv() ? fmt::format("'{}", text) : std::string(text));
}

std::string csv_quoted(std::string_view given) {
  const std::string text = printable(given);
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace orrery::inline run
