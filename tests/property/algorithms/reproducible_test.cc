// Tests sums that round: bracket_op() and numbers agree about the order of sums, and algorithms keep their promises.
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/instance.h"
#include "algorithms/promises.h"
#include "emu/net/conditions.h"
#include "emu/payload/real_store.h"
#include "tests/network.h"

namespace orrery {
namespace {

using orrery::testing::network_of;

/// Returns values of similar size whose sums nearly always round.
double rounding_value(int rank, std::int64_t index) {
  std::mt19937_64 random(static_cast<std::uint64_t>(rank) * 1'000'003 +
                         static_cast<std::uint64_t>(index));
  return std::uniform_real_distribution(0.5, 2.0)(random);
}

const Op& rounding_sum() {
  static const Op op = [] {
    Op sum = find_op("sum", "double");
    sum.contribute = [](void* element, int rank, std::int64_t index) {
      const double value = rounding_value(rank, index);
      std::memcpy(element, &value, sizeof value);
    };
    return sum;
  }();
  return op;
}

Problem doubles(int p, std::int64_t count) {
  Problem x;
  x.p = p;
  x.count = count;
  x.element_bytes = 8;
  return x;
}

/// Returns whether all ranks of an allreduce with this operator end with the same bits.
bool all_are_identical(const Algorithm& a, const Problem& x, const Network& network, const Op& op) {
  RealStore store(op, x.p);
  const Instance instance(a, x);
  std::vector<Slice> v;
  for (int r = 0; r < x.p; ++r) {
    v.push_back(store.allocate(instance.length()));
    instance.fill(store, v.back(), r);
  }
  World world(network, {}, &store);
  world.run([&](Comm& c) { instance.run(c, v[static_cast<std::size_t>(c.rank())]); });
  for (const Slice& other : v)
    if (std::memcmp(store.data(v[0]), store.data(other),
                    static_cast<std::size_t>(other.bytes().count())) != 0)
      return false;
  return true;
}

/// Reduces operands a .. b - 1 with brackets that depend on `seed`; some additions exchange their operands.
template <class T>
T reduce_in_brackets(const Op& op, const std::vector<T>& operands, std::size_t a, std::size_t b,
                     std::uint64_t seed, bool exchange) {
  if (b - a == 1) return operands[a];
  const std::size_t middle = a + 1 + (seed % 1'000'003) % (b - a - 1);
  T left = reduce_in_brackets(op, operands, a, middle, seed * 31 + 7, exchange);
  const T right = reduce_in_brackets(op, operands, middle, b, seed * 37 + 11, exchange);
  op.combine(&left, &right, 1, exchange);
  return left;
}

/// Checks random brackets: if the operator says identical, sums have the same bits; if it says unlike, some values
/// differ.
TEST(BracketOp, TellsWhatSumsOfAnyValuesTell) {
  std::mt19937_64 random(5);
  const Op& sum = rounding_sum();
  const auto operands = [](const Op& op, auto zero, int n, int draw) {
    std::vector values(static_cast<std::size_t>(n), zero);
    for (int i = 0; i < n; ++i) op.contribute(&values[static_cast<std::size_t>(i)], i, draw);
    return values;
  };
  int unlike = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const int n = 3 + trial % 6;
    const auto ranks = static_cast<std::size_t>(n);
    const std::uint64_t one = random(), other = trial % 4 == 0 ? one : random();
    const auto bits = operands(bracket_op(8), std::uint64_t{0}, n, 0);
    const auto narrow = operands(bracket_op(4), std::uint32_t{0}, n, 0);
    const bool identical = reduce_in_brackets(bracket_op(8), bits, 0, ranks, one, false) ==
                           reduce_in_brackets(bracket_op(8), bits, 0, ranks, other, true);
    EXPECT_EQ(identical, reduce_in_brackets(bracket_op(4), narrow, 0, ranks, one, true) ==
                             reduce_in_brackets(bracket_op(4), narrow, 0, ranks, other, false));
    int differing = 0;
    for (int draw = 0; draw < 200; ++draw) {
      const auto values = operands(sum, 0.0, n, draw);
      differing += reduce_in_brackets(sum, values, 0, ranks, one, false) !=
                   reduce_in_brackets(sum, values, 0, ranks, other, true);
    }
    EXPECT_EQ(identical, differing == 0) << n << " operands, trial " << trial;
    unlike += identical ? 0 : 1;
  }
  EXPECT_GT(unlike, 200);
}

TEST(BracketOp, IsForElementsOfFourOrEightBytes) {
  EXPECT_THROW(bracket_op(1), std::invalid_argument);
}

/// Returns an algorithm in which every rank adds the vectors of all ranks to its own, beginning
/// with the next rank.
const Algorithm& own_order() {
  static const Algorithm a = [] {
    Algorithm own = find_algorithm("allreduce", "ring");
    own.name = "own-order";
    own.formula = "";
    own.run = [](Comm& c, const Call& call) {
      const Slice own_vector = c.scratch(call.v.count()), other = c.scratch(call.v.count());
      c.copy(own_vector, call.v);
      for (int k = 1; k < c.size(); ++k) {
        c.sendrecv(own_vector, mod(c.rank() - k, c.size()), other, mod(c.rank() + k, c.size()));
        c.reduce(call.v, other);
      }
    };
    return own;
  }();
  return a;
}

TEST(Reproducible, AnOrderOfItsOwnOnEveryRankIsFound) {
  for (int p = 1; p <= 17; ++p)
    for (const char* datatype : {"float", "double"}) {
      const Network network = network_of(text_of("full:", p));
      const Op& op = find_op("sum", datatype);
      Problem x = doubles(p, 5);
      x.element_bytes = op.element_bytes;
      const Execution e = execute(own_order(), x, network, {}, PayloadKind::kReal, op);
      EXPECT_EQ(e.verified, true) << e.mismatch;
      if (p == 1) {
        EXPECT_FALSE(e.reproducible);
      } else {
        EXPECT_EQ(*e.reproducible == Reproducible::kNeither, p > 2);
        EXPECT_EQ(broken_promise(own_order(), e).has_value(), p > 2);
      }
    }
}

/// Checks that exact values, and payloads without values, give no verdict.
TEST(Reproducible, IsSaidOfSumsThatRoundOnly) {
  const Network network = network_of("full:5");
  const Algorithm& ring = find_algorithm("allreduce", "ring");
  const auto found = [&](const char* op, const char* datatype, PayloadKind payload) {
    Problem x = doubles(5, 7);
    x.element_bytes = find_op(op, datatype).element_bytes;
    return execute(ring, x, network, {}, payload, find_op(op, datatype)).reproducible;
  };
  EXPECT_EQ(found("sum", "float", PayloadKind::kReal), Reproducible::kOnAllRanks);
  EXPECT_EQ(found("product", "double", PayloadKind::kReal), Reproducible::kOnAllRanks);
  EXPECT_FALSE(found("max", "double", PayloadKind::kReal));
  EXPECT_FALSE(found("sum", "int64", PayloadKind::kReal));
  EXPECT_FALSE(found("sum", "double", PayloadKind::kProvenance));
  EXPECT_FALSE(found("sum", "double", PayloadKind::kGhost));
  const Execution broadcast = execute(find_algorithm("broadcast", "binomial"), doubles(5, 7),
                                      network, {}, PayloadKind::kReal, find_op("sum", "double"));
  EXPECT_FALSE(broadcast.reproducible);
}

/// Checks that numbers which round have the same bits on all ranks exactly if bracket_op() says so.
TEST(Reproducible, NumbersSayTheSameOfEveryAllreduce) {
  int neither = 0;
  for (const Algorithm* a : catalog()) {
    if (a->collective != "allreduce") continue;
    for (const int p : {2, 3, 5, 7, 8, 9, 12, 16, 17}) {
      const Network network = network_of(text_of("full:", p));
      Problem x = doubles(p, 12 * p + 1);
      if (a->needs_coordinates) x.dims = {p};
      x.network = &network;
      if (refusal(*a, x)) continue;
      const Execution e = execute(*a, x, network, {}, PayloadKind::kReal, find_op("sum", "double"));
      const bool identical = *e.reproducible >= Reproducible::kOnAllRanks;
      EXPECT_EQ(all_are_identical(*a, x, network, rounding_sum()), identical)
          << a->name << ", p = " << p;
      EXPECT_TRUE(identical || a->reproducible == Reproducible::kNeither)
          << a->name << ", p = " << p;
      neither += identical ? 0 : 1;
    }
  }
  EXPECT_GT(neither, 20);
}

/// Checks that late ranks and contended links change when messages arrive, but not the sums.
TEST(Reproducible, PromisesDoNotDependOnTimes) {
  std::mt19937 random(11);
  for (const Algorithm* a : catalog()) {
    if (!find_collective(a->collective).reduces) continue;
    for (const char* spec : {"torus:9", "torus:2x4", "star:11", "torus:4x4"}) {
      Network network = network_of(spec);
      const int p = network.ranks();
      Conditions late;
      for (int r = 0; r < p; ++r) late.arrivals.push_back(Time(random() % 5'000'000));
      network.conditions = std::make_shared<const Conditions>(late);
      Problem x = doubles(p, 6 * p + 5);
      if (a->needs_coordinates) x.dims = network.topology->dims();
      x.network = &network;
      if (refusal(*a, x)) continue;
      const Execution e = execute(*a, x, network, {}, PayloadKind::kReal, find_op("sum", "double"));
      EXPECT_EQ(e.verified, true) << e.mismatch;
      EXPECT_EQ(broken_promise(*a, e).value_or(""), "") << a->collective << ' ' << a->name;
    }
  }
}

}  // namespace
}  // namespace orrery
