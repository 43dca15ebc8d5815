#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "scenarios/run/plugin/limits.h"
#include "scenarios/run/sandbox/sandbox.h"
#include "scenarios/spec/scenario.h"

/// assignment.toml: the task of a class and its points.
namespace orrery::inline grade {

/// "rounds <= ceil(log2(p))".
struct Bound {
  std::string metric;   ///< a field of results, by its name in [expect]
  std::string formula;  ///< of the largest allowed value (emu/base/expression.h)
};

/// A key whose value is drawn for each random case.
struct Draw {
  std::string key;
  std::vector<std::string>
      values;  ///< one of these, or from the range if there is only one, "2..40"
};

/// A part of an assignment that gives points.
struct GradedPart {
  std::string name;
  Place place;
  std::int64_t points = 0;  ///< hundredths
  bool all = false;         ///< every case or nothing; otherwise the share of cases
  bool hidden = false;      ///< no report shows its cases
  Overrides cases;          ///< keys and values; lists are swept
  int random = 0;           ///< number of cases that are drawn in place of the sweep; 0: none
  std::vector<Draw> draws;
  std::vector<Bound> at_most;  ///< besides a correct result
};

struct Assignment {
  std::filesystem::path file;
  std::string title, collective;
  std::set<std::string> kinds;  ///< of submissions: "source", "project", "plugin", "schedule"
  std::set<std::string> calls;  ///< allowed calls of Comm; empty: all
  SandboxLimits build;
  PluginLimits run;                        ///< of one case
  std::chrono::milliseconds all{600'000};  ///< for all cases together
  std::uint64_t seed = 1;
  bool has_hidden = false;  ///< the teacher's file, with the seed and perhaps further parts, exists
  std::vector<GradedPart> parts;  ///< at least one

  std::int64_t points() const;
};

/// Reads the file and, if it exists, the file that it names as `hidden`. THROWS InputError with
/// file, line and key.
Assignment read_assignment(const std::filesystem::path& file);

/// Returns "12.5" for 1250.
std::string points_text(std::int64_t hundredths);

}  // namespace orrery::inline grade
