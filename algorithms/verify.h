#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "algorithms/algorithm.h"
#include "algorithms/program.h"
#include "emu/engine/world.h"

/// Runs of a program on a World, with checks of the results.
namespace orrery::inline algorithms {

struct Execution {
  Metrics metrics;
  std::optional<bool> verified = {};  ///< nullopt with ghost payload, except for a wrong barrier
  std::string mismatch = {};          ///< first difference in words, when verified is false
  /// The reproducibility found, if ranks reduced real payload with a rounding operator.
  std::optional<Reproducible> reproducible = {};
  /// Unless that is kOrderOfRanks: the first element that misses the next level, in words.
  std::string reordered = {};
};

/// Returns a rank's view of the machine: a Comm that forwards calls to the given one. Called on
/// every rank; the result is destroyed when the rank has ended.
using WrapComm = std::function<std::unique_ptr<Comm>(Comm&)>;

/// Runs a program on `network`: allocates and fills the vectors, runs every rank, compares with the
/// required results. Barriers are verified by separate runs, in which messages carry the ranks that
/// have entered (see algorithms/witness.h); in runs of at most 64 ranks even with ghost payload.
/// For rounding sums, a second run on the same network, with bracket_op(), determines their
/// reproducibility.
Execution execute(const Program& program, const Network& network, const EngineOptions& options,
                  PayloadKind payload, const Op& op, const Observers& observers = {},
                  const WrapComm& wrap = {});

/// Runs `a` with the problem x. REQUIRES !refusal(a, x).
Execution execute(const Algorithm& a, const Problem& x, const Network& network,
                  const EngineOptions& options, PayloadKind payload, const Op& op,
                  const Observers& observers = {}, const WrapComm& wrap = {});

/// Returns the computation of rank `rank`'s block as text such as "x1 + (x0 + x2)": runs `a` on
/// vectors in which every element of rank i is the name xi. REQUIRES !refusal(a, x).
std::string bracketing(const Algorithm& a, const Problem& x, const Network& network, int rank);

}  // namespace orrery::inline algorithms
