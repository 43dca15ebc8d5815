#include "algorithms/trees/ports.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/trees/clocks.h"
#include "algorithms/trees/ranges.h"
#include "emu/base/check.h"
#include "emu/base/index.h"

namespace orrery::trees {

namespace {

/// Returns the number of useful ports: at most the number of ranks.
int check_ports(const Blocks& blocks, const TreeCosts& costs, int root, int ports, int most_ranks) {
  check_input(blocks, costs, root, most_ranks);
  EMU_CHECK(ports >= 1, ports, " ports; expected at least 1");
  return std::min(ports, blocks.ranks());
}

int largest_block(const Blocks& blocks) {
  const auto& sizes = blocks.sizes();
  return static_cast<int>(std::ranges::max_element(sizes) - sizes.begin());
}

/// Ranks i .. j, their tree's root, the time when it has all of them, and its ports.
struct PortPart {
  int from, to, root;
  Cost ready;
  SeveralPorts ports;
};

/// Joins neighbouring parts with several ports.
class PortJoiner {
 public:
  PortJoiner(const Blocks& blocks, const TreeCosts& costs)
      : blocks_(blocks), costs_(costs), builder_(blocks.ranks()) {}

  /// Returns the ports of the root of parts[keeper] after it has taken the others, one by one.
  SeveralPorts taken(const std::vector<PortPart>& parts, std::size_t keeper) const {
    const PortPart& root = parts[keeper];
    SeveralPorts ports = root.ports;
    if (root.from == root.to) ports.copy(costs_.copy(blocks_.size(root.root)));
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (i != keeper) ports.take(parts[i].ready, message(parts[i]));
    return ports;
  }

  /// Returns the index of the part with the new root; the parts are in the order in which they are
  /// ready.
  std::size_t keeper_of(const std::vector<PortPart>& parts, int r) const {
    std::size_t keeper = 0;
    Cost best = kNever;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (parts[i].from <= r && r <= parts[i].to) return i;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (const Cost time = taken(parts, i).done(); time <= best) best = time, keeper = i;
    return keeper;
  }

  PortPart join(std::vector<PortPart> parts, int r) {
    if (parts.size() == 1) return parts.front();
    const int from = parts.front().from, to = parts.back().to;
    std::ranges::stable_sort(parts, {}, &PortPart::ready);
    const std::size_t keeper = keeper_of(parts, r);
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (i != keeper) builder_.take(parts[keeper].root, parts[i].root);
    const SeveralPorts ports = taken(parts, keeper);
    return {from, to, parts[keeper].root, ports.done(), ports};
  }

  Tree tree() const { return builder_.finish(); }

 private:
  Cost message(const PortPart& part) const {
    return costs_.message(blocks_.sum(part.from, part.to));
  }
  const Blocks& blocks_;
  const TreeCosts& costs_;
  TreeBuilder builder_;
};

using Set = std::uint32_t;  ///< of ranks

/// All trees, by the best time of every set of ranks. A rank that sends a set is best ready as
/// early as possible, so that the sets below a rank can be searched one by one.
class PortProgram {
 public:
  PortProgram(const Blocks& blocks, const TreeCosts& costs, int ports)
      : blocks_(blocks), costs_(costs), ports_(ports), all_((Set{1} << blocks.ranks()) - 1) {
    for (Set s = 0; s <= all_; ++s) {
      std::int64_t sum = blocks.shared() ? blocks.total() : 0;
      for (Set rest = s; rest != 0 && !blocks.shared(); rest &= rest - 1)
        sum += blocks.size(std::countr_zero(rest));
      sends_.push_back(costs.message(sum));
    }
  }

  TimedTree run(int root) {
    ready_.assign(all_ + std::size_t{1}, 0);
    roots_.assign(all_ + std::size_t{1}, 0);
    for (Set s = 1; s < all_; ++s) {
      roots_[s] = std::countr_zero(s);
      if (!std::has_single_bit(s)) std::tie(ready_[s], roots_[s]) = best_root(s);
    }
    if (root == kFreeRoot) root = best_root(all_).second;
    TreeBuilder builder(blocks_.ranks());
    const Cost time = build(all_, root, builder);
    return {builder.finish(), time};
  }

 private:
  static constexpr Set kCopy = 0;  ///< among the steps of a rank
  struct Search {
    Cost best = kNever;
    std::vector<Set> steps, best_steps;
  };

