#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "algorithms/algorithm.h"
#include "algorithms/program.h"
#include "emu/engine/world.h"

/// Running a program on a World and checking what it left behind.
namespace orrery {

struct Execution {
  Metrics metrics;
  std::optional<bool> verified =
      {};                     ///< nothing with ghost payload, but for a barrier that is wrong
  std::string mismatch = {};  ///< first difference in words, when verified is false
  /// Where ranks reduced real payload with an operator that rounds: what the result has been found to be.
  std::optional<Reproducible> reproducible = {};
  /// Unless that is kOrderOfRanks: the first element of which more would be asked, in words.
  std::string reordered = {};
};

/// Called on every rank with the machine as it is; returns what the rank sees of it: one's own Comm,
/// which passes calls on. It is gone when the rank has ended.
using WrapComm = std::function<std::unique_ptr<Comm>(Comm&)>;

/// Runs a program on `network`: allocates and fills the vectors, runs every rank, compares with what it must leave
/// behind. Barriers are verified by runs of their own, in which messages tell which ranks have entered (see
/// algorithms/witness.h); in runs of at most 64 ranks even with ghost payload. Where sums round, a second run on the
/// same network, with bracket_op(), finds how reproducible they are.
Execution execute(const Program& program, const Network& network, const EngineOptions& options,
                  PayloadKind payload, const Op& op, const Observers& observers = {},
                  const WrapComm& wrap = {});

/// Runs `a` with the problem x. REQUIRES !refusal(a, x).
Execution execute(const Algorithm& a, const Problem& x, const Network& network,
                  const EngineOptions& options, PayloadKind payload, const Op& op,
                  const Observers& observers = {}, const WrapComm& wrap = {});

/// How rank `rank`'s block was summed, as text such as "x1 + (x0 + x2)": `a` run on vectors in which
/// every element of rank i is the name xi. REQUIRES !refusal(a, x).
std::string bracketing(const Algorithm& a, const Problem& x, const Network& network, int rank);

}  // namespace orrery
