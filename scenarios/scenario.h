#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "emu/engine/world.h"
#include "emu/net/network.h"
#include "emu/payload/store.h"

/// A scenario: one experiment as data. From a TOML file, from command-line overrides, or from the window; all three go
/// through the same keys (keys.h), so names, units and error texts are the same everywhere.
namespace orrery {

/// Bad input, with its place. what() reads "file:line:column: key: what is wrong; expected ...".
class InputError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// One cell of a sweep: everything that determines one run. Defaults are the scenario format's defaults.
struct RunSpec {
  std::string title;
  std::string collective = "allreduce";
  std::string algorithm = "ring";
  std::string topology;            ///< spec; empty: full:RANKS
  int ranks = 0;                   ///< 0: as many as the topology has slots
  Mapping mapping;
  std::string mapping_text = "sequential";
  Costs costs;
  Ports ports;
  Routing routing = Routing::kMinimal;
  bool contention = true;
  EngineOptions engine;
  Bytes bytes{1024};
  std::string bytes_text = "1KiB"; ///< as written: names the cell in [expect] and in titles
  int blocks = 0;                  ///< 0 = auto
  int root = 0;
  std::string op = "sum";
  std::string datatype = "uint8";
  PayloadKind payload = PayloadKind::kGhost;
  std::uint64_t seed = 1;
};

/// A line of [expect].
struct Expectation {
  std::string key;      ///< "ring.2MiB.rounds": selectors of cells (`*` = any), then the field
  int line = 0;
  std::optional<double> equals;  ///< numbers and times (s)
  std::optional<bool> is;        ///< true / false
  std::optional<std::string> text;
  std::optional<double> min, max;
};

struct Scenario {
  std::string title;
  std::string description;
  std::filesystem::path file;
  std::vector<RunSpec> cells;  ///< cartesian product of the lists, in the order of the file's keys
  std::vector<Expectation> expectations;
};

/// Overrides by key name: {"algorithm", "ring,bruck"}. Keys are those of the TOML file without their table.
using Overrides = std::vector<std::pair<std::string, std::string>>;

/// THROWS InputError. An empty path means no file: defaults and overrides only.
Scenario load_scenario(const std::filesystem::path& file, const Overrides& overrides = {});

}  // namespace orrery
