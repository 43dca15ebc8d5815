#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/collective.h"
#include "emu/engine/world.h"
#include "emu/net/network.h"
#include "emu/payload/store.h"
#include "emu/schedule/schedule.h"
#include "scenarios/spec/block_rule.h"
#include "scenarios/spec/given_conditions.h"
#include "scenarios/text/errors.h"

namespace orrery::inline keys {
struct GivenOperation;  // given.h
}
namespace orrery::inline algorithms {
class Plan;  // algorithms/plan/plan.h
}

/// A scenario: one experiment as data, from a TOML file, from command-line overrides or from the
/// window. All three use the same keys (keys.h), so names, units and error texts are the same
/// everywhere.
namespace orrery::inline spec {

/// The values of the keys `collective` and `algorithm` where a program from a file is run.
constexpr std::string_view kNoCollective = "schedule", kNoAlgorithm = "task-graph";

struct ScheduleFormat;  // schedule_format.h

/// One collective by one algorithm, given by the keys of these names.
struct CollectiveRun {};

/// The contents of a schedule's file: a program, or a plan of a collective.
struct ScheduleRun {
  std::string file;                         ///< as written
  std::shared_ptr<const Schedule> program;  ///< of a plan: null until the cell is complete
  std::shared_ptr<const Plan> plan;         ///< null: none
  const ScheduleFormat* format = nullptr;   ///< of a plan: never null
};

/// Several operations; the keys `collective`, `algorithm` and so on are their defaults.
struct OperationsRun {
  std::shared_ptr<const std::vector<GivenOperation>> given;  ///< at least one
};

/// The keys of an [[operation]] that no run has (among.h).
struct OperationKeys {
  std::string name;
  std::string among = "all";       ///< the groups of ranks, as written
  std::vector<std::string> after;  ///< names of other operations, some with ranks: "rows at 0..3"
  std::string messages;            ///< as written; empty: it is not an operation of messages
  std::optional<Time> compute;  ///< how long each rank computes, >= 0; nothing: it does not compute
  bool processor = true;        ///< computing occupies the rank's processor
  int repeat = 1;
};

/// Whether one representative rank of identical ranks is emulated (Network::symmetry).
enum class SymmetryUse {
  kAuto,  ///< if ranks are known to be identical, and no trace is wanted
  kOn,    ///< or the cell is refused
  kOff
};

/// The identity of a cell: its scenario and its swept values.
struct CellId {
  std::string title;
  std::filesystem::path directory;  ///< of the scenario's file: where other files are looked up
  /// Swept keys with this cell's values, as written, in order.
  std::vector<std::pair<std::string, std::string>> swept;
  std::string skipped;  ///< why this cell is not run (skip_unsupported), or empty
};

/// The network of a cell, and the mapping of ranks to hosts.
struct NetworkSpec : NetworkSettings {
  std::string topology;  ///< spec; empty: full:RANKS
  int ranks = 0;         ///< 0: as many as the topology has room for
  Mapping mapping;
  std::string mapping_text = "sequential";
};

/// One cell of a sweep: everything that determines one run. Defaults are the scenario format's
/// defaults.
struct RunSpec : CellId, NetworkSpec {
  RunSpec();  // compiled once: it is large
  RunSpec(const RunSpec& other);
  RunSpec(RunSpec&& other) noexcept;
  RunSpec& operator=(const RunSpec& other);
  RunSpec& operator=(RunSpec&& other) noexcept;
  ~RunSpec();

