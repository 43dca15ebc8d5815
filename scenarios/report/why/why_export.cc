#include <fmt/format.h>

#include "scenarios/report/export.h"
#include "scenarios/report/why/why_report.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/result_text.h"

namespace orrery::inline report {
namespace {

std::string causes_object(const TimeByCause& times, std::span<const Cause> causes,
                          std::string_view ending) {
  std::string out;
  for (const Cause cause : causes)
    out += fmt::format("{}\"{}{}\": {}", out.empty() ? "" : ", ", name_of(cause), ending,
                       time_of(times, cause).count());
  return out;
}

/// "from" and "to" of a link, as names.
struct Ends {
  std::string from, to;
};

class RunObject {
 public:
  explicit RunObject(const Explained& e) : e_(e), operations_(e.result.spec) {
    if (!e.path.stretches.empty()) topology_ = make_network(e.result.spec).topology;
  }

  /// Returns the members after those of the result.
  std::string members() const {
    const bool measured = is_measured(e_.result);
    return fmt::format(
        ",\n      \"completion_time_ps\": {},\n      \"causes_ps\": {},\n      \"ties\": {},\n"
        "      \"links\": [{}],\n{}      \"stretches\": [{}]",
        measured ? fmt::to_string(e_.result.metrics.completion.count()) : "null",
        measured ? fmt::format("{{{}}}", causes_object(e_.path.by_cause(), kAllCauses, ""))
                 : "null",
        measured ? fmt::to_string(e_.path.ties) : "null", links(), operations(), stretches());
  }

 private:
  static constexpr std::string_view kBreak = "\n        ";

  Ends ends_of(LinkId id) const {
    const Link link = topology_->link(id);
    return {node_name(*topology_, link.from), node_name(*topology_, link.to)};
  }

  std::string links() const {
    static constexpr std::array kOfLinks{Cause::kLatency, Cause::kBytes, Cause::kContention};
    std::string out;
    for (const auto& [id, times] : causes_of_links(e_.path)) {
      const Ends ends = ends_of(id);
      out += fmt::format(
          "{}{}{{\"link\": {}, \"from\": {}, \"to\": {}, \"level\": {}, {}, \"time_ps\": {}}}",
          out.empty() ? "" : ",", kBreak, id, json_token(ends.from), json_token(ends.to),
          topology_->link(id).level, causes_object(times, kOfLinks, "_ps"), total(times).count());
    }
    return out.empty() ? out : out + "\n      ";
  }

  std::string operation_of(const Stretch& s) const {
    return operations_.any() ? fmt::format(", \"operation\": \"{}\"", operations_.name(s.round))
                             : std::string();
  }

  /// Returns a member of its own, if there are any.
  std::string operations() const {
    if (!operations_.any()) return {};
    std::string out;
    const auto times = causes_of_operations(e_.path, operations_);
    for (std::size_t i = 0; i < times.size(); ++i)
      out += fmt::format("{}{}{{\"operation\": \"{}\", \"time_ps\": {}, \"causes_ps\": {{{}}}}}",
                         out.empty() ? "" : ",", kBreak, operations_.names()[i],
                         total(times[i]).count(), causes_object(times[i], kAllCauses, ""));
    return fmt::format("      \"operations\": [{}\n      ],\n", out);
  }

  std::string stretches() const {
    std::string out;
    for (const Stretch& s : e_.path.stretches)
      out += fmt::format(
          "{}{}{{\"cause\": \"{}\", \"from_ps\": {}, \"to_ps\": {}, \"rank\": {}, \"round\": {}, "
          "\"partner\": {}, \"link\": {}{}}}",
          out.empty() ? "" : ",", kBreak, name_of(s.cause), s.from.count(), s.to.count(), s.rank,
          s.round, or_null(s.partner), or_null(s.link), operation_of(s));
    return out.empty() ? out : out + "\n      ";
  }

  static std::string or_null(std::int64_t number) {
    return number < 0 ? "null" : fmt::to_string(number);
  }

  const Explained& e_;
  OperationRounds operations_;
  std::shared_ptr<const Topology> topology_;
};

std::string swept_head(std::span<const Explained> runs) {
  std::string out;
  if (!runs.empty())
    for (const auto& [key, value] : runs.front().result.spec.swept) out += key + ',';
  return out;
}

std::string swept_values(const Explained& e) {
  std::string out;
  for (const auto& [key, value] : e.result.spec.swept) out += csv_text(value) + ',';
  return out;
}

}  // namespace

std::string why_json(std::span<const Explained> runs) {
  std::string out;
  for (const Explained& e : runs)
    out +=
        fmt::format("{}\n{}", out.empty() ? "" : ",", json_run(e.result, RunObject(e).members()));
  return fmt::format("{}{}{}", kJsonBegin, out, kJsonEnd);
}

std::string why_csv(std::span<const Explained> runs) {
  std::string out = swept_head(runs) + "completion_time_ps";
  for (const Cause cause : kAllCauses) out += fmt::format(",{}_ps", name_of(cause));
  out += ",ties\n";
  for (const Explained& e : runs) {
    if (!is_measured(e.result)) continue;
    out += fmt::format("{}{}", swept_values(e), e.result.metrics.completion.count());
    for (const Time time : e.path.by_cause()) out += fmt::format(",{}", time.count());
    out += fmt::format(",{}\n", e.path.ties);
  }
  return out;
}

std::string stretches_csv(std::span<const Explained> runs) {
  const auto number = [](std::int64_t n) { return n < 0 ? std::string() : fmt::to_string(n); };
  const bool several = !runs.empty() && runs_operations(runs.front().result.spec);
  std::string out = fmt::format("{}cause,from_ps,to_ps,rank,round,partner,link{}\n",
                                swept_head(runs), several ? ",operation" : "");
  for (const Explained& e : runs) {
    const OperationRounds operations(e.result.spec);
    for (const Stretch& s : e.path.stretches)
      out += fmt::format("{}{},{},{},{},{},{},{}{}{}\n", swept_values(e), name_of(s.cause),
                         s.from.count(), s.to.count(), s.rank, s.round, number(s.partner),
                         number(s.link), several ? "," : "", operations.name(s.round));
  }
  return out;
}

}  // namespace orrery::inline report
