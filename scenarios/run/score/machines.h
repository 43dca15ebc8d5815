#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "scenarios/run/runner.h"
#include "scenarios/run/score/counterparts.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline run {

/// Machines as scenarios, and the places of their jobs: they turn a measured row into a run.
///
/// MACHINE.toml holds network and costs. A row of implementation I takes MACHINE-I.toml if it
/// exists. The hosts of a job are those of its table of places (MACHINE_TIMESTAMP.csv, or
/// MACHINE_TIMESTAMP_*.csv, of `places.h`). Without one they are a torus of the row's shape if the
/// machine's topology is a torus; consecutive groups of the size of its first if it is groups:A,..;
/// otherwise a star.
class Machines {
 public:
  /// Creates the table. `folders` are searched in this order. `alloc` may be empty.
  Machines(std::vector<std::filesystem::path> folders, std::filesystem::path alloc);

  /// Returns the run of a row, or the reason why there is none.
  std::variant<RunSpec, std::string> run_of(const MeasuredRow& row, const Counterpart& algorithm);

  /// Returns the name of the scenario that a row takes; empty if there is none.
  std::string scenario_of(const MeasuredRow& row);

  /// Returns whether the machine's costs were fitted to this job on as many ranks: `fitted.csv` (machine, timestamp and, where
  /// only one size of a job was fitted, ranks) beside the machines names it.
  bool is_fitted(const MeasuredRow& row) const;

  /// Gives fitted jobs the numbers that were fitted without them: `left_out.csv` (scenario, timestamp, ranks, key, value)
  /// beside the machines. Jobs that are not in it have no run then. THROWS InputError if there is no such table.
  void leave_out_jobs();

 private:
  const RunSpec* machine(const std::string& name);
  /// Sets topology and mapping, on a machine whose topology is `machine`; returns the reason if
  /// that fails, or nothing.
  std::optional<std::string> place(RunSpec& spec, const MeasuredRow& row,
                                   const std::string& machine);
  /// A table of places, and the hosts that it gives the ranks of a row.
  struct Places {
    std::filesystem::path file;  ///< empty: there is none
    std::vector<int> hosts;
  };
  Places places(const MeasuredRow& row);

  std::vector<std::filesystem::path> folders_;
  std::filesystem::path alloc_;
  bool is_named(const MeasuredRow& row) const;  ///< by fitted.csv
  std::vector<std::filesystem::path> beside(const char* name) const;
  std::optional<std::string> leave_out(RunSpec& spec, const MeasuredRow& row,
                                       const std::string& scenario) const;

  std::set<std::pair<std::string, int>> fitted_;  // machine/timestamp, ranks or 0
  /// Keys and values by scenario, timestamp and ranks; none: jobs are not left out.
  std::optional<std::map<std::tuple<std::string, std::string, int>,
                         std::vector<std::pair<std::string, std::string>>>>
      left_out_;
  std::map<std::string, std::unique_ptr<RunSpec>> machines_;  // by name
  std::map<std::string, Mapping> places_;                     // by file
};

/// Work of the processors that the run of a row leaves out.
struct LeftOut {
  /// Messages of a rank that the run joins to take less time: of p - 1 blocks ⌈log2 p⌉ messages are
  /// left. Each takes o(m) of one block.
  int joined = 0;
  /// Copies of the whole buffer to bring its blocks into order: each takes m times the copy cost.
  double copies = 0;
  /// Messages more than in the run, as it does not cut them: libraries do not add up one segment while
  /// the next is under way, so that each costs α of its size.
  struct Segments {
    std::int64_t messages = 0;
    Bytes size{0};
  };
  Segments segments = {};
  /// Sizes of messages that consist of two pieces of memory, which are sent separately: the second takes
  /// α(m) - α, the part that it does not share with the first.
  std::vector<Bytes> pieces = {};
  /// A block that pairs of ranks exchange at the end, as a message alone on a link of its host.
  Bytes exchanged{0};
};
LeftOut left_out_of(const Counterpart& algorithm, const MeasuredRow& row);

/// Returns the predicted time of a row: the completion of its run, and the work that the run leaves out.
/// Nothing if the run failed or takes no time.
std::optional<double> predicted_seconds(const RunSpec& run, const RunResult& result,
                                        const LeftOut& left_out = {});

/// Returns a line of fixed length that two runs share only if they are the same.
std::string fingerprint(const RunSpec& spec);

}  // namespace orrery::inline run
