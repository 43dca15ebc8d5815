#include "algorithms/phases/blocks_of_all.h"

#include <algorithm>
#include <vector>

namespace orrery::inline algorithms {

namespace {

/// The sends and receives of rank r in each round of the broadcasts.
class RoundsOfAll {
 public:
  RoundsOfAll(const Call& call, int r)
      : call_(call), r_(r), skip_(call.problem.p), table_(skip_), rounds_(skip_.q, call.blocks) {}

  int count() const { return rounds_.count(); }
  int to() const { return skip_.to(r_, k_); }
  int from() const { return skip_.from(r_, k_); }
  /// Returns the sent pieces of the ranks' blocks, in their order.
  const std::vector<Slice>& out() const { return out_; }
  const std::vector<Slice>& in() const { return in_; }

  void go_to(int round) {
    k_ = rounds_.k(round);
    out_.clear();
    in_.clear();
    for (int j = 0; j < call_.problem.p; ++j) {
      const int v = mod(r_ - j, call_.problem.p);
      add(out_, j, sent_block(table_, rounds_, v, round));
      add(in_, j, received_block(table_, rounds_, v, round));
    }
  }

 private:
  void add(std::vector<Slice>& parts, int j, int b) const {
    if (b < 0) return;
    const Slice part = call_.block(j).block(b, call_.blocks);
    if (part.count() > 0) parts.push_back(part);
  }

  const Call& call_;
  int r_, k_ = 0;
  circulant::Skips skip_;
  circulant::ScheduleTable table_;
  BlockRounds rounds_;
  std::vector<Slice> out_, in_;
};

}  // namespace

void broadcast_blocks_of_all(Comm& c, const Call& call, int first_round) {
  if (c.size() == 1) return;
  RoundsOfAll rounds(call, c.rank());
  for (int i = 0; i < rounds.count(); ++i) {
    rounds.go_to(i);
    // The rank sends, of each other rank's vector, the block that the broadcast schedule of that
    // root says, all in one message to the rank skip[k] further on.
    c.round(first_round + i);
    c.sendrecv(c.join(rounds.out()), rounds.to(), c.join(rounds.in()), rounds.from());
  }
}

void reduce_blocks_of_all(Comm& c, const Call& call, int first_round) {
  if (c.size() == 1) return;
  RoundsOfAll rounds(call, c.rank());
  std::int64_t most = 0;
  for (int i = 0; i < rounds.count(); ++i) {
    rounds.go_to(i);
    most = std::max(most, elements_of(rounds.out()));
  }
  const Slice T = c.scratch(most);
  for (int i = 0; i < rounds.count(); ++i) {
    rounds.go_to(rounds.count() - 1 - i);
    const Slice incoming = T.part(0, elements_of(rounds.out()));
    // The broadcasts run backwards: the rank sends sums, one block of each other rank's vector, to
    // where that block would have come from, and adds those that come from the rank it would have
    // sent to.
    c.round(first_round + i);
    c.sendrecv(c.join(rounds.in()), rounds.from(), incoming, rounds.to());
    if (incoming.count() > 0) c.reduce(c.join(rounds.out()), incoming);
  }
}

}  // namespace orrery::inline algorithms