  std::variant<CollectiveRun, ScheduleRun, OperationsRun> runs;
  OperationKeys operation;  ///< of a spec that stands for one operation
  int slices = 1;           ///< passes of a plan of chunks, each with its part of the chunks
  std::string collective = "allreduce";
  std::string algorithm;  ///< empty: "ring" where the collective has it, otherwise its first
  bool separate_buffers = false;  ///< Problem::separate_buffers
  bool packs = false;             ///< Problem::packs
  SymmetryUse symmetry = SymmetryUse::kAuto;
  EngineOptions engine;
  Bytes bytes{1024};
  std::string bytes_text = "1KiB";  ///< as written: names the cell in [expect] and in titles
  Tuning tuning;                    ///< with skips where they are a list
  BlockRule block_rule;             ///< in place of a number of blocks
  std::string groups = "auto";      ///< how ranks form groups, as written (given_groups.h)
  std::vector<int> grid;            ///< Problem::grid
  bool periodic = true;             ///< Problem::periodic
  Neighborhood neighborhood = Neighborhood::kStar;  ///< Problem::neighborhood
  std::string skips = "halving";                    ///< a name, or "list:11,6,3,2,1"
  std::string distribution = "same";
  std::int64_t rho = 5;             ///< its parameter ρ, >= 1
  std::string sizes_text;           ///< "list:3,0,5", or empty: by distribution
  std::vector<std::int64_t> sizes;  ///< elements of each rank's block; then bytes follows from them
  int root = 0;
  std::string op = "sum";
  std::string datatype = "uint8";
  PayloadKind payload = PayloadKind::kGhost;
  std::uint64_t seed = 1;
  GivenConditions conditions;
};

/// Returns whether a cell runs one collective by one algorithm.
inline bool runs_collective(const RunSpec& spec) {
  return std::holds_alternative<CollectiveRun>(spec.runs);
}
inline bool runs_operations(const RunSpec& spec) {
  return std::holds_alternative<OperationsRun>(spec.runs);
}
/// Returns the schedule that a cell runs; null: none.
inline const ScheduleRun* schedule_of(const RunSpec& spec) {
  return std::get_if<ScheduleRun>(&spec.runs);
}

/// The value of a field in the results, or of one that [expect] gives.
using FieldValue = std::variant<std::monostate, bool, std::int64_t, double, Time, std::string>;

/// "1.1 * binomial": a factor times the value of another cell, which differs in these swept values.
struct Relative {
  double factor = 1;                                         ///< > 0
  std::vector<std::pair<std::string, std::string>> differs;  ///< keys and values; at least one
};

struct ExpectedValue {
  std::string text;  ///< as written
  FieldValue value;
  std::optional<Relative> relative = {};  ///< then there is no value
};

/// A line of [expect]: the field equals a value, or lies within bounds (inclusive).
struct Expectation {
  std::string key;  ///< "ring.2MiB.rounds": selectors of cells (`*` = any), then the field
  Place place;      ///< a line of a file
  std::optional<ExpectedValue> equals, min, max;
  std::string skipped = {};  ///< why it cannot be checked: options left none of its cells
};

struct Scenario {
  std::string title;
  std::string description;
  std::filesystem::path file;  ///< empty: no file
  /// Cartesian product of the lists, in the order of the file's keys; the last varies fastest.
  std::vector<RunSpec> cells;
  std::vector<std::string> swept;  ///< the keys with more than one value, in that order
  std::vector<Expectation> expectations;
  std::string overridden;  ///< the options in place of the file's keys: "--ranks 16"; may be empty
  /// Remarks on the cells, each once: keys that are given and change nothing ("--root: allreduce
  /// has no root"), and parts that are left out.
  std::vector<std::string> remarks;
};

/// Options by key name: {"algorithm", "ring,bruck"}. Keys are those of the TOML file without their
/// table; a comma list is a sweep. The file's [expect] then still holds for every cell that it
/// names.
using Overrides = std::vector<std::pair<std::string, std::string>>;

/// The treatment of cells that their algorithm does not support.
enum class Unsupported {
  kAsWritten,  ///< skipped if the file says skip_unsupported, otherwise an error
  kSkip        ///< skipped
};

/// Returns the path of that file in the scenario's folder if it exists there, otherwise `path`
/// itself, in the current folder.
std::string found_file(const RunSpec& spec, const std::string& path);

/// Returns the swept values of a cell, "bytes 2MiB, algorithm ring"; empty where nothing is swept.
std::string cell_name(const RunSpec& spec);

}  // namespace orrery::inline spec
