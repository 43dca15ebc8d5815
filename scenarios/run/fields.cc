#include "scenarios/run/fields.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/document/keys.h"
#include "scenarios/document/units_text.h"

namespace orrery {
namespace {

using Kind = Field::Kind;

/// What a run that failed or was skipped did not measure is null.
template <class Value>
FieldValue measured(const RunResult& r, Value value) {
  if (r.outcome != Outcome::kFine && r.outcome != Outcome::kVerificationFailed) return {};
  return value;
}

/// The value of a key as text.
template <const char* name>
FieldValue text_of_key(const RunResult& r) {
  static const Key* const key = find_key(name);
  return key->get(r.spec);
}

FieldValue error_of(const RunResult& r) {
  return r.error ? FieldValue(*r.error) : FieldValue();
}
FieldValue verified_of(const RunResult& r) {
  return r.verified ? FieldValue(*r.verified) : FieldValue();
}
FieldValue integer(std::int64_t value) {
  return value;
}

template <auto member>
FieldValue effort(const RunResult& r) {
  return r.effort ? FieldValue((*r.effort).*member) : FieldValue();
}

constexpr char kPayload[] = "payload", kOp[] = "op", kDatatype[] = "datatype", kPorts[] = "ports",
               kDuplex[] = "duplex", kRouting[] = "routing", kContention[] = "contention",
               kLinkBandwidth[] = "link_bandwidth", kLinkLatency[] = "link_latency",
               kCoreBandwidth[] = "core_bandwidth", kCoreLatency[] = "core_latency",
               kHopLatency[] = "hop_latency", kHostAlpha[] = "host_alpha",
               kHostBeta[] = "host_beta", kAlpha[] = "alpha", kOverhead[] = "overhead",
               kGamma[] = "gamma", kProtocol[] = "protocol", kSync[] = "sync", kOrder[] = "order",
               kSkips[] = "skips", kDistribution[] = "distribution", kRho[] = "rho",
               kSizes[] = "sizes";

constexpr std::array kFields{
    Field{"title", Kind::kText, [](const RunResult& r) -> FieldValue { return r.title; }},
    Field{"collective", Kind::kText,
          [](const RunResult& r) -> FieldValue { return r.spec.collective; }},
    Field{"algorithm", Kind::kText,
          [](const RunResult& r) -> FieldValue { return r.spec.algorithm; }},
    Field{"ranks", Kind::kInteger, [](const RunResult& r) { return integer(r.spec.ranks); }},
    Field{"topology", Kind::kText,
          [](const RunResult& r) -> FieldValue { return r.spec.topology; }},
    Field{"mapping", Kind::kText,
          [](const RunResult& r) -> FieldValue { return r.spec.mapping_text; }},
    Field{"bytes", Kind::kBytes, [](const RunResult& r) { return integer(r.spec.bytes.count()); }},
    Field{"payload", Kind::kText, text_of_key<kPayload>},
    Field{"seed", Kind::kInteger,
          [](const RunResult& r) { return integer(static_cast<std::int64_t>(r.spec.seed)); }},
    Field{"completion_time_s", Kind::kTime,
          [](const RunResult& r) { return measured(r, r.metrics.completion); }},
    Field{"uncontended_time_s", Kind::kTime,
          [](const RunResult& r) { return measured(r, r.uncontended); }},
    Field{"goodput_bps", Kind::kBitRate,
          [](const RunResult& r) { return measured(r, r.goodput_bps); }},
    Field{"rounds", Kind::kInteger,
          [](const RunResult& r) { return measured(r, std::int64_t{r.metrics.rounds}); }},
    Field{"messages", Kind::kInteger,
          [](const RunResult& r) { return measured(r, r.metrics.messages); }},
    Field{"bytes_total", Kind::kBytes,
          [](const RunResult& r) { return measured(r, r.metrics.bytes_total.count()); }},
    Field{"bytes_max_rank", Kind::kBytes,
          [](const RunResult& r) { return measured(r, r.metrics.bytes_max_rank.count()); }},
    Field{"reduced_max_rank", Kind::kBytes,
          [](const RunResult& r) { return measured(r, r.metrics.reduced_max_rank.count()); }},
    Field{"lambda", Kind::kReal,
          [](const RunResult& r) { return measured(r, r.deficiency.lambda); }},
    Field{"psi", Kind::kReal, [](const RunResult& r) { return measured(r, r.deficiency.psi); }},
    Field{"xi", Kind::kReal, [](const RunResult& r) { return measured(r, r.deficiency.xi); }},
    Field{"max_link_bytes", Kind::kBytes,
          [](const RunResult& r) { return measured(r, r.metrics.max_link.count()); }},
    Field{"verified", Kind::kBool, verified_of},
    Field{"wall_s", Kind::kReal, effort<&Effort::wall_s>, true},
    Field{"messages_per_s", Kind::kReal, effort<&Effort::messages_per_s>, true},
    Field{"peak_rss_bytes", Kind::kInteger, effort<&Effort::peak_rss_bytes>, true},
    Field{"error", Kind::kText, error_of},
    Field{"outcome", Kind::kText,
          [](const RunResult& r) -> FieldValue { return std::string(outcome_name(r.outcome)); }},
    Field{"blocks", Kind::kInteger, [](const RunResult& r) { return integer(r.blocks); }},
    Field{"root", Kind::kInteger, [](const RunResult& r) { return integer(r.spec.root); }},
    Field{"op", Kind::kText, text_of_key<kOp>},
    Field{"datatype", Kind::kText, text_of_key<kDatatype>},
    Field{"ranks_per_host", Kind::kInteger,
          [](const RunResult& r) { return integer(r.spec.mapping.ranks_per_host); }},
    Field{"ports", Kind::kText, text_of_key<kPorts>},
    Field{"duplex", Kind::kText, text_of_key<kDuplex>},
    Field{"routing", Kind::kText, text_of_key<kRouting>},
    Field{"contention", Kind::kText, text_of_key<kContention>},
    Field{"link_bandwidth", Kind::kText, text_of_key<kLinkBandwidth>},
    Field{"link_latency", Kind::kText, text_of_key<kLinkLatency>},
    Field{"core_bandwidth", Kind::kText, text_of_key<kCoreBandwidth>},
    Field{"core_latency", Kind::kText, text_of_key<kCoreLatency>},
    Field{"hop_latency", Kind::kText, text_of_key<kHopLatency>},
    Field{"host_alpha", Kind::kText, text_of_key<kHostAlpha>},
    Field{"host_beta", Kind::kText, text_of_key<kHostBeta>},
    Field{"alpha", Kind::kText, text_of_key<kAlpha>},
    Field{"overhead", Kind::kText, text_of_key<kOverhead>},
    Field{"gamma", Kind::kText, text_of_key<kGamma>},
    Field{"protocol", Kind::kText, text_of_key<kProtocol>},
    Field{"sync", Kind::kText, text_of_key<kSync>},
    Field{"order", Kind::kText, text_of_key<kOrder>},
    Field{"skips", Kind::kText, text_of_key<kSkips>},
    Field{"distribution", Kind::kText, text_of_key<kDistribution>},
    Field{"sizes", Kind::kText, text_of_key<kSizes>},
    Field{"rho", Kind::kText, text_of_key<kRho>},
};

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
  return kFields;
}

const Field* find_field(std::string_view name) {
  const auto found = std::ranges::find_if(kFields, [&](const Field& f) {
    const std::string_view suffix = f.kind == Kind::kTime      ? "_s"
                                    : f.kind == Kind::kBitRate ? "_bps"
                                                               : "";
    return f.name == name ||
           (!suffix.empty() && f.name.substr(0, f.name.size() - suffix.size()) == name);
  });
  return found == kFields.end() ? nullptr : &*found;
}

std::string json_token(const FieldValue& value) {
  return std::visit(JsonToken{}, value);
}

std::string value_text(const FieldValue& value) {
  if (const auto* t = std::get_if<Time>(&value)) return time_text(*t);
  if (const auto* s = std::get_if<std::string>(&value)) return *s;
  return json_token(value);
}

}  // namespace orrery
