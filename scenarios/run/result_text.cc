#include "scenarios/run/result_text.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity.
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
  return {l.link, l.ends.from, l.ends.to, l.ends.level, l.bytes.count()};
}
LinkLoad load_of(const Json& j) {
  return {j.at(0).get<LinkId>(),
          {j.at(1).get<NodeId>(), j.at(2).get<NodeId>(), j.at(3).get<int>()},
          bytes(j.at(4))};
}

template <class Item>
Json list_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

Json json_of(const Metrics& m) {
  return {{"completion", m.completion.count()},
          {"rounds", m.rounds},
          {"messages", m.messages},
          {"bytes_total", m.bytes_total.count()},
          {"bytes_max_rank", m.bytes_max_rank.count()},
          {"reduced_max_rank", m.reduced_max_rank.count()},
          {"max_link", m.max_link.count()},
          {"shared", m.shared},
          {"per_round", list_of(m.per_round)},
          {"hottest", list_of(m.hottest)}};
}
Metrics metrics_of(const Json& j) {
  Metrics m;
  m.completion = time(j.at("completion"));
  m.rounds = j.at("rounds").get<int>();
  m.messages = j.at("messages").get<std::int64_t>();
  m.bytes_total = bytes(j.at("bytes_total"));
  m.bytes_max_rank = bytes(j.at("bytes_max_rank"));
  m.reduced_max_rank = bytes(j.at("reduced_max_rank"));
  m.max_link = bytes(j.at("max_link"));
  m.shared = j.at("shared").get<bool>();
  for (const Json& round : j.at("per_round")) m.per_round.push_back(round_of(round));
  for (const Json& load : j.at("hottest")) m.hottest.push_back(load_of(load));
  return m;
}

Outcome outcome_of(const Json& j) {
  for (const Outcome o : {Outcome::kFine, Outcome::kSkipped, Outcome::kVerificationFailed,
                          Outcome::kBadInput, Outcome::kDeadlockOrInternal})
    if (j.get_ref<const std::string&>() == outcome_name(o)) return o;
  throw std::invalid_argument("an unknown outcome");
}

Json json_of(const Effort& e) {
  return {json_of(e.wall_s), json_of(e.messages_per_s), e.peak_rss_bytes};
}
Effort effort_of(const Json& j) {
  return {real(j.at(0)), real(j.at(1)), j.at(2).get<std::int64_t>()};
}

Json json_of(const RunResult& r) {
  return {{"outcome", outcome_name(r.outcome)},
          {"error", json_of(r.error)},
          {"waiting_ranks", r.waiting_ranks},
          {"metrics", json_of(r.metrics)},
          {"deficiency",
           {json_of(r.deficiency.lambda), json_of(r.deficiency.psi), json_of(r.deficiency.xi)}},
          {"uncontended", r.uncontended.count()},
          {"goodput_bps", json_of(r.goodput_bps)},
          {"blocks", r.blocks},
          {"verified", json_of(r.verified)},
          {"effort", r.effort ? json_of(*r.effort) : Json()}};
}
RunResult result_of(const RunSpec& spec, const Json& j) {
  RunResult r;
  r.spec = spec;
  r.title = spec.title;
  r.outcome = outcome_of(j.at("outcome"));
  r.error = optional<std::string>(j.at("error"));
  r.waiting_ranks = j.at("waiting_ranks").get<std::vector<int>>();
  r.metrics = metrics_of(j.at("metrics"));
  const Json& d = j.at("deficiency");
  r.deficiency = {real(d.at(0)), real(d.at(1)), real(d.at(2))};
  r.uncontended = time(j.at("uncontended"));
  r.goodput_bps = real(j.at("goodput_bps"));
  r.blocks = j.at("blocks").get<int>();
  r.verified = optional<bool>(j.at("verified"));
  if (!j.at("effort").is_null()) r.effort = effort_of(j.at("effort"));
  return r;
}

}  // namespace

std::string result_text(const RunResult& result) {
  return json_of(result).dump(-1, ' ', false, Json::error_handler_t::replace);
}

RunResult parse_result(const RunSpec& spec, std::string_view text) {
  try {
    return result_of(spec, Json::parse(text));
  } catch (const Json::exception& e) {
    throw std::invalid_argument(fmt::format("not a result: {}", e.what()));
  }
}

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace orrery