  std::pair<Cost, int> best_root(Set s) const {
    std::pair<Cost, int> best{kNever, 0};
    for (Set rest = s; rest != 0; rest &= rest - 1) {
      const int r = std::countr_zero(rest);
      best = std::min(best, {search(s, r).best, r});
    }
    return best;
  }

  /// Searches the best steps of r to gather s.
  Search search(Set s, int r) const {
    Search found;
    step(s & ~(Set{1} << r), r, false, 0, SeveralPorts(ports_), found);
    return found;
  }

  /// Adds a step; steps start one after the other: other sequences are the same schedule.
  void step(Set rest, int r, bool copied, Cost earliest, const SeveralPorts& clock,
            Search& found) const {
    if (clock.done() >= found.best) return;
    if (rest == 0 && copied) {
      found.best = clock.done();
      found.best_steps = found.steps;
      return;
    }
    if (!copied && clock.done() >= earliest) {
      SeveralPorts next = clock;
      next.copy(costs_.copy(blocks_.size(r)));
      found.steps.push_back(kCopy);
      step(rest, r, true, clock.done(), next, found);
      found.steps.pop_back();
    }
    for (Set sent = rest; sent != 0; sent = (sent - 1) & rest) {
      if (std::max(ready_[sent], clock.next()) < earliest) continue;
      SeveralPorts next = clock;
      const Cost start = next.take(ready_[sent], sends_[sent]);
      found.steps.push_back(sent);
      step(rest & ~sent, r, copied, start, next, found);
      found.steps.pop_back();
    }
  }

  Cost build(Set s, int r, TreeBuilder& builder) const {
    if (std::has_single_bit(s)) return costs_.copy(blocks_.size(r));
    const Search found = search(s, r);
    for (const Set sent : found.best_steps) {
      if (sent == kCopy) {
        builder.copy_now(r);
        continue;
      }
      if (!std::has_single_bit(sent)) build(sent, roots_[sent], builder);
      builder.take(r, roots_[sent]);
    }
    return found.best;
  }

  const Blocks& blocks_;
  const TreeCosts& costs_;
  int ports_;
  Set all_;
  std::vector<Cost> sends_;
  std::vector<Cost> ready_;
  std::vector<int> roots_;
};

}  // namespace

TimedTree list_star(const Blocks& blocks, const TreeCosts& costs, int root, int ports) {
  ports = check_ports(blocks, costs, root, ports, kMostLinear);
  const int r = root == kFreeRoot ? largest_block(blocks) : root;
  std::vector<int> order(at(blocks.ranks()));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), [&](int i) { return blocks.size(i); });
  TreeBuilder builder(blocks.ranks());
  SeveralPorts clock(ports);
  clock.copy(costs.copy(blocks.size(r)));
  for (const int i : order) {
    if (i == r) continue;
    builder.take(r, i);
    clock.take(0, costs.message(blocks.size(i)));
  }
  return {builder.finish(), clock.done()};
}

TimedTree adaptive_port_tree(const Blocks& blocks, const TreeCosts& costs, int root, int ports) {
  ports = check_ports(blocks, costs, root, ports, kMostLinear);
  PortJoiner joiner(blocks, costs);
  std::vector<PortPart> parts;
  for (int i = 0; i < blocks.ranks(); ++i) parts.push_back({i, i, i, 0, SeveralPorts(ports)});
  if (parts.size() == 1) return {joiner.tree(), costs.copy(blocks.size(0))};
  while (parts.size() > 1) {
    std::vector<PortPart> joined;
    for (auto first = parts.begin(); first != parts.end();) {
      const auto last = first + std::min<std::ptrdiff_t>(ports + 1, parts.end() - first);
      joined.push_back(joiner.join({first, last}, root));
      first = last;
    }
    parts.swap(joined);
  }
  return {joiner.tree(), parts.front().ready};
}

TimedTree greedy_port_tree(const Blocks& blocks, const TreeCosts& costs, int root, int ports) {
  TimedTree star = list_star(blocks, costs, root, ports);
  TimedTree adaptive = adaptive_port_tree(blocks, costs, root, ports);
  return star.time <= adaptive.time ? star : adaptive;
}

TimedTree optimal_port_tree(const Blocks& blocks, const TreeCosts& costs, int root, int ports) {
  ports = check_ports(blocks, costs, root, ports, kMostPorted);
  return PortProgram(blocks, costs, ports).run(root);
}

Blocks scheduling_blocks(std::vector<std::int64_t> jobs) {
  jobs.push_back(0);
  return Blocks(std::move(jobs));
}

}  // namespace orrery::trees
