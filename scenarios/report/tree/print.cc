#include "scenarios/report/tree/print.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/non_ordered.h"
#include "emu/base/check.h"
#include "emu/base/index.h"
#include "scenarios/report/table.h"

namespace orrery::inline report {

namespace {

using trees::Cost;
using trees::Tree;

/// Returns the position of every rank among the operations of its parent. O(p).
std::vector<int> orders(const Tree& tree) {
  std::vector<int> orders(at(tree.ranks()), 0);
  for (int r = 0; r < tree.ranks(); ++r) {
    int place = 0;
    for (const int c : tree.children(r)) {
      if (place == tree.copy_place(r)) ++place;
      orders[at(c)] = place++;
    }
  }
  return orders;
}

/// Returns "0 . 3": children in sequence and the copy.
std::string operations(const Tree& tree, int r) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  int taken = 0;
  for (const int c : tree.children(r)) {
    if (taken++ == tree.copy_place(r)) add(".");
    add(fmt::format("{}", c));
  }
  if (taken > 0 && taken == tree.copy_place(r)) add(".");
  return text;
}

/// Returns "alpha = 100, beta = 1, gamma = 0", or the other source of costs and ports.
std::string machine(const TreeRequest& x) {
  std::string text =
      fmt::format("α = {}, β = {}, γ = {}", x.costs.alpha, x.costs.beta, x.costs.gamma);
  if (x.pairs) text += ", pairs of ranks have their own";
  if (x.ports > 1) text += fmt::format("; {} ports", x.ports);
  return text;
}

/// Returns "2 3 6 13 = 24 and 3 3 4 4 4 6 = 24": the halves of the numbers by a tree.
std::string halves(const TreeRequest& x, const Tree& tree) {
  const std::vector<std::int64_t> half = trees::half_in(tree, x.numbers);
  if (half.empty()) return "the tree shows none";
  std::vector<std::int64_t> numbers = x.numbers, other;
  std::ranges::sort(numbers);
  std::ranges::set_difference(numbers, half, std::back_inserter(other));
  const auto sum = [](const auto& some) {
    return std::accumulate(some.begin(), some.end(), std::int64_t{0});
  };
  return fmt::format("{} = {} and {} = {}", fmt::join(half, " "), sum(half), fmt::join(other, " "),
                     sum(other));
}

std::string half_json(const TreeRequest& x, const Tree& tree) {
  if (x.numbers.empty()) return {};
  const std::vector<std::int64_t> half = trees::half_in(tree, x.numbers);
  return fmt::format("  \"half\": {},\n",
                     half.empty() ? "null" : fmt::format("[{}]", fmt::join(half, ", ")));
}

}  // namespace

std::string tree_table(const TreeReport& report) {
  const auto& [x, answer] = report;
  const Tree& tree = answer.built.tree;
  std::string text = fmt::format(
      "{} of {} units on {} ranks, {} tree, root {}\n{}\n\n"
      "  time         {}\n  lower bound  {}  (with this root)\n  children     {}  (of the root)\n",
      x.operation, x.blocks.total(), tree.ranks(), x.construction, tree.root(), machine(x),
      answer.built.time, answer.lower_bound, tree.degree(tree.root()));
  if (!answer.standing.empty()) text += fmt::format("  the tree is  {}\n", answer.standing);
  if (!x.numbers.empty()) text += fmt::format("  halves       {}\n", halves(x, tree));
  text += '\n';
  const bool takes = !from_root(x);
  TextTable table;
  table.right({"rank", "block", "parent", "order", takes ? "ready" : "needs"})
      .left({takes ? "takes (. is its own copy)" : "serves, the last first (. is its own copy)"});
  const std::vector<int> order = orders(tree);
  for (int r = 0; r < tree.ranks(); ++r) {
    const bool root = r == tree.root();
    table.add_row({fmt::format("{}", r), fmt::format("{}", x.blocks.size(r)),
                   root ? "-" : fmt::format("{}", tree.parent(r)),
                   root ? "-" : fmt::format("{}", order[at(r)]),
                   fmt::format("{}", answer.ready[at(r)]), operations(tree, r)});
  }
  return text + table.text(2);
}

