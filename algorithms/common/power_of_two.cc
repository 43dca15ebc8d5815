#include "algorithms/common/power_of_two.h"

#include <bit>

#include "algorithms/common/arithmetic.h"

namespace orrery {

Participants::Participants(int p)
    : count(static_cast<int>(std::bit_floor(static_cast<unsigned>(p)))), extra(p - count) {}

void with_power_of_two(Comm& c, Slice v, int rounds, const std::function<void(int, int)>& body) {
  const Participants all(c.size());
  const int r = c.rank(), e = all.extra, fold = e > 0 ? 1 : 0;
  const bool paired = r < 2 * e, folded = paired && r % 2 == 0;

  if (fold != 0) c.round(0);
  if (folded) {
    c.send(v, r + 1);
  } else {
    if (paired) {
      const Slice t = c.scratch(v.count());
      c.recv(t, r - 1);
      c.reduce_front(v, t);
    }
    body(fold, paired ? r / 2 : r - e);
  }
  if (fold != 0) c.round(rounds + 1);
  if (folded)
    c.recv(v, r + 1);
  else if (paired)
    c.send(v, r - 1);
}

FoldCost::FoldCost(const Problem& x) : rounds(0), time(0) {
  const std::int64_t extra = Participants(x.p).extra;
  if (extra == 0) return;
  rounds = 2;
  bytes_total = 2 * extra * x.bytes();
  bytes_max = x.bytes();
  time = 2 * x.cost.message(x.bytes()) + x.cost.reduction(x.bytes());
}

}  // namespace orrery
