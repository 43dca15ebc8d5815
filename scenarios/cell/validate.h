#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/operations/operations.h"
#include "algorithms/program.h"
#include "scenarios/spec/problem.h"
#include "scenarios/spec/refusal.h"

/// Finding out, without running it, whether a cell can be run.
namespace orrery {

/// Names of what can run a collective, in the order of the catalogue, or a program.
std::vector<std::string_view> algorithms_of(std::string_view collective);

/// A cell that can be run: what it runs, and on what.
struct Prepared {
  RunSpec spec;  ///< complete: ranks, topology, algorithm and bytes are known
  std::shared_ptr<const Network> network;
  const Algorithm* algorithm = nullptr;      ///< null where a schedule or operations run
  Problem problem;                           ///< of the algorithm, on *network
  std::shared_ptr<const Symmetry> symmetry;  ///< of its ranks; null: none, or not known
  std::vector<GroupOperation> operations;    ///< where they run
  /// A PluginError: what a formula of its plug-in did. Null: nothing. The cell can be run, and fails.
  std::exception_ptr failure;

  /// For as long as this lives.
  std::unique_ptr<Program> program() const;
  /// Sent by all ranks together.
  Bytes bytes_total() const;
};

using Preparation = std::variant<Prepared, Refusal>;

/// Fills in what specs leave open (ranks, topology, algorithm) and checks everything that `run` would
/// refuse: names, ranks that do not fit, the root, sizes, memory, what the algorithm supports.
class Validator {
 public:
  /// Where cells may be skipped, what an algorithm does not support is refused without a word on others that do: to ask
  /// them all takes as long as many a run.
  explicit Validator(bool skips = false) : skips_(skips) {}
  Preparation prepare(RunSpec spec);

 private:
  void complete(Prepared& cell);

  bool skips_;
  std::shared_ptr<const Topology> topology_;  ///< of the last cell: most sweeps keep it
  std::string topology_text_;
};

/// One cell by itself.
Preparation prepare(RunSpec spec);

}  // namespace orrery
