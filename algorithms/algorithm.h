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
#include "emu/net/symmetric_numbering.h"

/// What an algorithm is to the rest of the program. Adding one: a file
/// algorithms/<collective>/<name>.cc that defines `extern const Algorithm <collective>_<name>` in a
/// namespace of the same name, and a line in algorithms/CMakeLists.txt.
namespace orrery {

class Program;
struct LevelForm;

/// What a rank is given to work on: its vector v (see Collective), in place.
struct Call {
  Slice v;
  const Partition& partition;  ///< of v, or of its first part, into the ranks' blocks (blocks_of)
  int root = 0;
  int blocks = 1;              ///< n >= 1, already chosen
  std::span<const int> skips;  ///< of the circulant reductions: s_0 > s_1 > ... > 1
  const Problem& problem;      ///< all the rest: costs, coordinates; the same for every rank

  /// Rank i's block of v, 0 <= i < p.
  Slice block(int i) const { return partition.block(v, i); }
};

/// How the paper speaks of what a rank does in a round.
struct RoundWords {
  std::string letters = {};         ///< with their values: "s = 3, s' = 6"; may be empty
  std::string_view sent = "B";      ///< the array that is sent from: R in R[3..5]
  std::string_view received = "B";  ///< the array that is received into
  bool from_own = false;            ///< its elements are the ranks' blocks from the own one on:
                                    ///< R[i] is block r + i
};

/// Numbers of ranks, or shapes of their coordinates, that an algorithm can work with. One rank is
/// always fine.
enum class Ranks {
  kAny,
  kEven,
  kPowersOfTwo,         ///< p, and therefore every side of the ranks' coordinates
  kThreeOrPowersOfTwo,  ///< for every side of the ranks' coordinates, or for p where there are none
  kHamiltonian  ///< one dimension, or two with disjoint Hamiltonian cycles (HamiltonianCycle)
};

/// Where a reduction that rounds, such as a sum of floating-point numbers, leaves the same bits, whatever the values
/// are. Exchanging the two operands of an addition changes no bits; other brackets may.
enum class Reproducible {
  kNeither,  ///< nowhere: ranks add up in orders of their own
  /// Every element of the result has the same bits on all ranks that have it. Where only one has it that is not a promise.
  kOnAllRanks,
  kOrderOfRanks  ///< and those of ((x0 + x1) + x2) + ...
};

struct Algorithm {
  std::string_view collective = {};  ///< "allreduce"; of an entry that has a form: its
  std::string_view name;             ///< "ring"
  std::string_view summary;          ///< one sentence
  std::string_view reference;        ///< authors, venue, year, section or algorithm
  std::string_view
      formula;  ///< time in α, β, γ, p, m, n for one-ported ranks without contention, as text; empty:
                ///< it promises nothing: rounds, bytes and time are not compared with a run
  /// The problems for which the formula is the time, "p = 2^q, n > 1"; empty: all. A test evaluates it, see
  /// tests/property/algorithms/printed_formula.h.
  std::string_view formula_if = {};
  /// bytes_max_rank and time are what it takes at most, not exactly: the ranks of a part need not begin at once.
  bool at_most = false;
  /// Libraries that run an algorithm of a plug-in, and its name there: "MPICH: binomial"; libraries.h has the others.
  std::string_view run_by = {};
  Reproducible reproducible =
      Reproducible::kNeither;       ///< what it promises; the weakest where nothing is reduced
  bool needs_commutative = false;   ///< refuses operators that are not
  bool needs_coordinates = false;   ///< refuses problems without dims
  Ranks needs_ranks = Ranks::kAny;  ///< refuses others
  bool pipelined = false;           ///< obeys Problem::blocks

  bool skipped = false;      ///< obeys Problem::skips
  bool radixed = false;      ///< obeys Problem::radix
  bool aggregating = false;  ///< obeys Problem::aggregation
  bool grouped = false;      ///< obeys Problem::groups
  /// All that is sent goes to neighbours on the torus of the ranks, over 2D links of each rank at once.
  bool among_neighbors = false;

  /// An algorithm that stands for the better of several says here which one is run in its place for
  /// this problem. Null for all others.
  Function<const Algorithm&(const Problem&)> choice = nullptr;
  /// Algorithms on parts of the ranks that it is put together from (levels/composition.h); null for all others.
  const LevelForm* form = nullptr;

  Function<void(Comm& c, const Call& call)> run = nullptr;  ///< null where there is a choice

