#include "algorithms/schedules/tori/cartesian.h"

#include <algorithm>
#include <utility>

#include "emu/base/index.h"

namespace orrery::cartesian {

namespace {

using Offset = Neighbors::Offset;

bool is_zero(const Offset& offset) {
  return std::ranges::all_of(offset, [](int step) { return step == 0; });
}

/// Returns a step in one dimension only.
Offset step_in(int D, int k, int direction) {
  Offset step(at(D));
  step[at(k)] = direction;
  return step;
}

/// Returns the steps in dimensions below k.
Offset begun(Offset offset, int k) {
  std::fill(offset.begin() + k, offset.end(), 0);
  return offset;
}
Offset backwards(Offset offset) {
  for (int& step : offset) step = -step;
  return offset;
}

int steps(const Offset& offset) {
  return static_cast<int>(offset.size()) - static_cast<int>(std::ranges::count(offset, 0));
}

/// The places of blocks: numbers of pieces of a vector.
class Places {
 public:
  Places(const Neighbors& near, Blocks blocks) : near_(near), blocks_(blocks) {}

  BlockPlan empty_plan() const {
    BlockPlan plan;
    plan.pieces = outs() + near_.count();
    return plan;
  }
  /// Returns the place of the block to neighbour i.
  int out(int i) const { return blocks_ == Blocks::kSameForAll ? 0 : i; }
  /// Returns the place of the block from neighbour i.
  int in(int i) const { return outs() + i; }
  /// Returns the final place of the block that its sender sends to its neighbour i.
  int end(int i) const { return in(near_.opposite(i)); }
  /// Returns its waiting place after `steps` of several steps: not the one before.
  int between(int i, int steps) const {
    return empty_plan().pieces + (steps % 2 == 0 ? near_.count() : 0) + i;
  }

 private:
  int outs() const { return blocks_ == Blocks::kSameForAll ? 1 : near_.count(); }

  const Neighbors& near_;
  Blocks blocks_;
};

/// Returns whether neighbour i of any rank is another rank.
bool leads_elsewhere(const Neighbors& near, int i) {
  const Offset way = moving_part(near, near.offset(i));
  return near.periodic() ? !is_zero(way) : way == near.offset(i);
}

BlockPlan direct(const Neighbors& near, Blocks blocks, int r, bool one_each_round) {
  const Places place(near, blocks);
  BlockPlan plan = place.empty_plan();
  int round = 0;
  for (int i = 0; i < near.count(); ++i) {
    const auto to = near.at(r, i), from = near.at(r, near.opposite(i));
    if (!leads_elsewhere(near, i)) {
      if (to) plan.copies.push_back({place.end(i), place.out(i)});
      continue;
    }
    if (to) plan.send(round, *to, {place.out(i)});
    if (from) plan.receive(round, *from, {place.end(i)});
    round += one_each_round ? 1 : 0;
  }
  return plan;
}

class Combining {
 public:
  Combining(const Neighbors& near, Blocks blocks, int r)
      : near_(near), blocks_(blocks), r_(r), place_(near, blocks), plan_(place_.empty_plan()) {
    for (int i = 0; i < near.count(); ++i) ways_.push_back(moving_part(near, near.offset(i)));
  }

  BlockPlan plan() {
    int round = 0;
    for (int k = 0; k < near_.dimensions(); ++k) {
      if (near_.side(k) == 1) continue;
      for (const int direction : {-1, 1}) add_round(round++, k, direction);
    }
    for (int i = 0; i < near_.count(); ++i) add_copy(i);
    return std::move(plan_);
  }

 private:
  const Offset& way(int i) const { return ways_[at(i)]; }
  bool is_last(int i, int k) const { return begun(way(i), k + 1) == way(i); }
  bool is_copied(int i) const {
    return blocks_ == Blocks::kSameForAll ? way(i) != near_.offset(i) || is_zero(way(i))
                                          : is_zero(way(i));
  }

  void add_round(int round, int k, int direction) {
    const Offset step = step_in(near_.dimensions(), k, direction);
    std::vector<int> out, in;
    const auto to = near_.at(r_, step), from = near_.at(r_, backwards(step));
    for (int i = 0; i < near_.count(); ++i) {
      if (to && is_sent(r_, i, k, direction)) out.push_back(before(i, k));
      if (from && is_sent(*from, i, k, direction)) in.push_back(after(i, k));
    }
    if (to && !out.empty()) plan_.send(round, *to, std::move(out));
    if (from && !in.empty()) plan_.receive(round, *from, std::move(in));
  }

  /// Returns whether rank q sends a block for neighbour i of the block's origin in this direction.
  bool is_sent(int q, int i, int k, int direction) const {
    if (way(i)[at(k)] != direction || is_copied(i)) return false;
    if (blocks_ == Blocks::kSameForAll && !is_last(i, k)) return false;
    const auto origin = near_.at(q, backwards(begun(way(i), k)));
    return origin && near_.at(*origin, i);
  }

  /// Returns the place of a block before the step in dimension k. A block that is the same for all
  /// neighbours is at the place where it arrived on its route to this rank.
  int before(int i, int k) {
    const Offset gone = begun(way(i), k);
    if (is_zero(gone)) return place_.out(i);
    if (blocks_ == Blocks::kSameForAll) return place_.end(near_.number_of(gone));
    return between(i, steps(gone));
  }
  int after(int i, int k) {
    return is_last(i, k) ? place_.end(i) : between(i, steps(begun(way(i), k + 1)));
  }
  int between(int i, int steps) {
    const int place = place_.between(i, steps);
    plan_.spare = std::max(plan_.spare, place + 1 - plan_.pieces);
    return place;
  }

  void add_copy(int i) {
    if (!is_copied(i) || !near_.at(r_, i)) return;
    const int from = is_zero(way(i)) ? place_.out(i) : place_.end(near_.number_of(way(i)));
    plan_.copies.push_back({place_.end(i), from});
  }

  const Neighbors& near_;
  Blocks blocks_;
  int r_;
  Places place_;
  std::vector<Offset> ways_;  // of blocks to each neighbour: where they move
  BlockPlan plan_;
};

}  // namespace

BlockPlan at_once(const Neighbors& near, Blocks blocks, int r) {
  return direct(near, blocks, r, false);
}

BlockPlan in_turn(const Neighbors& near, Blocks blocks, int r) {
  return direct(near, blocks, r, true);
}

BlockPlan combined(const Neighbors& near, Blocks blocks, int r) {
  return Combining(near, blocks, r).plan();
}

}  // namespace orrery::cartesian
