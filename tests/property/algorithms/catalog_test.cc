// Every algorithm of the catalogue, for p = 1..64, sizes 0, 1, p-1, p, p+1, 1000 elements, every
// root for small p: data equal to the naive reference, provenance exact, rounds and bytes equal to
// the formulas in the algorithm's own spec.
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/skips.h"
#include "algorithms/verify.h"
#include "tests/network.h"

namespace orrery {

void PrintTo(const Algorithm* a, std::ostream* out) {
  *out << a->collective << ' ' << a->name;
}

namespace {

using orrery::testing::network_of;

constexpr int kMostRanks = 64;
constexpr int kEveryRootUpTo = 9;

std::string test_name(const ::testing::TestParamInfo<const Algorithm*>& info) {
  std::string name = text_of(info.param->collective, "_", info.param->name);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

Network one_ported(int p) {
  return network_of(text_of("full:", p));
}

Problem problem(int p, std::int64_t count, int root, const Network& network) {
  Problem x;
  x.p = p;
  x.count = count;
  x.root = root;
  x.cost = {network.costs.alpha + 100ns, network.costs.link(0).bandwidth.inverse(),
            network.costs.gamma};
  if (p == network.topology->hosts()) x.dims = network.topology->dims();
  x.network = &network;
  return x;
}

std::vector<int> roots(const Algorithm& a, int p) {
  if (!find_collective(a.collective).rooted) return {0};
  std::set<int> all{0, p / 2, p - 1};
  for (int r = 0; r < p && p <= kEveryRootUpTo; ++r) all.insert(r);
  return {all.begin(), all.end()};
}

std::vector<int> block_choices(const Algorithm& a) {
  return a.pipelined ? std::vector{0, 1, 5} : std::vector{0};
}

/// Calls f(problem, network) for everything the catalogue promises.
template <class F>
void for_all_problems(const Algorithm& a, F&& f) {
  for (int p = 1; p <= kMostRanks; ++p) {
    const Network network = one_ported(p);
    for (const std::int64_t count : std::set<std::int64_t>{0, 1, p - 1, p, p + 1, 1000})
      for (const int root : roots(a, p))
        for (const int blocks : block_choices(a)) {
          Problem x = problem(p, count, root, network);
          x.blocks = blocks;
          if (!refusal(a, x)) f(x, network);
        }
  }
}

/// What is refused where ranks have no coordinates: what the algorithm says that it needs, no more
/// (see torus_test.cc for where they have).
bool refused_without_coordinates(const Algorithm& a, int p) {
  if (p == 1) return false;
  return a.needs_coordinates || (a.needs_ranks == Ranks::kEven && p % 2 == 1) ||
         (a.needs_ranks == Ranks::kPowersOfTwo && (p & (p - 1)) != 0);
}

std::string describe(const Problem& x) {
  return text_of("p = ", x.p, ", count = ", x.count, ", root = ", x.root, ", blocks = ", x.blocks);
}

class Catalog : public ::testing::TestWithParam<const Algorithm*> {};
class Reducing : public Catalog {};     // has an operator
class Partitioned : public Catalog {};  // takes blocks of any sizes
class Circulant : public Catalog {};    // takes skips

TEST_P(Catalog, RealDataEqualsTheNaiveReference) {
  const Algorithm& a = *GetParam();
  const Op& op = find_op("sum", "uint8");
  for_all_problems(a, [&](const Problem& x, const Network& network) {
    const Execution e = execute(a, x, network, {}, PayloadKind::kReal, op);
    ASSERT_TRUE(e.verified.value()) << describe(x) << ": " << e.mismatch;
  });
}

TEST_P(Catalog, ProvenanceIsExactAndCostsEqualTheSpec) {
  const Algorithm& a = *GetParam();
  const Op& op = find_op("sum", "uint8");
  for_all_problems(a, [&](const Problem& x, const Network& network) {
    const Execution e = execute(a, x, network, {}, PayloadKind::kProvenance, op);
    ASSERT_TRUE(e.verified.value()) << describe(x) << ": " << e.mismatch;
    ASSERT_EQ(e.metrics.rounds, a.rounds(x)) << describe(x);
    ASSERT_EQ(e.metrics.bytes_total.count(), a.bytes_total(x).count()) << describe(x);
    ASSERT_EQ(e.metrics.bytes_max_rank.count(), a.bytes_max_rank(x).count()) << describe(x);
  });
}

TEST_P(Reducing, EveryOperatorAndDatatype) {
  const Algorithm& a = *GetParam();
  for (const Op& op : ops())
    for (const int p : {1, 2, 3, 4, 7, 8, 12, 16}) {
      const Network network = one_ported(p);
      Problem x = problem(p, 37, 0, network);
      x.element_bytes = op.element_bytes;
      x.commutative = op.commutative;
      if (refusal(a, x)) {
        ASSERT_TRUE(!op.commutative || refused_without_coordinates(a, p));
        continue;
      }
      const Execution e = execute(a, x, network, {}, PayloadKind::kReal, op);
      ASSERT_TRUE(e.verified.value())
          << op.name << " on " << op.datatype << ", " << describe(x) << ": " << e.mismatch;
      ASSERT_EQ(e.metrics.bytes_total, a.bytes_total(x));
    }
}

/// Sizes that every number of blocks divides: there the formula is exact.
TEST_P(Catalog, UncontendedTimeEqualsTheFormulaToThePicosecond) {
  const Algorithm& a = *GetParam();
  const Op& op = find_op("sum", "uint8");
  for (int p = 1; p <= kMostRanks; ++p)
    for (const std::int64_t multiple : {1, 35})
      for (const double gamma : {0.0, 3.0}) {
        Network network = one_ported(p);
        network.costs.gamma = {gamma};
        Problem x = problem(p, 64 * 63 * 5 * multiple * p, 0, network);
        if (a.pipelined) x.blocks = 63 * 5;
        if (refusal(a, x)) continue;
        const Execution e = execute(a, x, network, {}, PayloadKind::kGhost, op);
        ASSERT_EQ(e.metrics.completion.count(), a.time(x).count())
            << describe(x) << ", gamma = " << gamma;
        ASSERT_FALSE(e.metrics.shared);
      }
}

TEST_P(Catalog, BarrierBetweenRoundsChangesNoDataAndNoCounts) {
  const Algorithm& a = *GetParam();
  const Op& op = find_op("sum", "uint8");
  EngineOptions options;
  options.sync = Sync::kRounds;
  for (int p = 1; p <= 33; ++p) {
    const Network network = one_ported(p);
    const Problem x = problem(p, 1000, p / 3, network);
    if (refusal(a, x)) continue;
    const Execution e = execute(a, x, network, options, PayloadKind::kProvenance, op);
    ASSERT_TRUE(e.verified.value()) << describe(x) << ": " << e.mismatch;
    ASSERT_EQ(e.metrics.rounds, a.rounds(x)) << describe(x);
    ASSERT_EQ(e.metrics.bytes_total, a.bytes_total(x)) << describe(x);
  }
}

TEST_P(Catalog, EagerProtocolAndContendedNetworksChangeNoData) {
  const Algorithm& a = *GetParam();
  const Op& op = find_op("sum", "int32");
  EngineOptions eager;
  eager.protocol = Protocol::kEager;
  for (const char* spec :
       {"torus:4x3", "mesh:5x2", "two-tier:3,5", "fat-tree:2,3", "star:7", "torus:2x2x3"})
    for (const EngineOptions& options : {EngineOptions{}, eager})
      for (const Ports::Kind ports :
           {Ports::Kind::kCount, Ports::Kind::kPerLink, Ports::Kind::kUnlimited}) {
        Network network = network_of(spec);
        network.ports.kind = ports;
        Problem x = problem(network.ranks(), 1000, 0, network);
        x.element_bytes = op.element_bytes;
        if (refusal(a, x)) continue;
        for (const PayloadKind payload : {PayloadKind::kReal, PayloadKind::kProvenance}) {
          const Execution e = execute(a, x, network, options, payload, op);
          ASSERT_TRUE(e.verified.value()) << spec << ": " << e.mismatch;
          ASSERT_EQ(e.metrics.bytes_total, a.bytes_total(x)) << spec;
          ASSERT_EQ(e.metrics.rounds, a.rounds(x)) << spec;
        }
      }
}

/// Everything happens at one instant, and still in an order.
TEST_P(Catalog, CostsOfZero) {
  const Algorithm& a = *GetParam();
  const Op& op = find_op("sum", "uint8");
  for (const char* spec : {"full:7", "torus:3x3", "fat-tree:2,3"}) {
    Network network = network_of(spec);
    network.costs.alpha = Time(0);
    network.costs.links = {LinkCost{Bandwidth{1e30}, Time(0)}};
    const Problem x = problem(network.ranks(), 100, 0, network);
    if (refusal(a, x)) continue;
    const Execution e = execute(a, x, network, {}, PayloadKind::kReal, op);
    ASSERT_TRUE(e.verified.value()) << spec << ": " << e.mismatch;
    ASSERT_EQ(e.metrics.bytes_total, a.bytes_total(x)) << spec;
  }
}

TEST_P(Catalog, TimeDoesNotDependOnTheKindOfPayload) {
  const Algorithm& a = *GetParam();
  const Op& op = find_op("sum", "uint8");
  const Network network = network_of("torus:4x4");
  const Problem x = problem(16, 1003, 0, network);
  if (refusal(a, x)) GTEST_SKIP();
  const Time ghost = execute(a, x, network, {}, PayloadKind::kGhost, op).metrics.completion;
  EXPECT_EQ(execute(a, x, network, {}, PayloadKind::kReal, op).metrics.completion, ghost);
  EXPECT_EQ(execute(a, x, network, {}, PayloadKind::kProvenance, op).metrics.completion, ghost);
}

/// A user's operator: strings of at most 63 letters, joined. Associative, not commutative.
struct Word {
  char letters[64];
};

void join_words(void* into, const void* from, std::int64_t count, bool from_first) {
  auto* a = static_cast<Word*>(into);
  const auto* b = static_cast<const Word*>(from);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::string first = from_first ? b[i].letters : a[i].letters;
    const std::string joined = first + (from_first ? a[i].letters : b[i].letters);
    joined.copy(a[i].letters, sizeof a[i].letters - 1);
    a[i].letters[std::min(joined.size(), sizeof a[i].letters - 1)] = 0;
  }
}

void word_of_rank(void* element, int rank, std::int64_t index) {
  *static_cast<Word*>(element) = {{static_cast<char>('A' + rank), static_cast<char>('a' + index)}};
}

TEST_P(Reducing, AUsersOperator) {
  const Algorithm& a = *GetParam();
  const Op op{"join", "word", sizeof(Word), false, join_words, word_of_rank};
  for (const int p : {1, 2, 3, 4, 6, 7, 8, 11, 16}) {
    const Network network = one_ported(p);
    Problem x = problem(p, 19, 0, network);
    x.element_bytes = op.element_bytes;
    x.commutative = op.commutative;
    if (refusal(a, x)) continue;
    const Execution e = execute(a, x, network, {}, PayloadKind::kReal, op);
    ASSERT_TRUE(e.verified.value()) << describe(x) << ": " << e.mismatch;
  }
}

bool takes_sizes(const Algorithm& a) {
  return find_collective(a.collective).irregular;
}

TEST_P(Partitioned, BlocksOfAnySizes) {
  const Algorithm& a = *GetParam();
  const Op& op = find_op("sum", "int32");
  std::mt19937 random(7);
  for (int p = 1; p <= 40; ++p)
    for (int variant = 0; variant < 4; ++variant) {
      const Network network = one_ported(p);
      Problem x = problem(p, 0, 0, network);
      x.element_bytes = op.element_bytes;
      for (int r = 0; r < p; ++r) {
        const int all_in_one = r == p / 2 ? 500 : 0;
        x.sizes.push_back(variant == 0   ? all_in_one
                          : variant == 1 ? r % 3 * 50
                                         : static_cast<int>(random() % 40));
        x.count += x.sizes.back();
      }
      if (refusal(a, x)) continue;
      for (const PayloadKind payload : {PayloadKind::kReal, PayloadKind::kProvenance}) {
        const Execution e = execute(a, x, network, {}, payload, op);
        ASSERT_TRUE(e.verified.value()) << describe(x) << ": " << e.mismatch;
        ASSERT_EQ(e.metrics.rounds, a.rounds(x)) << describe(x);
        ASSERT_EQ(e.metrics.bytes_total.count(), a.bytes_total(x).count()) << describe(x);
        ASSERT_EQ(e.metrics.bytes_max_rank.count(), a.bytes_max_rank(x).count()) << describe(x);
      }
    }
}

TEST_P(Circulant, AnySkipSequence) {
  const Algorithm& a = *GetParam();
  const Op& op = find_op("sum", "uint8");
  for (int p = 1; p <= 40; ++p) {
    std::vector<std::vector<int>> sequences;
    for (const char* name : {"halving", "power-of-two", "linear", "sqrt"}) {
      sequences.push_back(circulant::named_skips(name, p).value());
      EXPECT_FALSE(circulant::first_unreachable(sequences.back(), p)) << name << ", p = " << p;
    }
    if (p == 7) sequences.push_back({3, 2, 1});  // a skip below half of what remains
    if (p == 22) sequences.push_back({12, 7, 5, 3, 2, 1});
    for (const std::vector<int>& skips : sequences) {
      const Network network = one_ported(p);
      Problem x = problem(p, 60 * p, p / 2, network);
      x.skips = skips;
      const Execution e = execute(a, x, network, {}, PayloadKind::kProvenance, op);
      ASSERT_TRUE(e.verified.value()) << describe(x) << ": " << e.mismatch;
      ASSERT_EQ(e.metrics.rounds, a.rounds(x)) << describe(x);
      ASSERT_EQ(e.metrics.bytes_total.count(), a.bytes_total(x).count()) << describe(x);
      ASSERT_EQ(e.metrics.bytes_max_rank.count(), a.bytes_max_rank(x).count()) << describe(x);
      ASSERT_EQ(e.metrics.completion.count(), a.time(x).count()) << describe(x);
    }
  }
}

std::vector<const Algorithm*> those(bool (*select)(const Algorithm&)) {
  std::vector<const Algorithm*> chosen;
  for (const Algorithm* a : catalog())
    if (select(*a)) chosen.push_back(a);
  return chosen;
}
bool reduces(const Algorithm& a) {
  return find_collective(a.collective).reduces;
}
bool takes_skips(const Algorithm& a) {
  return a.skipped;
}

INSTANTIATE_TEST_SUITE_P(All, Catalog, ::testing::ValuesIn(catalog().begin(), catalog().end()),
                         test_name);
INSTANTIATE_TEST_SUITE_P(All, Reducing, ::testing::ValuesIn(those(reduces)), test_name);
INSTANTIATE_TEST_SUITE_P(All, Partitioned, ::testing::ValuesIn(those(takes_sizes)), test_name);
INSTANTIATE_TEST_SUITE_P(All, Circulant, ::testing::ValuesIn(those(takes_skips)), test_name);

TEST(CatalogTable, NamesAreUniqueAndCollectivesExist) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const Algorithm* a : catalog()) {
    EXPECT_NO_THROW(find_collective(a->collective));
    EXPECT_TRUE(seen.emplace(a->collective, a->name).second) << a->collective << ' ' << a->name;
    EXPECT_EQ(&find_algorithm(a->collective, a->name), a);
    for (const std::string_view text : {a->summary, a->reference, a->formula})
      EXPECT_FALSE(text.empty()) << a->name;
  }
}

