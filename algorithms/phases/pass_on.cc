#include "algorithms/phases/pass_on.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algorithms/common/partition.h"

namespace orrery::inline algorithms {

namespace {

class Passer {
 public:
  Passer(Comm& c, const BlockPlan& plan, const Call& call)
      : c_(c),
        plan_(plan),
        p_(c.size()),
        B_(call.v, call.partition, p_, c.rank()),
        element_bytes_(call.problem.element_bytes) {
    std::int64_t most = 0;
    for (const BlockStep& step : plan.steps)
      most = std::max({most, all_sizes(step.in), all_sizes(step.out)});
    if (most > 0) sizes_ = {c.scratch(most), c.scratch(most)};
  }

  void run() {
    for (const BlockStep& step : plan_.steps) {
      // The rank sends on the blocks that its table has for this round, those of a message as one, and
      // receives others, which it keeps or will send on.
      c_.round(step.round);
      exchange_sizes(step);
      exchange(step);
    }
    copy_own();
  }

 private:
  /// Returns the elements for the sizes of a message's blocks. Every rank knows all sizes
  /// (Call::problem), so these are not read; but they take their time.
  std::int64_t sizes(const BlockMessage& m) const {
    return plan_.elements_of_sizes(m, element_bytes_);
  }
  std::int64_t all_sizes(const std::vector<BlockMessage>& messages) const {
    std::int64_t sum = 0;
    for (const BlockMessage& m : messages) sum += sizes(m);
    return sum;
  }

  void exchange_sizes(const BlockStep& step) {
    std::vector<Handle> all;
    all.reserve(step.in.size() + step.out.size());
    Slice in = sizes_[0], out = sizes_[1];
    for (const BlockMessage& m : step.in) all.push_back(c_.irecv(take(in, sizes(m)), m.peer));
    for (const BlockMessage& m : step.out) all.push_back(c_.isend(take(out, sizes(m)), m.peer));
    c_.wait_all(all);
  }
  /// Returns the first n elements and removes them from `rest`.
  static Slice take(Slice& rest, std::int64_t n) {
    if (n == 0) return {};
    const Slice first = rest.part(0, n);
    rest = rest.part(n, rest.count() - n);
    return first;
  }

  void exchange(const BlockStep& step) {
    std::vector<Handle> all;
    all.reserve(step.in.size() + step.out.size());
    std::vector<std::pair<int, Slice>> come;
    for (const BlockMessage& m : step.in) all.push_back(c_.irecv(room_for(m, come), m.peer));
    for (const BlockMessage& m : step.out) all.push_back(c_.isend(taken(m), m.peer));
    copy_own();
    c_.wait_all(all);
    for (const Slice& slot : std::exchange(leaving_, {})) free_.push_back(slot);
    for (const auto& [block, slot] : come) waiting_[block] = slot;
  }

  void copy_own() {
    if (!std::exchange(copied_, true)) c_.copy(B_.in(c_.rank()), B_.out(c_.rank()));
  }

  /// Returns the place where the blocks of a message arrive, as one slice.
  Slice room_for(const BlockMessage& m, std::vector<std::pair<int, Slice>>& come) {
    std::vector<Slice> parts;
    for (const int block : m.blocks) {
      const bool ends = block % p_ == c_.rank();
      const Slice place = ends ? B_.in(block / p_) : slot();
      append(parts, ends ? place : sized(place, block));
      if (!ends) come.emplace_back(block, place);
    }
    return message_of(parts);
  }
  Slice message_of(const std::vector<Slice>& parts) {
    if (!std::ranges::all_of(parts, &Slice::empty)) return c_.join(parts);
    return plan_.size_bytes > 0 ? Slice::token() : Slice();
  }

  Slice taken(const BlockMessage& m) {
    std::vector<Slice> parts;
    parts.reserve(m.blocks.size());
    for (const int block : m.blocks) append(parts, taken(block));
    return message_of(parts);
  }
  /// Appends the elements of a block, and padding up to the size of the largest.
  void append(std::vector<Slice>& parts, Slice block) {
    parts.push_back(block);
    const std::int64_t missing = B_.largest() - block.count();
    if (!plan_.padded || missing == 0) return;
    leaving_.push_back(slot());
    parts.push_back(leaving_.back().part(0, missing));
  }
  Slice taken(int block) {
    if (block / p_ == c_.rank()) return B_.out(block % p_);
    const auto found = waiting_.extract(block);
    leaving_.push_back(found.mapped());
    return sized(found.mapped(), block);
  }

  /// Returns a buffer as large as the largest block, which `sized` cuts to the size that `block` is
  /// sent with.
  Slice slot() {
    if (free_.empty()) return c_.scratch(B_.largest());
    const Slice last = free_.back();
    free_.pop_back();
    return last;
  }
  Slice sized(Slice slot, int block) const {
    return plan_.padded ? slot : slot.part(0, B_.size(block / p_, block % p_));
  }

  Comm& c_;
  const BlockPlan& plan_;
  int p_;
  PairBlocks B_;
  std::uint32_t element_bytes_;
  std::array<Slice, 2> sizes_;
  bool copied_ = false;
  std::unordered_map<int, Slice> waiting_;  // blocks on their way
  std::vector<Slice> leaving_, free_;       // room for a block
};

}  // namespace

void pass_on(Comm& c, const BlockPlan& plan, const Call& call) {
  Passer(c, plan, call).run();
}

}  // namespace orrery::inline algorithms
