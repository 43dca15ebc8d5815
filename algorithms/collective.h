#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/common/partition.h"
#include "emu/base/units.h"
#include "emu/payload/store.h"

namespace orrery::inline net {
struct Network;
}

/// The definitions of collectives: data before and after, lower bounds. Pure functions.
namespace orrery::inline algorithms {

/// Costs for tuning and predicting algorithms: one message of m bytes takes alpha + m beta,
/// reducing m gamma.
struct AlphaBetaGamma {
  Time alpha{0};  ///< all costs that do not depend on size (with link and hop latency of one hop)
  CostPerByte beta{0};
  CostPerByte gamma{0};
  Time message(Bytes m) const { return alpha + duration_of(m, beta); }
  Time reduction(Bytes m) const { return duration_of(m, gamma); }
  bool operator==(const AlphaBetaGamma&) const = default;
};

/// The neighbours of a rank in a grid: those one step away along one dimension, or along any number
/// of them.
enum class Neighborhood { kStar, kMoore };

/// The order in which recursive doubling pairs ranks: rank r with r XOR 2^s, or interleaving the
/// dimensions of the ranks' coordinates.
enum class Order { kLinear, kTorus };

/// The tuning parameters of algorithms; each uses some of them (see kTuningRows).
struct Tuning {
  int blocks = 0;          ///< n of pipelined algorithms, 0 = the best for Problem::cost
  int radix = 0;           ///< k >= 2 of radix-k algorithms, 0 = the best (see radix_for)
  int aggregation = 0;     ///< A of algorithms that limit the blocks of a step, 0 = no limit
  std::vector<int> skips;  ///< s_0 > s_1 > ... > 1 of the circulant reductions; empty: halving
  Order order = Order::kLinear;
  bool operator==(const Tuning&) const = default;
};

/// The data of a collective, and the place where it runs.
struct ProblemData {
  int p = 1;               ///< ranks, >= 1
  int root = 0;            ///< 0 .. p-1; for rooted collectives
  std::int64_t count = 0;  ///< elements in the bytes counted (see Collective::bytes_mean), >= 0
  std::uint32_t element_bytes = 1;
  /// Elements of each rank's block, p of them, or, if blocks are for pairs of ranks, p² (see
  /// Collective::for_pairs); empty: as even as possible.
  std::vector<std::int64_t> sizes;
  /// Groups of ranks for algorithms of several levels: groups[0][r] is the number of the group of
  /// rank r, groups[1][r] that of a coarser level, and so on; empty: the algorithm's default (see
  /// default_groups()).
  std::vector<std::vector<int>> groups = {};
  bool commutative = true;  ///< the operator, for collectives that reduce
  /// Side lengths of the ranks' coordinates, their product p, row-major (the last varies fastest);
  /// empty if the network has none.
  std::vector<int> dims;
  std::string no_dims = "the network has none";  ///< why dims is empty, in words
  /// Side lengths of the grid whose neighbours exchange blocks (common/neighbors.h), their product
  /// p; empty: dims, or two sides of nearly equal length.
  std::vector<int> grid = {};
  bool periodic = true;  ///< each dimension of the grid is a ring, not a line
  Neighborhood neighborhood = Neighborhood::kStar;
  AlphaBetaGamma cost;
  /// The ranks keep their input: those that reduce work on a copy of it (Instance::run).
  bool separate_buffers = false;
  /// Messages of several blocks are packed and unpacked (PackingComm).
  bool packs = false;
  /// The network of the run; must outlive the problem. Only models that choose between algorithms
  /// read it; null: fully connected, with one port and `cost`.
  const Network* network = nullptr;

