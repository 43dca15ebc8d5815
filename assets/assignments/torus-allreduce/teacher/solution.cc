// Allreduce along the sides of the torus: rings sum up, one side after the other, ever smaller parts of
// the vector; then rings distribute the results in reverse order. All messages go to neighbours.
#include <vector>

#include "algorithms/submission.h"

namespace orrery {
namespace {

int mod(int a, int n) {
  return (a % n + n) % n;
}

/// The ring of a rank along one side.
struct Ring {
  int side, place, left, right;
};

std::vector<Ring> rings_of(int rank, const std::vector<int>& sides) {
  std::vector<Ring> rings;
  int stride = 1;
  for (std::size_t d = sides.size(); d-- > 0;) {
    const int n = sides[d], place = rank / stride % n;
    const auto at = [&](int i) { return rank + (mod(i, n) - place) * stride; };
    rings.push_back({n, place, at(place - 1), at(place + 1)});
    stride *= n;
  }
  return rings;
}

/// Afterwards the rank has the sum of one of the ring's parts of `what`, which is returned.
Slice add_up(Comm& c, const Ring& ring, Slice what, int& round) {
  const int n = ring.side;
  const Slice arriving = c.scratch((what.count() + n - 1) / n);
  for (int k = 0; k < n - 1; ++k) {
    const Slice out = what.block(mod(ring.place - k, n), n);
    const Slice in = what.block(mod(ring.place - k - 1, n), n), into = arriving.part(0, in.count());
    c.round(round++);
    c.sendrecv(out, ring.right, into, ring.left);
    c.reduce(in, into);
  }
  return what.block(mod(ring.place + 1, n), n);
}

/// Afterwards the rank has all parts of `what`.
void hand_out(Comm& c, const Ring& ring, Slice what, int& round) {
  const int n = ring.side;
  for (int k = 0; k < n - 1; ++k) {
    c.round(round++);
    c.sendrecv(what.block(mod(ring.place + 1 - k, n), n), ring.right,
               what.block(mod(ring.place - k, n), n), ring.left);
  }
}

}  // namespace

void run(Comm& c, const Call& call) {
  std::vector<int> sides = call.problem.dims;
  if (sides.empty()) sides = {c.size()};
  const std::vector<Ring> rings = rings_of(c.rank(), sides);
  std::vector<Slice> parts{call.v};
  int round = 0;
  for (const Ring& ring : rings) parts.push_back(add_up(c, ring, parts.back(), round));
  for (std::size_t d = rings.size(); d-- > 0;) hand_out(c, rings[d], parts[d], round);
}

}  // namespace orrery

ORRERY_SUBMISSION("allreduce", orrery::run)