  /// Why this problem cannot be run, in words, or nothing. Commutativity is checked by `refusal`,
  /// not here.
  Function<std::optional<std::string>(const Problem&)> unsupported = nullptr;
  /// How the ranks may be renumbered for this problem so that all do as before: a rank sends and receives as much in
  /// the same order, to and from ranks that are renumbered likewise. Null: nothing is known.
  Function<SymmetricNumbering(const Problem&)> symmetry = nullptr;
  /// The best number of blocks for the problem; null unless pipelined, and where each part finds its own.
  Function<int(const Problem&)> best_blocks = nullptr;
  /// The best radix for the problem, which has none; null unless radixed, and where each part finds its own.
  Function<int(const Problem&)> best_radix = nullptr;

  /// The paper's words for round `round`, 0 <= round < rounds(); null: it has none of its own.
  Function<RoundWords(const Problem&, int round, int rank)> words = nullptr;

  // All of these are given.
  Function<std::int64_t(const Problem&)> rounds = nullptr;   ///< rounds marked by Comm::round
  Function<Bytes(const Problem&)> bytes_total = nullptr;     ///< sent by all ranks together
  Function<Bytes(const Problem&)> bytes_max_rank = nullptr;  ///< sent by the rank that sends most
  /// Completion time on a fully connected one-ported network; exact when p and the number of blocks
  /// divide count (time_is_exact() in promises.h).
  Function<Time(const Problem&)> time = nullptr;
};

/// A key that tunes algorithms. Cards, compositions, cases of conformance and the keys themselves go over these rows.
struct TuningRow {
  std::string_view key;    ///< "radix"
  bool Algorithm::*obeys;  ///< whether an algorithm looks at it
  std::string_view idle;   ///< what is said of one that does not: "has no radix"
  bool of_parts = false;   ///< algorithms that parts of the ranks run look at it as well
  std::vector<int> (*tried)(int p) = nullptr;  ///< values to try beside the best; null: no numbers
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
    {"groups", &Algorithm::grouped, "has no groups"}};

/// All algorithms, in the order of algorithms/CMakeLists.txt; then what was added.
std::span<const Algorithm* const> catalog();

/// Where an algorithm of a plug-in is from. Its code is untrusted, hence
/// it runs in a process of its own: the members of the Algorithm ask there, and THROW PluginError.
struct Origin {
  std::string file;  ///< the plug-in
  /// The algorithm with the problem it runs. `x` must outlive it. REQUIRES !refusal(a, x).
  std::unique_ptr<Program> (*program)(const Algorithm& a, const Problem& x);
};

/// Null for the program's own.
const Origin* origin_of(const Algorithm& a);
/// "allgather my-ring of plug-in /home/me/libmy-ring.so". REQUIRES an origin.
std::string plugin_text(const Algorithm& a);

/// Adds an algorithm from elsewhere, which must stay where it is for ever. Not while others use the
/// catalogue. THROWS std::invalid_argument, naming it: a collective that does not exist, a name that
/// is taken or is not made of a-z, 0-9 and -, members that are missing.
void add_to_catalog(const Algorithm& a, Origin origin);

/// That of the catalogue, or a composition such as "hierarchical(intra=ring, inter=swing)" of such (see
/// levels/composition.h). THROWS std::invalid_argument naming what exists and the nearest name, or the part that is wrong.
const Algorithm& find_algorithm(std::string_view collective, std::string_view name);
/// It, or null where there is none, whatever the reason.
const Algorithm* algorithm_or_null(std::string_view collective, std::string_view name);

/// What runs when `a` is asked for: its choice, or `a` itself.
const Algorithm& chosen(const Algorithm& a, const Problem& x);

/// "neither", "same on all ranks", "same as the order of ranks".
std::string_view reproducible_name(Reproducible reproducible);

/// Why `a` cannot run `x` (operator included), or nothing.
std::optional<std::string> refusal(const Algorithm& a, const Problem& x);

/// The n that `a` runs `x` with: x.blocks if given, otherwise the best; 1 unless pipelined.
int blocks_for(const Algorithm& a, const Problem& x);

/// The k that `a` runs `x` with, 2 <= k <= max(p, 2): x.radix, at most p, if given, otherwise the one that takes
/// the least time on x.network (see best_radix); 2 unless radixed.
int radix_for(const Algorithm& a, const Problem& x);

/// x with the number of blocks and the radix that `a` runs it with.
Problem settled(const Algorithm& a, Problem x);

}  // namespace orrery
