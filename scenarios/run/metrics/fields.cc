#include "scenarios/run/metrics/fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/keys/keys.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/run/operation_results.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline run {
namespace {

/// The first columns of every file, which keep their places for readers that use column numbers.
/// Other entries in the tables of keys and metrics follow them.
constexpr std::string_view kFirst =
    "title,collective,algorithm,ranks,topology,mapping,bytes,payload,seed,completion_time_s,"
    "uncontended_time_s,goodput_bps,rounds,messages,bytes_total,bytes_max_rank,reduced_max_rank,"
    "lambda,psi,xi,max_link_bytes,verified,wall_s,messages_per_s,peak_rss_bytes,error,outcome,"
    "blocks,root,op,datatype,ranks_per_host,ports,duplex,routing,contention,link_bandwidth,link_"
    "latency,core_bandwidth,core_latency,hop_latency,host_alpha,host_beta,alpha,overhead,gamma,"
    "protocol,sync,order,skips,distribution,sizes,rho,orrery_version,level_bandwidth,level_latency,"
    "cores_per_host,schedule";

FieldValue integer(std::int64_t value) {
  return value;
}

/// Returns the fields on the run itself, and its final values of keys of the same name.
std::vector<Field> facts() {
  return {
      {"title", Kind::kText, [](const RunResult& r) { return r.title; }, "Title of the scenario"},
      {"error", Kind::kText,
       [](const RunResult& r) { return r.error ? FieldValue(*r.error) : FieldValue(); },
       "Why the run failed or was skipped; null for one that is fine"},
      {"outcome", Kind::kText,
       [](const RunResult& r) { return std::string(outcome_name(r.outcome)); },
       "fine, skipped, not-run (the sweep was stopped), verification failed, bad input, deadlock, "
       "crashed, limit exceeded, "
       "forbidden or internal error"},
      {"bytes", Kind::kBytes, [](const RunResult& r) { return integer(r.spec.bytes.count()); },
       "Size of the problem in bytes"},
      {"blocks", Kind::kInteger, [](const RunResult& r) { return integer(r.blocks); },
       "Blocks that the algorithm cut its vector into"},
      {"radix", Kind::kInteger,
       [](const RunResult& r) { return r.radix > 0 ? integer(r.radix) : FieldValue(); },
       "Radix that the algorithm ran with; nothing if it has none"},
      {"orrery_version", Kind::kText, [](const RunResult&) { return std::string(ORRERY_VERSION); },
       "Version of the program that wrote the row"},
  };
}

Field field_of(const Key& key) {
  Field field{std::string(key.name), key.kind, {}, key.meaning};
  field.get = [&key](const RunResult& r) -> FieldValue {
    std::string text = key.get(r.spec);
    if (key.kind != Kind::kInteger) return text;
    return parse_integer(text, 0, std::numeric_limits<std::int64_t>::max());
  };
  return field;
}

/// A cost of a scenario as a number, so that it can be an axis.
struct CostNumber {
  std::string_view value, suffix, unit;  ///< Key::value, the end of the field's name
  FieldValue (*parse)(std::string_view text);
};

constexpr std::array kCostNumbers{
    CostNumber{"TIME", "_s", "seconds",
               [](std::string_view t) { return FieldValue(parse_time(t)); }},
    CostNumber{"BANDWIDTH", "_Bps", "bytes per second",
               [](std::string_view t) { return FieldValue(parse_bandwidth(t).bytes_per_second); }},
    CostNumber{"COST", "_s_per_byte", "seconds per byte",
               [](std::string_view t) { return FieldValue(parse_cost_per_byte(t).ps * 1e-12); }}};

/// Returns the numeric field that follows the field of a key; nothing for a key that is not a cost.
std::optional<Field> number_field_of(const Key& key) {
  const auto* number = std::ranges::find_if(kCostNumbers, [&](const CostNumber& n) {
    return key.value == n.value || key.value.starts_with(std::string(n.value) + '|');
  });
  if (number == kCostNumbers.end()) return std::nullopt;
  Field field{fmt::format("{}{}", key.name, number->suffix), Kind::kReal, {}, {}};
  if (number->suffix == "_s") field.kind = Kind::kTime;
  field.meaning = fmt::format("{} in {}", key.name, number->unit);
  // "COST|gamma": the value of the key gamma, if the value is its name.
  const std::size_t bar = key.value.find('|');
  const Key* const other = bar == std::string::npos ? nullptr : find_key(key.value.substr(bar + 1));
  field.get = [&key, other, number](const RunResult& r) -> FieldValue {
    const std::string text = key.get(r.spec);
    return number->parse(other != nullptr && text == other->name ? other->get(r.spec) : text);
  };
  return field;
}

Field field_of(const Metric& metric) {
  return {std::string(metric.name), metric.kind,
          [&metric](const RunResult& r) { return value_of(metric, r); },
          std::string(metric.meaning), metric.timing};
}

std::vector<Field> make_fields() {
  std::vector<Field> fields;
  const auto add = [&](Field field) {
    if (std::ranges::find(fields, field.name, &Field::name) == fields.end())
      fields.push_back(std::move(field));
  };
  for (Field& fact : facts()) add(std::move(fact));
  for (const Key& key : all_keys()) add(field_of(key));
  for (const Metric& metric : all_metrics()) add(field_of(metric));
  for (const Key& key : all_keys())
    if (std::optional<Field> number = number_field_of(key)) add(*std::move(number));
  const auto first = split(kFirst, ',');
  std::ranges::stable_sort(
      fields, {}, [&](const Field& f) { return std::ranges::find(first, f.name) - first.begin(); });
  return fields;
}

const std::vector<Field>& all_fields() {
  static const std::vector<Field> fields = make_fields();
  return fields;
}

struct JsonToken {
  std::string operator()(std::monostate) const { return "null"; }
  std::string operator()(bool b) const { return b ? "true" : "false"; }
  std::string operator()(std::int64_t i) const { return fmt::format("{}", i); }
  std::string operator()(double d) const {
    return std::isfinite(d) ? fmt::format("{}", d) : "null";
  }
  std::string operator()(Time t) const { return seconds_text(t); }
  std::string operator()(const std::string& s) const {
    return nlohmann::json(s).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
};

}  // namespace

std::span<const Field> fields() {
  return all_fields();
}

std::vector<std::string_view> field_names() {
  std::vector<std::string_view> names;
  for (const Field& field : fields()) names.emplace_back(field.name);
  return names;
}

const Field* find_field(std::string_view name) {
  if (!operation_in(name).empty()) return find_operation_field(name);
  const auto found = std::ranges::find_if(fields(), [&](const Field& f) {
    const std::string_view suffix = f.kind == Kind::kTime      ? "_s"
                                    : f.kind == Kind::kBitRate ? "_bps"
                                                               : "";
    return f.name == name || (!suffix.empty() && std::string_view(f.name).substr(
                                                     0, f.name.size() - suffix.size()) == name);
  });
  if (found != fields().end()) return &*found;
  const auto metric = std::ranges::find(all_metrics(), name, &Metric::head);
  return metric == all_metrics().end() ? nullptr : find_field(metric->name);
}

std::string json_token(const FieldValue& value) {
  return std::visit(JsonToken{}, value);
}

std::string value_text(const FieldValue& value) {
  if (const auto* t = std::get_if<Time>(&value)) return time_text(*t);
  if (const auto* s = std::get_if<std::string>(&value)) return *s;
  return json_token(value);
}

}  // namespace orrery::inline run
