#include "scenarios/reproduce/scoreboard.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/report/table.h"

namespace orrery::inline reproduce {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kCellWidth = 56;

/// Wraps to `width`, without a newline at the end.
std::string lines(std::string_view text, std::size_t width) {
  std::string wrapped_text = wrapped(text, width);
  if (wrapped_text.ends_with('\n')) wrapped_text.pop_back();
  return wrapped_text;
}

void append(std::string& text, const std::string& part) {
  if (!part.empty()) text += fmt::format("{}{}", text.empty() ? "" : "; ", part);
}

/// Returns remarks beyond the two values.
std::string note_of(const Finding& f) {
  std::string note = difference_text(f);
  const auto* n = std::get_if<Number>(&f.compared);
  if (n != nullptr && n->witness)
    append(note, fmt::format("{} by {} ({})", number_text(n->witness->value, n->unit),
                             n->witness->way, independence_name(n->witness->independence)));
  if (n != nullptr && n->estimate)
    append(note, fmt::format("{} without {}", number_text(n->estimate->without, n->unit),
                             n->estimate->what));
  append(note, f.remark);
  constexpr std::string_view kNone = "none; ";
  return note.starts_with(kNone) ? note.substr(kNone.size()) : note;
}

/// The reasons of tolerances, each under a letter.
class Reasons {
 public:
  /// Returns "0.5 % (a)".
  std::string mark(const Finding& f) {
    const auto* n = std::get_if<Number>(&f.compared);
    if (n == nullptr) return std::holds_alternative<Items>(f.compared) ? "exact" : "";
    if (n->tolerance.value == 0) return "exact";
    return fmt::format("{} ({})", number_text(n->tolerance.value, n->unit),
                       letter(n->tolerance.reason));
  }
  std::string text() const {
    std::string text;
    for (std::size_t i = 0; i < all_.size(); ++i)
      text += fmt::format("  ({}) {}\n", name(i), all_[i]);
    return text;
  }

 private:
  static char name(std::size_t i) { return static_cast<char>('a' + i % 26); }
  char letter(const std::string& reason) {
    const auto at = std::ranges::find(all_, reason);
    const auto i = static_cast<std::size_t>(at - all_.begin());
    if (at == all_.end()) all_.push_back(reason);
    return name(i);
  }

  std::vector<std::string> all_;
};

std::string wide_text(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& f : findings)
    fmt::format_to(std::back_inserter(text),
                   "  {}: {}, judged by {}\n    paper  {}\n    ours   {}\n    {}\n", f.what,
                   verdict_name(judge(f)), basis_name(f.basis), paper_text(f), ours_text(f),
                   note_of(f));
  return text;
}

std::string table_text(const std::vector<Finding>& findings) {
  TextTable table;
  table.left({"what", "paper", "ours", "verdict", "judged by", "tolerance", "difference"});
  Reasons reasons;
  for (const Finding& f : findings)
    table.add_row({f.what, paper_text(f), ours_text(f), std::string(verdict_name(judge(f))),
                   std::string(basis_name(f.basis)), reasons.mark(f),
                   lines(note_of(f), kCellWidth)});
  return table.text(2) + reasons.text();
}

/// Returns one finding per row, or per paragraph if a value is too long for a table.
std::string findings_text(const std::vector<Finding>& findings) {
  const bool wide = std::ranges::any_of(findings, [](const Finding& f) {
    return std::max(display_width(paper_text(f)), display_width(ours_text(f))) > kCellWidth;
  });
  return wide ? wide_text(findings) : table_text(findings);
}

std::string results_text(const std::vector<Result>& results) {
  TextTable table;
  table.left({"computed, the paper has no value", "ours", ""});
  for (const Result& r : results) table.add_row({r.what, r.value, lines(r.remark, kCellWidth)});
  return table.text(2);
}

/// Verdicts from the worst on: a claim whose rows disagree gets the worst one.
constexpr std::array kGravest = {Verdict::kRefuted, Verdict::kDiffers, Verdict::kHoldsByEstimate,
                                 Verdict::kHolds, Verdict::kNotComparable};

Verdict graver(Verdict a, Verdict b) {
  return std::min(a, b, [](Verdict x, Verdict y) {
    return std::ranges::find(kGravest, x) < std::ranges::find(kGravest, y);
  });
}

/// Returns what rows of one claim have in common: the paper, "paper4" of "paper4-maps", and the claim.
std::string identity_of(const Reproduction& r, const Finding& f) {
  if (f.claim.empty()) return fmt::format("{}: {}", r.name, f.what);
  return fmt::format("{}: {}", r.name.substr(0, r.name.find('-')), f.claim);
}

std::vector<std::string> cells_of_scoreboard(std::string name, const VerdictCounts& t,
                                             std::string claims, std::string time) {
  std::vector<std::string> cells{std::move(name)};
  for (const Verdict v : kVerdicts) cells.push_back(std::to_string(t.of(v)));
  cells.push_back(std::move(claims));
  cells.push_back(std::move(time));
  return cells;
}

std::string time_text(double seconds) {
  return fmt::format("{:.1f} s", seconds);
}
std::string claims_text(std::span<const Reproduced> run) {
  return std::to_string(tally_claims(run).all());
}