TEST(CatalogTable, UnknownNamesAreRefusedWithTheNearest) {
  try {
    find_algorithm("allreduce", "rabenseifer");
    FAIL();
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean 'rabenseifner'"), std::string::npos)
        << e.what();
  }
  EXPECT_THROW(find_collective("allreduse"), std::invalid_argument);
}

/// A test that skips what an algorithm refuses must not skip silently: all that is refused is declared.
TEST(CatalogTable, RefusedProblemsAreThoseThatAnAlgorithmCannotUse) {
  for (const Algorithm* a : catalog())
    for (int p = 1; p <= kMostRanks; ++p) {
      Problem x;
      x.p = p;
      x.count = 1000;
      const auto reason = refusal(*a, x);
      EXPECT_EQ(reason.has_value(), refused_without_coordinates(*a, p))
          << a->collective << ' ' << a->name << ", p = " << p << ": " << reason.value_or("");
    }
}

TEST(CatalogTable, RestrictionsAreWords) {
  Problem x;
  x.p = 7;
  EXPECT_EQ(refusal(find_algorithm("allgather", "neighbor-exchange"), x),
            "neighbor-exchange works in pairs: the number of ranks must be even and is 7");
  EXPECT_EQ(
      refusal(find_algorithm("allgather", "recursive-doubling"), x),
      "recursive-doubling pairs rank r with r XOR 2^k: the number of ranks must be a power of "
      "two and is 7");
}

