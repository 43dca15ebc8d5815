#pragma once

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/operations/operations.h"
#include "algorithms/program.h"
#include "scenarios/spec/problem.h"
#include "scenarios/spec/refusal.h"

/// The check whether a cell can be run, without running it.
namespace orrery::inline cell {

/// Returns the names of a collective's algorithms, in the order of the catalogue, or those for a
/// program.
std::vector<std::string_view> algorithms_of(std::string_view collective);

/// A cell that can be run, with its algorithm and network.
struct Prepared {
  RunSpec spec;  ///< complete: ranks, topology, algorithm and bytes are known
  std::shared_ptr<const Network> network;
  const Algorithm* algorithm = nullptr;      ///< null where a schedule or operations run
  Problem problem;                           ///< of the algorithm, on *network
  std::shared_ptr<const Symmetry> symmetry;  ///< of its ranks; null: none, or not known
  std::vector<GroupOperation> operations;    ///< if they run
  /// A PluginError: the failure of a formula in its plug-in. Null: none. The cell can be run, and
  /// fails.
  std::exception_ptr failure;

  /// Returns the program, which is valid as long as this lives.
  std::unique_ptr<Program> program() const;
  /// Returns the bytes sent by all ranks together.
  Bytes bytes_total() const;
};

using Preparation = std::variant<Prepared, Refusal>;

/// Fills in the values that specs leave open (ranks, topology, algorithm) and checks everything
/// that `run` would refuse: names, ranks that do not fit, the root, sizes, memory, support by the
/// algorithm.
class Validator {
 public:
  /// Creates a validator of cells to run.
  Validator() = default;
  /// Creates a validator of cells that are read: identical ranks, which may take a choice of blocks
  /// or of a radix, are found only where a check needs them. If cells may be skipped, refusals do
  /// not name other algorithms that support the cell: asking all of them takes as long as many a
  /// run.
  explicit Validator(bool skips) : reads_(true), skips_(skips) {}
  Preparation prepare(RunSpec spec);

 private:
  void complete(Prepared& cell);
  bool needs_symmetry(const Prepared& cell) const;

  bool reads_ = false, skips_ = false;
  std::shared_ptr<const Topology> topology_;  ///< of the last cell: most sweeps keep it
  std::string topology_text_;
};

/// Prepares a single cell.
Preparation prepare(RunSpec spec);

}  // namespace orrery::inline cell