  /// Returns the partition of a vector of `length` elements (or, with sizes, of their sum) into the
  /// ranks' blocks.
  Partition partition(std::int64_t length) const {
    return sizes.empty() ? Partition(length, p) : Partition(sizes);
  }
  Bytes bytes() const { return elements(count); }
  Bytes elements(std::int64_t n) const { return Bytes(n * element_bytes); }
  /// Returns the bytes of block i of `count` elements in k blocks (as Slice::block).
  Bytes block(std::int64_t i, std::int64_t k) const {
    return elements(count / k + (i < count % k ? 1 : 0));
  }
  bool operator==(const ProblemData&) const = default;  ///< compares networks by address
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

/// Lower bounds in the definitions of Λ and Ψ. No run needs less.
struct LowerBounds {
  double rounds = 0;  ///< fewest rounds if a rank sends and receives one message in a round
  /// Ranks that must receive from each other, or from one; 0: the rounds are a lower bound for any
  /// messages.
  int participants = 0;
  /// Fewest bytes that some host must send or receive, all its ports together; messages between its
  /// own ranks use no port.
  double host_bytes = 0;

  /// Returns the fewest rounds if a rank sends and receives at most `at_once` messages in a round:
  /// the known data, or the ranks that know it, grow (at_once + 1)-fold. REQUIRES at_once >= 0.
  double fewest_rounds(int at_once) const;
};

/// Data from each rank to the rank at the other end, or from that rank to each; sums count once,
/// for any number of ranks that add to them.
struct Spread {
  std::vector<std::int64_t> elements;  ///< by rank
  int end = kEveryRank;                ///< each rank, or one
  bool backward = false;               ///< to the ranks, from the end
};

/// The least data that crosses any cut of the ranks in two. Into a set S of ranks: for each spread
/// whose end is in S the elements of the ranks outside (out of S, if it is backward); and
/// `each_pair` for each rank of S and each outside, in both directions.
struct Crossing {
  std::vector<Spread> spreads;
  std::int64_t each_pair = 0;
  /// Elements to which every rank contributes and of which every rank needs the sum: each crosses a
  /// partition into k sets of ranks at least 2 (k - 1) times, as k ranks that exchange all their
  /// data need that many messages.
  std::int64_t combined = 0;
  /// Data from each rank to each other, if it differs: from rank a to rank b at a p + b; crosses as
  /// each_pair does.
  std::vector<std::int64_t> pairs = {};
};

struct Collective {
  std::string_view name;
  std::string_view bytes_mean;  ///< the amount that `bytes` counts, in words
  bool rooted = false;
  bool reduces = false;
  bool synchronises = false;  ///< no data: no rank may leave before every rank has entered
  bool irregular = false;     ///< the ranks' blocks may have any sizes (Problem::sizes)
  /// Returns the elements of the vector v that every rank works on. Gatherv and scatterv: first the
  /// blocks of all ranks in rank order, which only the root uses; from element `count` on the
  /// rank's own block, as MPI has a send and a receive buffer.
  std::int64_t (*vector_length)(const Problem&);
  std::vector<Piece> (*before)(const Problem&, int rank);
  std::vector<Piece> (*after)(const Problem&, int rank);
  LowerBounds (*bounds)(const Problem&);
  std::string_view bounds_mean;  ///< a description of the bounds
  /// Returns the bytes that goodput counts.
  Bytes (*useful_bytes)(const Problem&);
  /// Returns the bounds of an allreduce in De Sensi et al. (NSDI 2024, Eq. 1); null for others.
  LowerBounds (*swing_bounds)(const Problem&) = nullptr;
  /// Returns the data that bounds on a network are computed from (algorithms/bounds/); null if
  /// unknown.
  Crossing (*crossing)(const Problem&) = nullptr;
  /// Problem::sizes are for pairs of ranks: p² of them, those of rank 0 first, that of rank a for
  /// rank b at a p + b.
  bool for_pairs = false;
  bool among_neighbors =
      false;  ///< ranks have blocks for their neighbours in a grid (Problem::grid)

  /// Returns the number of entries in Problem::sizes.
  std::int64_t sizes(int p) const { return for_pairs ? std::int64_t{p} * p : p; }
};

/// Returns the partition of v, or its first part, into the ranks' blocks, by Problem::sizes if
/// given; or into the blocks of all pairs, which are not parts of one rank's v (see PairBlocks).
Partition blocks_of(const Collective& c, const Problem& x);

std::span<const Collective> collectives();
/// Returns a collective by name. THROWS std::invalid_argument with the known ones.
const Collective& find_collective(std::string_view name);

}  // namespace orrery::inline algorithms