/// Returns null for infinity, which JSON does not have.
Json json_of_finite(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json json_of(const VerdictCounts& t) {
  Json json;
  for (const Verdict v : kVerdicts) json[std::string(verdict_name(v))] = t.of(v);
  return json;
}

void describe(Json& json, const Number& n) {
  json["paper"] = n.low == n.high
                      ? json_of_finite(n.low)
                      : Json{{"low", json_of_finite(n.low)}, {"high", json_of_finite(n.high)}};
  json["ours"] = json_of_finite(n.ours);
  json["unit"] = n.unit;
  json["tolerance"] = n.tolerance.value;
  json["tolerance_reason"] = n.tolerance.reason;
  if (n.witness)
    json["witness"] = {{"independence", independence_name(n.witness->independence)},
                       {"value", json_of_finite(n.witness->value)},
                       {"tolerance", n.witness->tolerance},
                       {"way", n.witness->way}};
  if (n.estimate)
    json["estimate"] = {{"without", json_of_finite(n.estimate->without)},
                        {"what", n.estimate->what}};
}

void describe(Json& json, const Items& items) {
  json["paper"] = items.paper;
  json["ours"] = items.ours;
  json["tolerance"] = 0;
  json["tolerance_reason"] = exactly().reason;
}

void describe(Json& json, const PaperMeasurement& m) {
  json["paper"] = m.paper;
  json["ours"] = m.ours;
  json["why"] = m.why;
}

Json json_of(const Finding& f) {
  Json json{{"what", f.what}, {"verdict", verdict_name(judge(f))}, {"basis", basis_name(f.basis)}};
  if (!f.claim.empty()) json["claim"] = f.claim;
  std::visit([&json](const auto& compared) { describe(json, compared); }, f.compared);
  json["difference"] = difference_text(f);
  json["remark"] = f.remark;
  return json;
}

Json json_of(const Reproduced& r) {
  Json json{{"name", r.what->name},
            {"title", r.what->title},
            {"source", r.what->source},
            {"seconds", std::round(r.seconds * 1000) / 1000},
            {"verdicts", json_of(tally(r.evidence))},
            {"claims", json_of(tally_claims({&r, 1}))},
            {"findings", Json::array()},
            {"results", Json::array()}};
  for (const Finding& f : r.evidence.findings) json["findings"].push_back(json_of(f));
  for (const Result& result : r.evidence.results)
    json["results"].push_back(
        {{"what", result.what}, {"value", result.value}, {"remark", result.remark}});
  return json;
}

}  // namespace

VerdictCounts& VerdictCounts::operator+=(const VerdictCounts& other) {
  std::ranges::transform(counts, other.counts, counts.begin(), std::plus{});
  return *this;
}

VerdictCounts tally(const Evidence& e) {
  VerdictCounts t;
  for (const Finding& f : e.findings) ++t.counts[static_cast<std::size_t>(judge(f))];
  return t;
}

VerdictCounts tally_claims(std::span<const Reproduced> run) {
  std::map<std::string, Verdict> claims;
  for (const Reproduced& r : run)
    for (const Finding& f : r.evidence.findings) {
      const auto [claim, fresh] = claims.try_emplace(identity_of(*r.what, f), judge(f));
      if (!fresh) claim->second = graver(claim->second, judge(f));
    }
  VerdictCounts t;
  for (const auto& [claim, verdict] : claims) ++t.counts[static_cast<std::size_t>(verdict)];
  return t;
}

std::string evidence_text(const Evidence& e) {
  std::string text;
  for (const std::string& note : e.notes) text += wrapped(note, kTerminalWidth) + "\n";
  if (!e.findings.empty()) text += findings_text(e.findings);
  if (!e.findings.empty() && !e.results.empty()) text += '\n';
  if (!e.results.empty()) text += results_text(e.results);
  return text;
}

std::string scoreboard_text(std::span<const Reproduced> run,
                            std::span<const Reproduction* const> left_out) {
  TextTable table;
  table.left({"reproduction"});
  for (const Verdict v : kVerdicts) table.right({verdict_name(v)});
  table.right({"claims", "time"});
  VerdictCounts total;
  double seconds = 0;
  for (const Reproduced& r : run) {
    table.add_row(cells_of_scoreboard(std::string(r.what->name), tally(r.evidence),
                                      claims_text({&r, 1}), time_text(r.seconds)));
    total += tally(r.evidence);
    seconds += r.seconds;
  }
  table.add_row(cells_of_scoreboard("all", total, claims_text(run), time_text(seconds)));
  table.add_row(cells_of_scoreboard("distinct claims", tally_claims(run), "", ""));
  std::string text = table.text();
  for (const Reproduction* r : left_out)
    text += fmt::format("{}: not run, it takes minutes (--long)\n", r->name);
  return text;
}

std::string scoreboard_json(std::span<const Reproduced> run,
                            std::span<const Reproduction* const> left_out) {
  Json json{{"reproductions", Json::array()}, {"not_run", Json::array()}};
  VerdictCounts total;
  for (const Reproduced& r : run) {
    json["reproductions"].push_back(json_of(r));
    total += tally(r.evidence);
  }
  json["verdicts"] = json_of(total);
  json["claims"] = json_of(tally_claims(run));
  for (const Reproduction* r : left_out) json["not_run"].push_back(r->name);
  return json.dump(2) + "\n";
}

}  // namespace orrery::inline reproduce
