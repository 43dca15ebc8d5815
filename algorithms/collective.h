#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/common/partition.h"
#include "emu/base/units.h"
#include "emu/payload/store.h"

/// What collectives are: their data before and after, their lower bounds. Pure functions.
namespace orrery {

/// Costs that algorithms are tuned and predicted with: one message of m bytes takes alpha + m beta,
/// reducing m gamma.
struct AlphaBetaGamma {
  Time alpha{
      0};  ///< everything that does not depend on size (link and hop latency of one hop included)
  CostPerByte beta{0};
  CostPerByte gamma{0};
  Time message(Bytes m) const { return alpha + duration_of(m, beta); }
  Time reduction(Bytes m) const { return duration_of(m, gamma); }
  bool operator==(const AlphaBetaGamma&) const = default;
};

struct Network;

/// Who is a rank's neighbour in a grid: those one further along one dimension, or along any number of them.
enum class Neighborhood { kStar, kMoore };

/// In which order recursive doubling pairs ranks: rank r with r XOR 2^s, or interleaving the
/// dimensions of the ranks' coordinates.
enum class Order { kLinear, kTorus };

/// What algorithms are tuned by; each looks at some of it (see kTuningRows).
struct Tuning {
  int blocks = 0;          ///< n of pipelined algorithms, 0 = the best for Problem::cost
  int radix = 0;           ///< k >= 2 of radix-k algorithms, 0 = the best (see radix_for)
  int aggregation = 0;     ///< A of algorithms that limit the blocks of a step, 0 = no limit
  std::vector<int> skips;  ///< s_0 > s_1 > ... > 1 of the circulant reductions; empty: halving
  Order order = Order::kLinear;
  bool operator==(const Tuning&) const = default;
};

/// What a collective works on, and where.
struct ProblemData {
  int p = 1;               ///< ranks, >= 1
  int root = 0;            ///< 0 .. p-1; for rooted collectives
  std::int64_t count = 0;  ///< elements in what `bytes` counts (see Collective::bytes_mean), >= 0
  std::uint32_t element_bytes = 1;
  /// Elements of each rank's block, p of them, or, where blocks are for pairs of ranks, p² (see Collective::for_pairs);
  /// empty: as even as can be.
  std::vector<std::int64_t> sizes;
  /// Groups of ranks for algorithms of several levels: groups[0][r] is the number of the group of rank r, groups[1][r]
  /// that of a coarser level, and so on; empty: as the algorithm likes (see default_groups()).
  std::vector<std::vector<int>> groups = {};
  bool commutative = true;  ///< the operator, for collectives that reduce
  /// Side lengths of the ranks' coordinates, their product p, row-major (the last varies fastest);
  /// empty where the network has none.
  std::vector<int> dims;
  std::string no_dims = "the network has none";  ///< why dims is empty, in words
  /// Side lengths of the grid whose neighbours exchange blocks (common/neighbors.h), their product p; empty: dims, or
  /// two sides of nearly equal length.
  std::vector<int> grid = {};
  bool periodic = true;  ///< each dimension of the grid is a ring, not a line
  Neighborhood neighborhood = Neighborhood::kStar;
  AlphaBetaGamma cost;
  /// The ranks keep what they are given: those that reduce work on a copy of it (Instance::run).
  bool separate_buffers = false;
  /// Messages of several blocks are packed and unpacked (PackingComm).
  bool packs = false;
  /// Where it runs; must outlive the problem. Only models that choose between algorithms look at
  /// it; null: fully connected, with one port and `cost`.
  const Network* network = nullptr;

