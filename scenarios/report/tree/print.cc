#include "scenarios/report/tree/print.h"

#include <vector>

#include <fmt/format.h>

#include "algorithms/trees/completion_time.h"
#include "emu/base/check.h"
#include "scenarios/report/table.h"

namespace orrery {

namespace {

using trees::Cost;
using trees::Tree;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// Position of every rank among the operations of its parent. O(p).
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

/// What every rank sends to its parent.
std::vector<std::int64_t> carried(const Tree& tree, const trees::Blocks& blocks) {
  std::vector<std::int64_t> sizes = blocks.sizes();
  if (blocks.shared()) return sizes;
  for (const int r : tree.bottom_up())
    if (r != tree.root()) sizes[at(tree.parent(r))] += sizes[at(r)];
  return sizes;
}

/// "0 . 3": children in sequence and the copy.
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

}  // namespace

std::string tree_table(const TreeReport& x) {
  const Tree& tree = x.built.tree;
  const Cost bound = lower_bound(x.blocks, x.costs, tree.root());
  std::string text = fmt::format(
      "{} of {} units on {} ranks, {} tree, root {}\n"
      "α = {}, β = {}, γ = {}\n\n"
      "  time         {}\n  lower bound  {}  (with this root)\n  children     {}  (of the "
      "root)\n\n",
      x.operation, x.blocks.total(), tree.ranks(), x.construction, tree.root(), x.costs.alpha,
      x.costs.beta, x.costs.gamma, x.built.time, bound, tree.degree(tree.root()));
  const bool gather = x.operation == "gather";
  TextTable table;
  for (const char* head : {"rank", "block", "parent", "order", gather ? "ready" : "needs"})
    table.add_column(head, TextTable::Align::kRight);
  table.add_column(
      gather ? "takes (. is its own copy)" : "serves, the last first (. is its own copy)",
      TextTable::Align::kLeft);
  const std::vector<int> order = orders(tree);
  const std::vector<Cost> ready = ready_times(tree, x.blocks, x.costs);
  for (int r = 0; r < tree.ranks(); ++r) {
    const bool root = r == tree.root();
    table.add_row({fmt::format("{}", r), fmt::format("{}", x.blocks.size(r)),
                   root ? "-" : fmt::format("{}", tree.parent(r)),
                   root ? "-" : fmt::format("{}", order[at(r)]), fmt::format("{}", ready[at(r)]),
                   operations(tree, r)});
  }
  return text + table.text(2);
}

std::string tree_json(const TreeReport& x) {
  const Tree& tree = x.built.tree;
  std::string text = fmt::format(
      "{{\n  \"operation\": \"{}\",\n  \"construction\": \"{}\",\n  \"root\": {},\n"
      "  \"time\": {},\n  \"lower_bound\": {},\n  \"sizes_total\": {},\n  \"nodes\": [\n",
      x.operation, x.construction, tree.root(), x.built.time,
      lower_bound(x.blocks, x.costs, tree.root()), x.blocks.total());
  const std::vector<int> order = orders(tree);
  for (int r = 0; r < tree.ranks(); ++r)
    text += fmt::format(
        "    {{\"rank\": {}, \"parent\": {}, \"order\": {}, \"size\": {}, \"copy\": {}}}{}\n", r,
        tree.parent(r), order[at(r)], x.blocks.size(r),
        tree.leaf(r) ? "null" : fmt::format("{}", tree.copy_place(r)),
        r + 1 < tree.ranks() ? "," : "");
  return text + "  ]\n}\n";
}

std::string tree_csv(const TreeReport& x) {
  const Tree& tree = x.built.tree;
  const std::vector<int> order = orders(tree);
  std::string text =
      "operation,construction,root,time,lower_bound,sizes_total,rank,parent,order,size,copy\n";
  const std::string whole =
      fmt::format("{},{},{},{},{},{}", x.operation, x.construction, tree.root(), x.built.time,
                  lower_bound(x.blocks, x.costs, tree.root()), x.blocks.total());
  for (int r = 0; r < tree.ranks(); ++r)
    text +=
        fmt::format("{},{},{},{},{},{}\n", whole, r, tree.parent(r), order[at(r)], x.blocks.size(r),
                    tree.leaf(r) ? "" : fmt::format("{}", tree.copy_place(r)));
  return text;
}

std::string tree_dot(const TreeReport& x) {
  const Tree& tree = x.built.tree;
  const std::vector<std::int64_t> sizes = carried(tree, x.blocks);
  const std::vector<int> order = orders(tree);
  std::string text = fmt::format(
      "digraph tree {{\n  label=\"{} tree, {}, time {}\";\n  ordering=out;\n  node [shape=box];\n",
      x.construction, x.operation, x.built.time);
  for (int r = 0; r < tree.ranks(); ++r)
    text += fmt::format("  {} [label=\"{}\\n{}\"{}];\n", r, r, x.blocks.size(r),
                        r == tree.root() ? " peripheries=2" : "");
  const char* arrow = x.operation == "gather" ? " dir=back" : "";
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

}  // namespace orrery