TEST(CatalogTable, NonCommutativeOperatorsAreRefusedWhereOrderIsNotKept) {
  Problem x;
  x.p = 4;
  x.commutative = false;
  EXPECT_TRUE(refusal(find_algorithm("allreduce", "ring"), x));
  EXPECT_FALSE(refusal(find_algorithm("allreduce", "rabenseifner"), x));
}

/// A dissemination barrier that signals its second partner before it has heard from its first.
void hasty_barrier(Comm& c, const Call&) {
  const int p = c.size(), r = c.rank();
  const Handle first = c.isend(Slice::token(), mod(r + 1, p));
  const Handle second = c.isend(Slice::token(), mod(r + 2, p));
  c.recv(Slice::token(), mod(r - 1, p));
  c.recv(Slice::token(), mod(r - 2, p));
  c.wait(first);
  c.wait(second);
}

TEST(Barrier, OneThatSignalsTooEarlyIsFoundOut) {
  Algorithm hasty = find_algorithm("barrier", "dissemination");
  const Network network = one_ported(4);
  const Problem x = problem(4, 0, 0, network);
  const Op& op = find_op("sum", "uint8");
  EXPECT_TRUE(execute(hasty, x, network, {}, PayloadKind::kReal, op).verified.value());
  hasty.run = hasty_barrier;
  const Execution e = execute(hasty, x, network, {}, PayloadKind::kReal, op);
  EXPECT_FALSE(e.verified.value());
  EXPECT_EQ(e.mismatch, "rank 0 can leave before rank 1 has entered");
}

