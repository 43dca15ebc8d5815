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

/// The runs that lessons refer to.
namespace orrery::teaching {

/// A run with all data for questions. Also for one that hangs: the events until then.
struct ObservedRun {
  RunResult result;
  Network network;
  Trace trace;  ///< of an equal run, with provenance payload if that is informative
  BlockTable blocks;
  std::optional<BlockHistory> history;  ///< nothing if the contents of messages are not known

  int ranks() const { return result.spec.ranks; }
  int rounds() const;  ///< returns 1 + the last round of its messages
  /// Returns the messages that have ended, in order of start.
  std::vector<const Trace::Message*> messages() const;
  /// Returns the sorted names of the blocks in a message.
  std::vector<std::string> blocks_of(const MessageEvent& m) const;
};

/// The cells of a scenario, each run on first use.
class Laboratory {
 public:
  explicit Laboratory(Scenario scenario);

  const Scenario& scenario() const { return scenario_; }
  const RunSpec& spec(std::size_t cell) const { return scenario_.cells[cell]; }
  /// Returns the metrics alone. Errors are in the result.
  const RunResult& result(std::size_t cell);
  const ObservedRun& evidence(std::size_t cell);
  /// Returns the cell that differs from `cell` only in `name`: values of the sweep, joined by dots.
  /// THROWS ValueError.
  std::size_t find(std::size_t cell, std::string_view name) const;
  /// Returns the values of a swept key, and for each the cell that differs from `cell` only in it.
  /// THROWS ValueError for a key that is not swept.
  std::vector<std::pair<std::string, std::size_t>> along(std::size_t cell,
                                                         std::string_view key) const;

 private:
  Scenario scenario_;
  SweptNames names_;
  Siblings siblings_;
  std::map<std::size_t, RunResult> results_;
  std::map<std::size_t, std::unique_ptr<const ObservedRun>> evidence_;
};

}  // namespace orrery::teaching
