// Algorithms that are correct in the most obvious run and wrong in another: each has the name of its mistake.
#include <algorithm>
#include <vector>

#include "tests/plugin/mistakes.h"

namespace orrery {
namespace {

/// Sends the first `count` elements from `root` to one rank after the other.
void send_to_all(Comm& c, const Slice& v, int root, std::int64_t count) {
  const Slice part = v.part(0, count);
  for (int k = 0; k < c.size() - 1; ++k) {
    const int to = mod(root + 1 + k, c.size());
    c.round(k);
    if (c.rank() == root) c.send(part, to);
    if (c.rank() == to) c.recv(part, root);
  }
}

void right(Comm& c, const Call& call) {
  send_to_all(c, call.v, call.root, call.v.count());
}
void ignores_root(Comm& c, const Call& call) {
  send_to_all(c, call.v, 0, call.v.count());
}
/// Forgets the rest when the vector is cut into blocks.
void forgets_rest(Comm& c, const Call& call) {
  send_to_all(c, call.v, call.root, call.v.count() / call.blocks * call.blocks);
}
void square_only(Comm& c, const Call& call) {
  const std::vector<int>& dims = call.problem.dims;
  const bool square = dims.empty() || dims.front() == dims.back();
  send_to_all(c, call.v, call.root, square ? call.v.count() : 0);
}
void halving_only(Comm& c, const Call& call) {
  const bool halving = call.skips.empty() || call.skips.front() == (c.size() + 1) / 2;
  send_to_all(c, call.v, call.root, halving ? call.v.count() : 0);
}
/// Is right in the first run of a process only.
void right_once(Comm& c, const Call& call) {
  static int calls = 0;
  send_to_all(c, call.v, call.root, calls++ < c.size() ? call.v.count() : 0);
}
int* volatile nowhere = nullptr;
void crashes_on_three(Comm& c, const Call& call) {
  if (c.size() == 3 && c.rank() == 1) *nowhere = 1;
  right(c, call);
}

/// Adds the vectors of `last`, `last` - 1, ..., 0 at the root, ignoring their order.
void reduce_to(Comm& c, const Call& call, int root, int last) {
  const int p = c.size();
  const Slice T = c.scratch(call.v.count());
  for (int k = 0; k < p - 1; ++k) {
    const int from = mod(root - 1 - k, p);
    c.round(k);
    if (c.rank() == from) c.send(call.v, root);
    if (c.rank() != root) continue;
    c.recv(T, from);
    if (k < last) c.reduce(call.v, T);
  }
}
void forgets_one_of_odd(Comm& c, const Call& call) {
  const int p = c.size();
  reduce_to(c, call, call.root, p % 2 == 1 ? p - 2 : p - 1);
}
void any_order(Comm& c, const Call& call) {
  const int p = c.size();
  reduce_to(c, call, 0, p - 1);
  for (int k = 0; k < p - 1; ++k) {
    c.round(p - 1 + k);
    if (c.rank() == 0) c.send(call.v, k + 1);
    if (c.rank() == k + 1) c.recv(call.v, 0);
  }
}

/// Adds up the vectors of all ranks at every rank, beginning with its own.
void own_order(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const Slice own = c.scratch(call.v.count()), other = c.scratch(call.v.count());
  c.copy(own, call.v);
  for (int k = 1; k < p; ++k) {
    c.round(k - 1);
    c.sendrecv(own, mod(r - k, p), other, mod(r + k, p));
    c.reduce(call.v, other);
  }
}

/// Sends from every rank to every other through a buffer of the usual block size, which is too
/// small for larger blocks.
void usual_blocks(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const std::int64_t room = (call.problem.count + p - 1) / p;
  const auto usual = [&](int i) {
    const Slice block = call.block(i);
    return block.part(0, std::min(block.count(), room));
  };
  for (int k = 1; k < p; ++k) {
    c.round(k - 1);
    c.sendrecv(usual(r), mod(r + k, p), usual(mod(r - k, p)), mod(r - k, p));
  }
}

/// Runs a barrier whose root releases all others when the first has come.
void go_after_first(Comm& c, const Call&) {
  const int p = c.size();
  if (p == 1) return;
  c.round(0);
  std::vector<Handle> arrivals;
  for (int r = 1; r < p; ++r)
    if (c.rank() == 0) arrivals.push_back(c.irecv(Slice::token(), r));
  c.rank() == 0 ? c.wait(arrivals.front()) : c.send(Slice::token(), 0);
  c.round(1);
  for (int r = 1; r < p; ++r)
    if (c.rank() == 0) c.send(Slice::token(), r);
  if (c.rank() > 0) c.recv(Slice::token(), 0);
  if (c.rank() == 0) c.wait_all(std::span(arrivals).subspan(1));
}

Bytes total(const Problem& x) {
  return (x.p - 1) * x.bytes();
}

}  // namespace

extern const Algorithm wrong_nothing = broadcast("right", right);
extern const Algorithm wrong_later = broadcast("right-once", right_once);
extern const Algorithm wrong_root = broadcast("ignores-root", ignores_root);
extern const Algorithm wrong_crash = broadcast("crashes-on-three", crashes_on_three);
extern const Algorithm wrong_blocks = [] {
  Algorithm a = broadcast("forgets-rest", forgets_rest);
  a.pipelined = true;
  a.best_blocks = [](const Problem&) { return 1; };
  return a;
}();
extern const Algorithm wrong_torus = [] {
  Algorithm a = broadcast("square-only", square_only);
  a.needs_coordinates = true;
  return a;
}();
extern const Algorithm wrong_skips = [] {
  Algorithm a = broadcast("halving-only", halving_only);
  a.skipped = true;
  return a;
}();
extern const Algorithm wrong_rounds = [] {
  Algorithm a = broadcast("rounds", right);
  a.rounds = [](const Problem& x) -> std::int64_t { return x.p == 4 ? 4 : x.p - 1; };
  return a;
}();
extern const Algorithm wrong_bytes = [] {
  Algorithm a = broadcast("bytes", right);
  a.bytes_max_rank = [](const Problem& x) { return x.root == 2 ? x.bytes() : total(x); };
  return a;
}();
extern const Algorithm wrong_time = [] {
  Algorithm a = broadcast("time", right);
  a.time = [](const Problem& x) { return (x.p - 1) * x.cost.message(x.block(0, x.p)); };
  return a;
}();
extern const Algorithm wrong_everything = [] {
  Algorithm a = broadcast("refuses", right);
  a.unsupported = [](const Problem& x) {
    return x.p == 1 ? std::nullopt : std::optional<std::string>("it does not like company");
  };
  return a;
}();
extern const Algorithm wrong_odd = [] {
  Algorithm a = broadcast("odd", forgets_one_of_odd);
  a.collective = "reduce";
  a.needs_commutative = true;
  a.bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); };
  a.time = [](const Problem& x) {
    return (x.p - 1) * (x.cost.message(x.bytes()) + x.cost.reduction(x.bytes()));
  };
  return a;
}();
extern const Algorithm wrong_order = [] {
  Algorithm a = broadcast("order", any_order);
  a.collective = "allreduce";
  a.rounds = [](const Problem& x) -> std::int64_t { return 2 * (x.p - 1); };
  a.bytes_total = [](const Problem& x) { return 2 * total(x); };
  a.time = [](const Problem& x) {
    return (x.p - 1) * (2 * x.cost.message(x.bytes()) + x.cost.reduction(x.bytes()));
  };
  return a;
}();
/// An algorithm with correct sums, but a wrong promise about sums that round.
extern const Algorithm wrong_sums = [] {
  Algorithm a = broadcast("own-order", own_order);
  a.collective = "allreduce";
  a.needs_commutative = true;
  a.reproducible = Reproducible::kOnAllRanks;
  a.formula = "";
  return a;
}();
extern const Algorithm wrong_sizes = [] {
  Algorithm a = broadcast("sizes", usual_blocks);
  a.collective = "allgatherv";
  a.bytes_max_rank = [](const Problem& x) {
    return (x.p - 1) * x.elements(x.partition(x.count).largest());
  };
  a.time = [](const Problem& x) {
    return (x.p - 1) * x.cost.message(x.elements(x.partition(x.count).largest()));
  };
  return a;
}();
extern const Algorithm wrong_barrier = [] {
  Algorithm a = broadcast("go-after-first", go_after_first);
  a.collective = "barrier";
  a.rounds = [](const Problem& x) -> std::int64_t { return x.p > 1 ? 2 : 0; };
  a.bytes_total = a.bytes_max_rank = [](const Problem&) { return Bytes(0); };
  a.time = [](const Problem& x) { return 2 * (x.p - 1) * x.cost.message(Bytes(0)); };
  return a;
}();

}  // namespace orrery

using namespace orrery;
ORRERY_PLUGIN(&wrong_nothing, &wrong_root, &wrong_crash, &wrong_blocks, &wrong_torus, &wrong_skips,
              &wrong_rounds, &wrong_bytes, &wrong_time, &wrong_everything, &wrong_odd, &wrong_order,
              &wrong_sizes, &wrong_barrier, &wrong_sums, &wrong_later)