TEST(Skips, BadSequencesAreRefusedInWords) {
  const Algorithm& a = find_algorithm("reduce-scatter", "circulant");
  Problem x;
  x.p = 10;
  const auto says = [&](std::vector<int> skips, const char* want) {
    x.skips = std::move(skips);
    const auto why = refusal(a, x);
    ASSERT_TRUE(why);
    EXPECT_NE(why->find(want), std::string::npos) << *why;
  };
  says({5, 2, 1}, "do not reach distance 4");
  says({10, 5, 2, 1}, "10 does not follow 10");
  says({5, 5, 1}, "5 does not follow 5");
  says({5, 3, 2}, "the last skip is 2; expected 1");
  x.skips = {5, 3, 2, 1};
  EXPECT_FALSE(refusal(a, x));
}

TEST(Skips, NamedSequencesOfTwentyTwo) {
  EXPECT_EQ(circulant::halving_skips(22), (std::vector<int>{11, 6, 3, 2, 1}));
  EXPECT_EQ(circulant::power_of_two_skips(22), (std::vector<int>{16, 8, 4, 2, 1}));
  EXPECT_EQ(circulant::sqrt_skips(22), (std::vector<int>{17, 12, 7, 4, 2, 1}));
  EXPECT_EQ(circulant::linear_skips(5), (std::vector<int>{4, 3, 2, 1}));
  EXPECT_TRUE(circulant::halving_skips(1).empty());
  EXPECT_FALSE(circulant::named_skips("fibonacci", 5));
}

/// The reduce-scatter sends and reduces what the paper says: p - 1 blocks on every rank.
TEST(CirculantReduceScatter, VolumeIsOptimal) {
  const Op& op = find_op("sum", "uint8");
  for (int p = 2; p <= kMostRanks; ++p) {
    const Network network = one_ported(p);
    const Problem x = problem(p, 10 * p, 0, network);
    const Execution e = execute(find_algorithm("reduce-scatter", "circulant"), x, network, {},
                                PayloadKind::kGhost, op);
    EXPECT_EQ(e.metrics.bytes_max_rank.count(), 10 * (p - 1));
    EXPECT_EQ(e.metrics.reduced_max_rank.count(), 10 * (p - 1));
    EXPECT_EQ(e.metrics.bytes_total.count(), 10 * (p - 1) * p);
  }
}

}  // namespace
}  // namespace orrery
