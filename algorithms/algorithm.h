#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/collective.h"
#include "algorithms/function.h"
#include "emu/comm/comm.h"
#include "emu/net/translations.h"

/// The interface of an algorithm. A new one needs a file algorithms/<collective>/<name>.cc that
/// defines `extern const Algorithm <collective>_<name>` in a namespace of the same name, and a line
/// in algorithms/CMakeLists.txt.
namespace orrery::inline algorithms {

class Program;
struct BlockPlan;
struct LevelForm;

/// The input of a rank: its vector v (see Collective), in place.
struct Call {
  Slice v;
  const Partition& partition;  ///< of v, or of its first part, into the ranks' blocks (blocks_of)
  int root = 0;
  int blocks = 1;              ///< n >= 1, already chosen
  std::span<const int> skips;  ///< of the circulant reductions: s_0 > s_1 > ... > 1
  const Problem& problem;      ///< all other inputs: costs, coordinates; the same for every rank

  /// Returns rank i's block of v, 0 <= i < p.
  Slice block(int i) const { return partition.block(v, i); }
};

/// The paper's terms for a rank's round.
struct RoundWords {
  std::string letters = {};         ///< with their values: "s = 3, s' = 6"; may be empty
  std::string_view sent = "B";      ///< the array sent from: R in R[3..5]
  std::string_view received = "B";  ///< the array received into
  bool from_own = false;            ///< its elements are the ranks' blocks from the rank's own on:
                                    ///< R[i] is block r + i
};

/// Numbers of ranks, or shapes of their coordinates, that an algorithm supports. One rank is always
/// supported.
enum class Ranks {
  kAny,
  kEven,
  kPowersOfTwo,         ///< p, and therefore every side of the ranks' coordinates
  kThreeOrPowersOfTwo,  ///< for every side of the ranks' coordinates, or for p without coordinates
  kHamiltonian  ///< one dimension, or two with disjoint Hamiltonian cycles (HamiltonianCycle)
};

/// The ranks on which a rounding reduction, such as a sum of floating-point numbers, has the same
/// bits for all values. Exchanging the two operands of an addition changes no bits; other brackets
/// may.
enum class Reproducible {
  kNeither,  ///< none: ranks add in orders of their own
  /// Every element of the result has the same bits on all ranks that have it. If only one has it,
  /// this is no promise.
  kOnAllRanks,
  kOrderOfRanks  ///< also the bits of ((x0 + x1) + x2) + ...
};

struct Algorithm {
  std::string_view collective = {};  ///< "allreduce"; of an entry that has a form: of the form
  std::string_view name;             ///< "ring"
  std::string_view summary;          ///< one sentence
  std::string_view reference;        ///< authors, venue, year, section or algorithm
  std::string_view
      formula;  ///< time in α, β, γ, p, m, n for one-ported ranks without contention, as text;
                ///< empty: no promise: rounds, bytes and time are not compared with a run
  /// The problems for which the formula holds, "p = 2^q, n > 1"; empty: all. A test evaluates it,
  /// see tests/property/algorithms/printed_formula.h.
  std::string_view formula_if = {};
  /// bytes_max_rank and time are upper bounds, not exact: the ranks of a part may begin at
  /// different times.
  bool at_most = false;
  /// Libraries that run an algorithm of a plug-in, with its names there: "MPICH: binomial";
  /// libraries.h has the others.
  std::string_view run_by = {};
  Reproducible reproducible =
      Reproducible::kNeither;       ///< its promise; kNeither if it does not reduce
  bool needs_commutative = false;   ///< refuses non-commutative operators
  bool needs_coordinates = false;   ///< refuses problems without dims
  Ranks needs_ranks = Ranks::kAny;  ///< refuses other numbers of ranks
  bool pipelined = false;           ///< obeys Problem::blocks

  bool skipped = false;      ///< obeys Problem::skips
  bool radixed = false;      ///< obeys Problem::radix
  bool aggregating = false;  ///< obeys Problem::aggregation
  bool grouped = false;      ///< obeys Problem::groups
  bool ordered = false;      ///< obeys Problem::order
  /// All messages go to neighbours on the torus of the ranks, over 2D links of each rank
  /// concurrently.
  bool among_neighbors = false;

  /// Returns the algorithm that runs in its place for this problem: for an entry that chooses the
  /// better of several. Null for all others.
  Function<const Algorithm&(const Problem&)> choice = nullptr;
  /// The algorithms on parts of the ranks that it combines (levels/composition.h); null for all
  /// others.
  const LevelForm* form = nullptr;

  /// Returns the table that rank r follows (phases/follow.h). The problem is settled, and the
  /// tables of all ranks agree. Null for all others.
  Function<BlockPlan(const Problem&, int r)> plan = nullptr;

  Function<void(Comm& c, const Call& call)> run = nullptr;  ///< runs the algorithm; null if there
                                                            ///< is a choice

