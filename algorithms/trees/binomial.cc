#include <algorithm>
#include <vector>

#include "algorithms/trees/construct.h"

namespace orrery::trees {

namespace {

/// A range of ranks and its tree.
struct Part {
  int from;
  int to;
  int root;
  Cost time;
  bool single() const { return from == to; }
};

/// Joins neighbours by the strict rules.
class Joiner {
 public:
  Joiner(const Blocks& blocks, const TreeCosts& costs)
      : blocks_(blocks), costs_(costs), builder_(blocks.ranks()) {}

  Cost message(const Part& part) const { return costs_.message(blocks_.sum(part.from, part.to)); }
  Cost time_left(const Part& left, const Part& right) const {
    return time_left(left, right, left.time);
  }
  Cost time_right(const Part& left, const Part& right) const {
    return time_right(left, right, right.time);
  }
  /// Returns the time of a join with another time of the part that has the root.
  Cost time_left(const Part& left, const Part& right, Cost time) const {
    if (left.single()) time = costs_.copy(blocks_.size(left.from));
    return std::max(time, right.time) + message(right);
  }
  Cost time_right(const Part& left, const Part& right, Cost time) const {
    if (right.single()) return left.time + message(left) + costs_.copy(blocks_.size(right.from));
    return std::max(left.time, time) + message(left);
  }

  Part join(const Part& left, const Part& right, bool root_left) {
    if (root_left) {
      builder_.take(left.root, right.root);
      return {left.from, right.to, left.root, time_left(left, right)};
    }
    builder_.take(right.root, left.root);
    if (right.single()) builder_.copy_now(right.root);
    return {left.from, right.to, right.root, time_right(left, right)};
  }

  TimedTree finish(const Part& whole) const {
    return {builder_.finish(), whole.single() ? costs_.copy(blocks_.size(whole.from)) : whole.time};
  }

 private:
  const Blocks& blocks_;
  const TreeCosts& costs_;
  TreeBuilder builder_;
};

std::vector<Part> singles(int p) {
  std::vector<Part> parts;
  parts.reserve(static_cast<std::size_t>(p));
  for (int i = 0; i < p; ++i) parts.push_back({i, i, i, 0});
  return parts;
}

/// Pairs neighbours until one part is left; root_left(left, right): whether the left root
/// stays root.
template <class RootLeft>
TimedTree pair_up(const Blocks& blocks, const TreeCosts& costs, RootLeft root_left) {
  Joiner joiner(blocks, costs);
  std::vector<Part> parts = singles(blocks.ranks());
  while (parts.size() > 1) {
    std::size_t made = 0;
    for (std::size_t b = 0; b < parts.size(); b += 2) {
      if (b + 1 == parts.size())
        parts[made++] = parts[b];
      else
        parts[made++] =
            joiner.join(parts[b], parts[b + 1], root_left(joiner, parts[b], parts[b + 1]));
    }
    parts.resize(made);
  }
  return joiner.finish(parts.front());
}

bool holds(const Part& part, int r) {
  return part.from <= r && r <= part.to;
}

/// A part of the oblivious tree and its time with the best root of it.
struct TreeCandidate {
  Part part;
  Cost best;
};
using CandidateLevel = std::vector<TreeCandidate>;

/// Pairs the parts of a level. The time of a pair never falls if that of the part with the root
/// rises: the best root of a pair is the best of one of its parts.
CandidateLevel pairs_of(const Joiner& joiner, const CandidateLevel& below) {
  CandidateLevel level;
  level.reserve(below.size() / 2 + 1);
  for (std::size_t b = 0; b < below.size(); b += 2) {
    if (b + 1 == below.size()) {
      level.push_back(below[b]);
      break;
    }
    const auto& [left, best_left] = below[b];
    const auto& [right, best_right] = below[b + 1];
    level.push_back({{left.from, right.to, right.root, joiner.time_right(left, right)},
                     std::min(joiner.time_left(left, right, best_left),
                              joiner.time_right(left, right, best_right))});
  }
  return level;
}

/// Returns the smallest root with which the oblivious tree is fastest: walks from the whole down,
/// to the left wherever the part can have a root that is early enough.
int best_oblivious_root(const Blocks& blocks, const TreeCosts& costs) {
  const Joiner joiner(blocks, costs);
  std::vector<CandidateLevel> levels(1);
  for (const Part& part : singles(blocks.ranks())) levels[0].push_back({part, 0});
  while (levels.back().size() > 1) levels.push_back(pairs_of(joiner, levels.back()));
  Cost latest = levels.back()[0].best;
  std::size_t b = 0;
  for (std::size_t level = levels.size() - 1; level-- > 0;) {
    b *= 2;
    if (b + 1 == levels[level].size()) continue;
    const auto& [left, best_left] = levels[level][b];
    const Part& right = levels[level][b + 1].part;
    if (joiner.time_left(left, right, best_left) <= latest) {
      latest -= joiner.message(right);
    } else {
      latest -= joiner.message(left);
      ++b;
    }
  }
  return static_cast<int>(b);
}

}  // namespace

TimedTree oblivious_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  check_input(blocks, costs, root, kMostLinear);
  const int r = root == kFreeRoot ? best_oblivious_root(blocks, costs) : root;
  return pair_up(blocks, costs,
                 [r](const Joiner&, const Part& left, const Part&) { return holds(left, r); });
}

TimedTree adaptive_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  check_input(blocks, costs, root, kMostLinear);
  return pair_up(blocks, costs, [root](const Joiner& joiner, const Part& left, const Part& right) {
    if (holds(left, root)) return true;
    if (holds(right, root)) return false;
    return joiner.time_left(left, right) < joiner.time_right(left, right);
  });
}

}  // namespace orrery::trees
