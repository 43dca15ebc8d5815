// Table 1: gather trees of five constructions (the binary ones in paper2_table1_binary.cc).
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/reproduce/gather_table.h"

namespace orrery {

namespace {

bool fast_ones(std::string_view construction) {
  return construction != "binary";
}

/// The two places where the paper's value is not what its text says. Both are computed again here.
std::string explain(const TableCell& c) {
  if (c.distribution != "increasing" || !c.free_root) return {};
  if (c.construction == "oblivious") {
    const auto there = trees::oblivious_tree(c.blocks(), c.costs, c.paper_root).time;
    if (there == c.paper_time)
      return fmt::format("the paper's is the time of root {}; root {} is faster", c.paper_root,
                         c.root);
  }
  if (c.construction == "optimal") {
    const auto strict = trees::optimal_strict_tree(c.blocks(), c.costs, trees::kFreeRoot).time;
    if (strict == c.paper_time) return "the paper's is the optimum whose last rank copies last";
  }
  return {};
}

/// The cells of one random distribution, γ and kind of root.
using Group = std::vector<TableCell>;

double ratio(const Group& group, const TableCell& c, trees::Cost TableCell::*time) {
  const auto optimal = std::ranges::find(group, "optimal", &TableCell::construction);
  return static_cast<double>(c.*time) / static_cast<double>(*optimal.*time);
}

std::string ratios(const Group& group, trees::Cost TableCell::*time) {
  std::string text;
  for (const TableCell& c : group)
    if (c.construction != "optimal")
      text += fmt::format("{}{} {:.4f}", text.empty() ? "" : ", ", c.construction,
                          ratio(group, c, time));
  return text;
}

bool same_order(const Group& group) {
  for (const TableCell& a : group)
    for (const TableCell& b : group)
      if (static_cast<double>(a.paper_time) < 0.99 * static_cast<double>(b.paper_time) &&
          a.time >= b.time)
        return false;
  return true;
}

/// Other blocks than the paper's: the constructions are compared with the optimum.
Finding compare_group(const Group& group) {
  const TableCell& adaptive = *std::ranges::find(group, "adaptive", &TableCell::construction);
  const double paper = ratio(group, adaptive, &TableCell::paper_time);
  const double off = ratio(group, adaptive, &TableCell::time) / paper - 1;
  const bool order = same_order(group);
  return {fmt::format("{}, γ {}, root {}: times over optimal", adaptive.distribution,
                      adaptive.costs.gamma, adaptive.free_root ? "free" : "1000"),
          ratios(group, &TableCell::paper_time), ratios(group, &TableCell::time),
          fmt::format("{} order, adaptive {:+.2f} %", order ? "same" : "OTHER", 100 * off),
          order && std::abs(off) <= 0.01 ? Verdict::kHolds : Verdict::kDiffers};
}

/// In the order in which they come.
std::vector<Group> groups_of(const std::vector<TableCell>& cells) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> known;
  for (const TableCell& c : cells) {
    const auto [at, fresh] = known.try_emplace(
        fmt::format("{} {} {}", c.distribution, c.costs.gamma, c.free_root), groups.size());
    if (fresh) groups.emplace_back();
    groups[at->second].push_back(c);
  }
  return groups;
}

/// The paper has no such row.
Finding our_row(const Group& group) {
  std::string times;
  for (const TableCell& c : group)
    times += fmt::format("{}{} {}", times.empty() ? "" : ", ", c.construction, c.time);
  const TableCell& first = group.front();
  return {fmt::format("{}, γ {}, root {}", first.distribution, first.costs.gamma,
                      first.free_root ? "free" : "1000"),
          "none", times, "", Verdict::kInfo};
}

Evidence run_at(int jobs, std::int64_t alpha) {
  Evidence e;
  const std::vector<TableCell> cells = gather_table(alpha, jobs, fast_ones);
  e.notes = {fmt::format(
      "2,000 ranks, b = 1,000, ρ = 5, α = {}, β = 1. Optimal trees by the quadratic algorithm "
      "(copies "
      "interleaved), all others as in the paper; the binary trees, which take seconds each, are "
      "paper2-table1-binary.",
      alpha)};
  if (alpha == kPaperAlpha)
    e.notes.emplace_back(
        "Where blocks are random ours are not the paper's: there the times are compared by their "
        "ratio to the optimum.");
  for (const Group& group : groups_of(cells)) {
    if (alpha != kPaperAlpha)
      e.findings.push_back(our_row(group));
    else if (group.front().random())
      e.findings.push_back(compare_group(group));
    else
      for (const TableCell& c : group) e.findings.push_back(compare_cell(c, explain));
  }
  e.files.emplace_back(fmt::format("table1-alpha-{}.csv", alpha), gather_table_csv(cells));
  return e;
}

Evidence run(int jobs) {
  Evidence e = run_at(jobs, kPaperAlpha);
  e.notes.emplace_back("With --out: also the times over α from 1 to 1,000,000, as pictures.");
  add_alpha_curves(e, jobs);
  return e;
}

}  // namespace

extern const Reproduction paper2_table1{
    "paper2-table1",
    "Gather trees of 11 distributions, root given and free (--alpha: any other)",
    "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives (2019), Table 1",
    run,
    run_at,
    true};

}  // namespace orrery