  /// Returns why this problem cannot run; nullopt if it can. `refusal` checks commutativity, not
  /// this function.
  Function<std::optional<std::string>(const Problem&)> unsupported = nullptr;
  /// Returns the renumberings of ranks that leave the program unchanged for this problem: a rank
  /// sends and receives equal amounts in the same order, to and from ranks that are renumbered
  /// likewise. Null: unknown.
  Function<SymmetricNumbering(const Problem&)> symmetry = nullptr;
  /// Returns the best number of blocks for the problem; null unless pipelined, and if each part
  /// finds its own.
  Function<int(const Problem&)> best_blocks = nullptr;
  /// Returns the best radix for a problem without one; null unless radixed, and if each part finds
  /// its own.
  Function<int(const Problem&)> best_radix = nullptr;

  /// Returns the paper's terms for round `round`, 0 <= round < rounds(); null: it has none of its
  /// own.
  Function<RoundWords(const Problem&, int round, int rank)> words = nullptr;

  // Always set.
  Function<std::int64_t(const Problem&)> rounds = nullptr;   ///< returns the rounds marked by
                                                             ///< Comm::round
  Function<Bytes(const Problem&)> bytes_total = nullptr;     ///< returns the bytes sent by all
                                                             ///< ranks together
  Function<Bytes(const Problem&)> bytes_max_rank = nullptr;  ///< returns the most bytes sent by one
                                                             ///< rank
  /// Returns the completion time on a fully connected one-ported network; exact when p and the
  /// number of blocks divide count (time_is_exact() in promises.h).
  Function<Time(const Problem&)> time = nullptr;
};

/// A tuning key of algorithms. Cards, compositions, cases of conformance and the keys themselves
/// iterate over these rows.
struct TuningRow {
  std::string_view key;    ///< "radix"
  bool Algorithm::*obeys;  ///< whether an algorithm uses it
  std::string_view idle;   ///< text for an algorithm that does not: "has no radix"
  bool of_parts = false;   ///< whether algorithms on parts of the ranks use it as well
  std::vector<int> (*tried)(int p) = nullptr;  ///< returns values to try besides the best; null:
                                               ///< not a number
};
constexpr TuningRow kTuningRows[] = {
    {"blocks", &Algorithm::pipelined, "is not pipelined", true,
     [](int /*p*/) {
       return std::vector{1, 5};
     }},
    {"radix", &Algorithm::radixed, "has no radix", true,
     [](int p) {
       const std::set<int> all{2, 3, 4, 5, 8, std::max(p - 1, 2), std::max(p, 2)};
       return std::vector(all.begin(), all.end());
     }},
    {"aggregation", &Algorithm::aggregating, "limits no aggregation", true,
     [](int p) {
       std::vector<int> all;
       for (int A = 1; A < p; A *= 2) all.push_back(A);
       return all;
     }},
    {"skips", &Algorithm::skipped, "has no skips"},
    {"groups", &Algorithm::grouped, "has no groups"},
    {"order", &Algorithm::ordered, "has only one order"}};

/// Returns all algorithms, in the order of algorithms/CMakeLists.txt, followed by added ones.
std::span<const Algorithm* const> catalog();

/// The origin of a plug-in's algorithm. Its code is untrusted, hence runs in a process of its own:
/// the members of the Algorithm query that process, and THROW PluginError.
struct Origin {
  std::string file;  ///< the plug-in
  /// Returns the algorithm with the problem it runs. `x` must outlive it. REQUIRES !refusal(a, x).
  std::unique_ptr<Program> (*program)(const Algorithm& a, const Problem& x);
};

/// Returns the origin; null for built-in algorithms.
const Origin* origin_of(const Algorithm& a);
/// Returns "allgather my-ring of plug-in /home/me/libmy-ring.so". REQUIRES an origin.
std::string plugin_text(const Algorithm& a);

/// Adds an algorithm from elsewhere, which must keep its address forever. Not while others use the
/// catalogue. THROWS std::invalid_argument with its name: the collective does not exist, the name
/// is taken or has characters other than a-z, 0-9 and -, members are missing.
void add_to_catalog(const Algorithm& a, Origin origin);

/// Returns an algorithm of the catalogue, or a composition of them such as
/// "hierarchical(intra=ring, inter=swing)" (see levels/composition.h). THROWS std::invalid_argument
/// with the known names and the nearest one, or the part that is wrong.
const Algorithm& find_algorithm(std::string_view collective, std::string_view name);
/// Returns the algorithm; null if find_algorithm() throws.
const Algorithm* algorithm_or_null(std::string_view collective, std::string_view name);

/// Returns the algorithm that runs for `a`: its choice, or `a` itself.
const Algorithm& chosen(const Algorithm& a, const Problem& x);

/// Returns "neither", "same on all ranks", "same as the order of ranks".
std::string_view reproducible_name(Reproducible reproducible);

/// Returns why `a` cannot run `x` (operator included); nullopt if it can.
std::optional<std::string> refusal(const Algorithm& a, const Problem& x);

/// Returns the n that `a` runs `x` with: x.blocks if given, otherwise the best; 1 unless pipelined.
int blocks_for(const Algorithm& a, const Problem& x);

/// Returns the k that `a` runs `x` with, 2 <= k <= max(p, 2): x.radix, at most p, if given,
/// otherwise the one with the least time on x.network (see best_radix); 2 unless radixed.
int radix_for(const Algorithm& a, const Problem& x);

/// Returns x with the number of blocks and the radix that `a` runs it with.
Problem settled(const Algorithm& a, Problem x);

}  // namespace orrery::inline algorithms