  /// How a vector of `length` elements (or, with sizes, of their sum) is cut into the ranks' blocks.
  Partition partition(std::int64_t length) const {
    return sizes.empty() ? Partition(length, p) : Partition(sizes);
  }
  Bytes bytes() const { return elements(count); }
  Bytes elements(std::int64_t n) const { return Bytes(n * element_bytes); }
  /// Bytes of block i when `count` elements are cut into k blocks (as Slice::block).
  Bytes block(std::int64_t i, std::int64_t k) const {
    return elements(count / k + (i < count % k ? 1 : 0));
  }
  bool operator==(const ProblemData&) const = default;  ///< on the very same network
};

/// One instance of a collective.
struct Problem : ProblemData, Tuning {
  Tuning& tuning() { return *this; }
  const Tuning& tuning() const { return *this; }
  bool operator==(const Problem&) const = default;
};

/// Elements [offset, offset + count) of a rank's vector hold `content`.
struct Piece {
  std::int64_t offset = 0;
  std::int64_t count = 0;
  Content content;
};

/// Lower bounds that Λ and Ψ are measured against. No run needs less.
struct LowerBounds {
  double rounds = 0;  ///< fewest rounds if a rank sends and receives one message in a round
  /// Ranks that must hear of each other, or of one; 0: the rounds are fewest whatever they send.
  int participants = 0;
  /// Fewest bytes that some host must send or receive, all its ports together; what its ranks pass
  /// each other takes no port.
  double host_bytes = 0;

  /// Fewest rounds if a rank sends and receives at most `at_once` messages in a round: what is known,
  /// or the ranks that know it, grow (at_once + 1)-fold. REQUIRES at_once >= 0.
  double fewest_rounds(int at_once) const;
};

/// Data that each rank has for the rank at the other end, or gets from there; sums count once,
/// however many ranks add to them.
struct Spread {
  std::vector<std::int64_t> elements;  ///< by rank
  int end = kEveryRank;                ///< each rank, or one
  bool backward = false;               ///< to the ranks, from the end
};

/// What crosses any cut of the ranks in two, at the least. Into a set S of ranks: for each spread
/// whose end is in S the elements of the ranks outside (out of S, where it is backward); and
/// `each_pair` for each rank of S and each outside, both ways.
struct Crossing {
  std::vector<Spread> spreads;
  std::int64_t each_pair = 0;
  /// Elements of which every rank has a contribution and wants the sum: each crosses a partition
  /// into k sets of ranks 2 (k - 1) times at least, as k ranks that tell each other everything need
  /// as many messages.
  std::int64_t combined = 0;
  /// What each rank has for each, where that differs: of rank a for rank b at a p + b; crosses as each_pair does.
  std::vector<std::int64_t> pairs = {};
};

struct Collective {
  std::string_view name;
  std::string_view bytes_mean;  ///< what `bytes` counts, in words
  bool rooted = false;
  bool reduces = false;
  bool synchronises =
      false;  ///< no data: what counts is that no rank leaves before every rank has entered
  bool irregular = false;  ///< the ranks' blocks may have any sizes (Problem::sizes)
  /// Elements of the vector v that every rank works on. Gatherv and scatterv: first the blocks of all
  /// ranks in rank order, which only the root uses; from element `count` on the rank's own block, as
  /// MPI has a send and a receive buffer.
  std::int64_t (*vector_length)(const Problem&);
  std::vector<Piece> (*before)(const Problem&, int rank);
  std::vector<Piece> (*after)(const Problem&, int rank);
  LowerBounds (*bounds)(const Problem&);
  std::string_view bounds_mean;  ///< what the bounds are, in words
  /// Bytes that goodput counts.
  Bytes (*useful_bytes)(const Problem&);
  /// What De Sensi et al. (NSDI 2024, Eq. 1) measure an allreduce against; null for others.
  LowerBounds (*swing_bounds)(const Problem&) = nullptr;
  /// What bounds on a network are made of (algorithms/bounds/); null where they are not known.
  Crossing (*crossing)(const Problem&) = nullptr;
  /// Problem::sizes are of what each rank has for each: p² of them, those of rank 0 first, that of rank a for rank b
  /// at a p + b.
  bool for_pairs = false;
  bool among_neighbors =
      false;  ///< ranks have blocks for their neighbours in a grid (Problem::grid)

  /// Blocks that Problem::sizes says the sizes of.
  std::int64_t sizes(int p) const { return for_pairs ? std::int64_t{p} * p : p; }
};

/// How v, or its first part, is cut into the ranks' blocks, as Problem::sizes says where it does; or into the blocks of
/// all pairs, which are parts of no one rank's v (see PairBlocks).
Partition blocks_of(const Collective& c, const Problem& x);

std::span<const Collective> collectives();
/// THROWS std::invalid_argument naming what exists.
const Collective& find_collective(std::string_view name);

}  // namespace orrery
