#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "emu/net/network.h"
#include "emu/trace/trace.h"
#include "scenarios/blocks/block_history.h"
#include "scenarios/run/relative.h"
#include "scenarios/run/runner.h"

/// The runs that lessons ask about.
namespace orrery::teaching {

/// A run with all that can be asked of it. Also of one that hangs: what happened until then.
struct Evidence {
  RunResult result;
  Network network;
  Trace trace;  ///< of an equal run, with provenance payload where that tells anything
  BlockTable blocks;
  std::optional<BlockHistory> history;  ///< nothing where it is not known what messages carry

  int ranks() const { return result.spec.ranks; }
  int rounds() const;  ///< 1 + the last round of its messages
  /// The messages that have ended, in order of start.
  std::vector<const Trace::Message*> messages() const;
};

/// The cells of a scenario, each run when it is first asked for.
class Laboratory {
 public:
  explicit Laboratory(Scenario scenario);

  const Scenario& scenario() const { return scenario_; }
  const RunSpec& spec(std::size_t cell) const { return scenario_.cells[cell]; }
  /// The metrics alone. Errors are in the result.
  const RunResult& result(std::size_t cell);
  const Evidence& evidence(std::size_t cell);
  /// The cell that is like `cell` but for what `name` says: values of the sweep, joined by dots. THROWS
  /// ValueError.
  std::size_t find(std::size_t cell, std::string_view name) const;
  /// The values of a swept key, and with each the cell that is like `cell` but for it. THROWS ValueError
  /// for a key that is not swept.
  std::vector<std::pair<std::string, std::size_t>> along(std::size_t cell,
                                                         std::string_view key) const;

 private:
  Scenario scenario_;
  SweptNames names_;
  Siblings siblings_;
  std::map<std::size_t, RunResult> results_;
  std::map<std::size_t, std::unique_ptr<const Evidence>> evidence_;
};

}  // namespace orrery::teaching
