#include "algorithms/phases/pass_on.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace orrery {

namespace {

class Passer {
 public:
  Passer(Comm& c, const Call& call) : c_(c), call_(call), p_(c.size()) {}

  void run(const BlockPlan& plan) {
    for (const BlockStep& step : plan.steps) {
      // The rank sends on the blocks that its table has for this round, those of a message as one, and
      // receives others, which it keeps or will send on.
      c_.round(step.round);
      exchange(step);
    }
    copy_own();
  }

 private:
  void exchange(const BlockStep& step) {
    std::vector<Handle> all;
    std::vector<std::pair<int, Slice>> come;
    for (const BlockMessage& m : step.in) all.push_back(c_.irecv(room_for(m, come), m.peer));
    for (const BlockMessage& m : step.out) all.push_back(c_.isend(taken(m), m.peer));
    copy_own();
    c_.wait_all(all);
    for (const Slice& slot : std::exchange(leaving_, {})) free_.push_back(slot);
    for (const auto& [block, slot] : come)
      if (block % p_ != c_.rank()) waiting_[block] = slot;
  }

  void copy_own() {
    if (!std::exchange(copied_, true)) c_.copy(to_keep(c_.rank()), to_send(c_.rank()));
  }

  Slice to_send(int destination) const { return call_.v.block(destination, 2 * p_); }
  Slice to_keep(int source) const { return call_.v.block(p_ + source, 2 * p_); }

  /// Where the blocks of a message arrive, as one slice.
  Slice room_for(const BlockMessage& m, std::vector<std::pair<int, Slice>>& come) {
    std::vector<Slice> parts;
    for (const int block : m.blocks) {
      parts.push_back(block % p_ == c_.rank() ? to_keep(block / p_) : slot());
      come.emplace_back(block, parts.back());
    }
    return c_.join(parts);
  }

  Slice taken(const BlockMessage& m) {
    std::vector<Slice> parts;
    for (const int block : m.blocks) parts.push_back(taken(block));
    return c_.join(parts);
  }
  Slice taken(int block) {
    if (block / p_ == c_.rank()) return to_send(block % p_);
    const auto found = waiting_.extract(block);
    leaving_.push_back(found.mapped());
    return found.mapped();
  }

  Slice slot() {
    if (free_.empty()) return c_.scratch(call_.v.block(0, 2 * p_).count());
    const Slice last = free_.back();
    free_.pop_back();
    return last;
  }

  Comm& c_;
  const Call& call_;
  int p_;
  bool copied_ = false;
  std::unordered_map<int, Slice> waiting_;  // blocks on their way
  std::vector<Slice> leaving_, free_;       // room for a block
};

}  // namespace

void pass_on(Comm& c, const BlockPlan& plan, const Call& call) {
  Passer(c, call).run(plan);
}

}  // namespace orrery
