#include "scenarios/reproduce/verdict.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace orrery::inline reproduce {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kShownText = 56;  ///< longer lists of items are only counted

/// Calls one of three functions.
template <class... F>
struct VerdictCases : F... {
  using F::operator()...;
};
template <class... F>
VerdictCases(F...) -> VerdictCases<F...>;

/// Returns whether the value is in the allowed range; not-a-number never is.
bool inside(const Number& n, double value) {
  return value >= n.low - n.tolerance.value && value <= n.high + n.tolerance.value;
}

bool agrees(const Number& n, const Witness& w) {
  return std::abs(n.ours - w.value) <= w.tolerance;
}

Verdict judge_number(const Number& n) {
  if (n.witness && !agrees(n, *n.witness)) return Verdict::kDiffers;
  if (inside(n, n.ours))
    return n.estimate && !inside(n, n.estimate->without) ? Verdict::kHoldsByEstimate
                                                         : Verdict::kHolds;
  return n.witness && !inside(n, n.witness->value) ? Verdict::kRefuted : Verdict::kDiffers;
}

std::size_t unequal_items(const Items& items) {
  const std::size_t both = std::min(items.paper.size(), items.ours.size());
  std::size_t unequal = std::max(items.paper.size(), items.ours.size()) - both;
  for (std::size_t i = 0; i < both; ++i)
    if (items.paper[i] != items.ours[i]) ++unequal;
  return unequal;
}

std::string joined(const std::vector<std::string>& items) {
  return fmt::format("{}", fmt::join(items, ", "));
}

/// Returns the paper's or our values of `items`.
std::string items_text(const Items& items, const std::vector<std::string>& side) {
  const bool too_long = items.paper.size() > 1 && joined(items.paper).size() > kShownText;
  return too_long ? fmt::format("{} items", side.size()) : joined(side);
}

std::string range_text(const Number& n) {
  if (n.low == n.high) return number_text(n.low, n.unit);
  if (n.low == -kInfinity) return "at most " + number_text(n.high, n.unit);
  if (n.high == kInfinity) return "at least " + number_text(n.low, n.unit);
  return number_text(n.low) + " to " + number_text(n.high, n.unit);
}

/// Describes the distance from the nearest value that the paper allows.
std::string number_difference(const Number& n) {
  const double nearest = std::clamp(n.ours, n.low, n.high), difference = n.ours - nearest;
  if (difference == 0) return "none";
  std::string text =
      fmt::format("{}{}", difference > 0 ? "+" : "", number_text(difference, n.unit));
  if (n.unit == "%" || nearest == 0 || !std::isfinite(difference)) return text;
  return fmt::format("{} ({:+.3g} %)", text, 100 * difference / std::abs(nearest));
}

std::string items_difference(const Items& items) {
  const std::size_t unequal = unequal_items(items);
  if (unequal == 0) return "none";
  if (items.paper.size() == 1 && items.ours.size() == 1) return "yes";
  return fmt::format("{} of {}", unequal, std::max(items.paper.size(), items.ours.size()));
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  constexpr std::string_view kNames[] = {"holds", "holds with our estimate", "differs", "refuted",
                                         "not comparable"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view basis_name(Basis basis) {
  constexpr std::string_view kNames[] = {"printed", "formula", "figure", "words", "our estimate"};
  return kNames[static_cast<std::size_t>(basis)];
}

std::string_view independence_name(Independence independence) {
  constexpr std::string_view kNames[] = {"another program", "a count", "another formula",
                                         "another place of the paper"};
  return kNames[static_cast<std::size_t>(independence)];
}

Tolerance exactly() {
  return {0, "exact"};
}

Tolerance share_of(double paper, double share, std::string reason) {
  return {std::abs(paper) * share, std::move(reason)};
}

Finding&& Finding::witnessed_by(Witness witness) && {
  std::get<Number>(compared).witness = std::move(witness);
  return std::move(*this);
}

Finding&& Finding::estimated_with(Estimate estimate) && {
  std::get<Number>(compared).estimate = std::move(estimate);
  return std::move(*this);
}

Verdict judge(const Finding& finding) {
  return std::visit(VerdictCases{[](const Number& n) { return judge_number(n); },
                                 [](const Items& i) {
                                   const bool same = !i.paper.empty() && unequal_items(i) == 0;
                                   return same ? Verdict::kHolds : Verdict::kDiffers;
                                 },
                                 [](const PaperMeasurement&) { return Verdict::kNotComparable; }},
                    finding.compared);
}

Finding equals(Basis basis, std::string what, double paper, double ours, Tolerance tolerance,
               std::string unit) {
  return between(basis, std::move(what), paper, paper, ours, std::move(tolerance), std::move(unit));
}

Finding between(Basis basis, std::string what, double low, double high, double ours,
                Tolerance tolerance, std::string unit) {
  return {basis,
          std::move(what),
          Number{low, high, ours, std::move(tolerance), std::move(unit), {}, {}},
          {}};
}

Finding at_least(Basis basis, std::string what, double low, double ours, Tolerance tolerance,
                 std::string unit) {
  return between(basis, std::move(what), low, kInfinity, ours, std::move(tolerance),
                 std::move(unit));
}

Finding at_most(Basis basis, std::string what, double high, double ours, Tolerance tolerance,
                std::string unit) {
  return between(basis, std::move(what), -kInfinity, high, ours, std::move(tolerance),
                 std::move(unit));
}

Finding equal_counts(Basis basis, std::string what, std::int64_t paper, std::int64_t ours) {
  return equals(basis, std::move(what), static_cast<double>(paper), static_cast<double>(ours),
                exactly());
}

Finding same_items(Basis basis, std::string what, std::vector<std::string> paper,
                   std::vector<std::string> ours) {
  return {basis, std::move(what), Items{std::move(paper), std::move(ours)}, {}};
}

Finding same_text(Basis basis, std::string what, std::string paper, std::string ours) {
  return same_items(basis, std::move(what), {std::move(paper)}, {std::move(ours)});
}

Finding not_comparable(Basis basis, std::string what, std::string paper, std::string ours,
                       std::string why) {
  return {basis,
          std::move(what),
          PaperMeasurement{std::move(paper), std::move(ours), std::move(why)},
          {}};
}

std::string paper_text(const Finding& finding) {
  return std::visit(VerdictCases{[](const Number& n) { return range_text(n); },
                                 [](const Items& i) { return items_text(i, i.paper); },
                                 [](const PaperMeasurement& m) { return m.paper; }},
                    finding.compared);
}

std::string ours_text(const Finding& finding) {
  return std::visit(VerdictCases{[](const Number& n) { return number_text(n.ours, n.unit); },
                                 [](const Items& i) { return items_text(i, i.ours); },
                                 [](const PaperMeasurement& m) { return m.ours; }},
                    finding.compared);
}

std::string difference_text(const Finding& finding) {
  return std::visit(VerdictCases{[](const Number& n) { return number_difference(n); },
                                 [](const Items& i) { return items_difference(i); },
                                 [](const PaperMeasurement& m) { return m.why; }},
                    finding.compared);
}

std::string number_text(double value, const std::string& unit) {
  if (std::isinf(value)) return value > 0 ? "∞" : "-∞";
  constexpr double kMostDigits = 1e15;
  const bool whole = value == std::round(value) && std::abs(value) < kMostDigits;
  return fmt::format("{}{}{}", whole ? fmt::format("{:.0f}", value) : fmt::format("{:.5g}", value),
                     unit.empty() ? "" : " ", unit);
}

}  // namespace orrery::inline reproduce
