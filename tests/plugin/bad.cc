// Algorithms with typical mistakes, each under the name of its mistake.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/plugin/mistakes.h"

namespace orrery {
namespace {

/// Sends from the root to one rank after the other, which is correct.
void send_to_all(Comm& c, const Call& call, int last) {
  for (int k = 0; k < c.size() - 1; ++k) {
    const int to = mod(call.root + 1 + k, c.size());
    c.round(k);
    if (k > last) continue;
    if (c.rank() == call.root) c.send(call.v, to);
    if (c.rank() == to) c.recv(call.v, call.root);
  }
}

/// Makes a mistake in rank 2, in round 1.
template <class Mistake>
void with_mistake(Comm& c, const Call& call, Mistake mistake) {
  for (int k = 0; k < c.size() - 1; ++k) {
    const int to = mod(call.root + 1 + k, c.size());
    c.round(k);
    if (c.rank() == 2 && k == 1) mistake();
    if (c.rank() == call.root) c.send(call.v, to);
    if (c.rank() == to) c.recv(call.v, call.root);
  }
}

struct Bomb {
  ~Bomb() noexcept(false) { throw std::runtime_error("a destructor throws"); }
};
void throw_twice() {
  const Bomb bomb;
  throw std::runtime_error("first");
}

void wrong_data(Comm& c, const Call& call) {
  send_to_all(c, call, c.size() - 3);
}
void deadlock(Comm& c, const Call& call) {
  c.round(0);
  const int p = c.size();
  if (p > 1) c.recv(call.v, mod(c.rank() + 1, p));
}
void extra_rounds(Comm& c, const Call& call) {
  send_to_all(c, call, c.size());
  c.round(c.size() + 3);
}
void backwards(Comm& c, const Call&) {
  c.round(1);
  c.round(0);
}
void segfault(Comm& c, const Call& call) {
  with_mistake(c, call, [] { *nowhere = 1; });
}
void division(Comm& c, const Call& call) {
  with_mistake(c, call, [] { zero = 1000 / zero; });
}
void aborts(Comm& c, const Call& call) {
  with_mistake(c, call, [] {
    std::fputs("bad.cc: this cannot be\n", stderr);
    std::abort();
  });
}
void throws(Comm& c, const Call& call) {
  with_mistake(c, call, [] { std::vector<int>(3).at(7) = 1; });
}
void throws_int(Comm& c, const Call& call) {
  with_mistake(c, call, [] { throw 7; });
}
void terminates(Comm& c, const Call& call) {
  with_mistake(c, call, throw_twice);
}
void overflows(Comm& c, const Call& call) {
  with_mistake(c, call, [] { zero = deep(0) * 0; });
}
void exits(Comm& c, const Call& call) {
  with_mistake(c, call, [] { std::exit(0); });
}
void loops(Comm& c, const Call& call) {
  with_mistake(c, call, [] {
    while (zero == 0) continue;
  });
}
void never_ends(Comm& c, const Call& call) {
  for (int k = 0;; ++k) {
    c.round(k % 2 == 0 ? k : k);
    c.sendrecv(Slice::token(), mod(c.rank() + 1, c.size()), Slice::token(),
               mod(c.rank() - 1, c.size()));
    static_cast<void>(call);
  }
}
void prints(Comm& c, const Call& call) {
  send_to_all(c, call, c.size());
  if (c.rank() == 0) std::puts("hello");
}

void sums_twice(Comm& c, const Call& call) {  // rank 0 is added a second time by all others
  const int p = c.size(), r = c.rank();
  const Slice T = c.scratch(call.v.count());
  c.round(0);
  if (r == 0) {
    for (int from = 1; from < p; ++from) {
      c.recv(T, from);
      c.reduce(call.v, T);
    }
    for (int to = 1; to < p; ++to) c.send(call.v, to);
  } else {
    c.send(call.v, 0);
    c.recv(T, 0);
    c.reduce(call.v, T);
  }
}

}  // namespace

#define MISTAKE(name, run) extern const Algorithm bad_##run = broadcast(name, run)
MISTAKE("wrong-data", wrong_data);
MISTAKE("deadlock", deadlock);
MISTAKE("extra-rounds", extra_rounds);
MISTAKE("backwards", backwards);
MISTAKE("segfault", segfault);
MISTAKE("division", division);
MISTAKE("aborts", aborts);
MISTAKE("throws", throws);
MISTAKE("throws-int", throws_int);
MISTAKE("terminates", terminates);
MISTAKE("overflows", overflows);
MISTAKE("exits", exits);
MISTAKE("loops", loops);
MISTAKE("never-ends", never_ends);
MISTAKE("prints", prints);

extern const Algorithm bad_formula = [] {
  Algorithm a = broadcast("bad-formula", prints);
  a.rounds = [](const Problem& x) -> std::int64_t { return 100 / (x.p - 4); };
  return a;
}();
/// Refuses every problem, with the values that it received.
std::optional<std::string> tell(const Problem& x) {
  std::string groups;
  for (const std::vector<int>& level : x.groups) {
    groups += ' ';
    for (const int group : level) groups += std::to_string(group);
  }
  return "radix " + std::to_string(x.radix) + ", aggregation " + std::to_string(x.aggregation) +
         ", groups" + groups + ", " + (x.separate_buffers ? "separate" : "shared") + " buffers";
}
/// An algorithm that uses all members in which it can describe itself.
extern const Algorithm bad_tells = [] {
  Algorithm a = broadcast("tells", prints);
  a.formula_if = "p = 2^q";
  a.run_by = "unknown: 7";
  a.at_most = a.skipped = a.radixed = a.aggregating = a.grouped = true;
  a.needs_ranks = Ranks::kEven;
  a.best_radix = [](const Problem& x) { return x.p / 2; };
  a.unsupported = tell;
  return a;
}();
/// State of its formulas: how often they were evaluated, and how many rounds the run made.
int times_asked = 0, rounds_made = 0;
void remembers(Comm& c, const Call& call) {
  send_to_all(c, call, c.size());
  rounds_made = c.size() - 1;
}
extern const Algorithm bad_remembers = [] {
  Algorithm a = broadcast("remembers", remembers);
  a.radixed = true;
  a.best_radix = [](const Problem&) { return ++times_asked; };
  a.rounds = [](const Problem&) -> std::int64_t { return rounds_made; };
  return a;
}();
extern const Algorithm bad_sums_twice = [] {
  Algorithm a = broadcast("sums-twice", sums_twice);
  a.collective = "allreduce";
  return a;
}();

}  // namespace orrery

using namespace orrery;
ORRERY_PLUGIN(&bad_wrong_data, &bad_deadlock, &bad_extra_rounds, &bad_backwards, &bad_segfault,
              &bad_division, &bad_aborts, &bad_throws, &bad_throws_int, &bad_terminates,
              &bad_overflows, &bad_exits, &bad_loops, &bad_never_ends, &bad_prints, &bad_formula,
              &bad_sums_twice, &bad_tells, &bad_remembers)