std::string tree_json(const TreeReport& report) {
  const auto& [x, answer] = report;
  const Tree& tree = answer.built.tree;
  std::string text = fmt::format(
      "{{\n  \"operation\": \"{}\",\n  \"construction\": \"{}\",\n  \"standing\": {},\n"
      "  \"ports\": {},\n  \"root\": {},\n  \"time\": {},\n  \"lower_bound\": {},\n"
      "  \"sizes_total\": {},\n{}  \"nodes\": [\n",
      x.operation, x.construction,
      answer.standing.empty() ? "null" : fmt::format("\"{}\"", answer.standing), x.ports,
      tree.root(), answer.built.time, answer.lower_bound, x.blocks.total(), half_json(x, tree));
  const std::vector<int> order = orders(tree);
  for (int r = 0; r < tree.ranks(); ++r)
    text += fmt::format(
        "    {{\"rank\": {}, \"parent\": {}, \"order\": {}, \"size\": {}, \"copy\": {}}}{}\n", r,
        tree.parent(r), order[at(r)], x.blocks.size(r),
        tree.leaf(r) ? "null" : fmt::format("{}", tree.copy_place(r)),
        r + 1 < tree.ranks() ? "," : "");
  return text + "  ]\n}\n";
}

std::string tree_csv(const TreeReport& report) {
  const auto& [x, answer] = report;
  const Tree& tree = answer.built.tree;
  const std::vector<int> order = orders(tree);
  std::string text =
      "operation,construction,standing,ports,root,time,lower_bound,sizes_total,rank,parent,order,"
      "size,copy\n";
  const std::string whole =
      fmt::format("{},{},{},{},{},{},{},{}", x.operation, x.construction,
                  answer.standing.empty() ? "" : fmt::format("\"{}\"", answer.standing), x.ports,
                  tree.root(), answer.built.time, answer.lower_bound, x.blocks.total());
  for (int r = 0; r < tree.ranks(); ++r)
    text +=
        fmt::format("{},{},{},{},{},{}\n", whole, r, tree.parent(r), order[at(r)], x.blocks.size(r),
                    tree.leaf(r) ? "" : fmt::format("{}", tree.copy_place(r)));
  return text;
}

std::string tree_dot(const TreeReport& report) {
  const auto& [x, answer] = report;
  const Tree& tree = answer.built.tree;
  const std::vector<std::int64_t> sizes = subtree_sizes(tree, x.blocks);
  const std::vector<int> order = orders(tree);
  std::string text = fmt::format(
      "digraph tree {{\n  label=\"{} tree, {}, time {}\";\n  ordering=out;\n  node [shape=box];\n",
      x.construction, x.operation, answer.built.time);
  for (int r = 0; r < tree.ranks(); ++r)
    text += fmt::format("  {} [label=\"{}\\n{}\"{}];\n", r, r, x.blocks.size(r),
                        r == tree.root() ? " peripheries=2" : "");
  const char* arrow = from_root(x) ? "" : " dir=back";
  for (int r = 0; r < tree.ranks(); ++r)
    for (const int c : tree.children(r))
      text += fmt::format("  {} -> {} [label=\"{}: {}\"{}];\n", r, c, order[at(c)], sizes[at(c)],
                          arrow);
  return text + "}\n";
}

std::string tree_text(const TreeReport& report, std::string_view format) {
  if (format == "table") return tree_table(report);
  if (format == "json") return tree_json(report);
  if (format == "csv") return tree_csv(report);
  EMU_CHECK(format == "dot", "format '", format, "'; expected table, json, csv or dot");
  return tree_dot(report);
}

}  // namespace orrery::inline report
