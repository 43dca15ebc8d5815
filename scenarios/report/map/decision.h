#pragma once

#include <string>
#include <vector>

#include "scenarios/report/map/winner_map.h"

/// Decision tables from winner maps over ranks and bytes.
namespace orrery::inline report {

struct DecisionTable {
  /// From `bytes` on (up to the next rule) the fastest algorithm is `algorithm`, by number.
  struct Rule {
    std::int64_t bytes = 0;
    std::size_t algorithm = 0;
    const RunSpec* spec = nullptr;  ///< its run, points into the scenario
    /// The map does not determine the fastest algorithm (WinnerMap::spread), so the library's
    /// default stays.
    bool keeps_default = false;
  };
  /// Rules for `ranks` ranks and more, up to the next section. Numbers of ranks between those of
  /// the map get the decision of the next smaller one, but only for algorithms that can run all of
  /// them.
  struct Section {
    int ranks = 0;
    std::vector<Rule> rules;  ///< by bytes; the first holds for fewer as well
  };

  std::string collective;
  std::vector<Section> sections;  ///< by ranks; neighbours differ
};

/// Returns whether two rules leave the same choice to be made.
bool same_choice(const DecisionTable::Rule& a, const DecisionTable::Rule& b);

/// Makes the table of a map of `scenario`. THROWS InputError naming `option` if the map is over
/// other keys than ranks and bytes, or nothing can be decided.
DecisionTable decide(const WinnerMap& map, const Scenario& scenario, const std::string& option,
                     const Contenders& contenders = {});

/// Returns the table as a C header: an enum of the algorithms and a function that chooses one.
/// Needs only C99.
std::string c_switch(const WinnerMap& map, const Scenario& scenario);

/// Returns the table as a file for Open MPI 4 (coll_tuned_dynamic_rules_filename), with the
/// algorithms that Open MPI has as well; smaller communicators are left to Open MPI. THROWS
/// InputError if it has less than two of them.
std::string open_mpi_rules(const WinnerMap& map, const Scenario& scenario);

}  // namespace orrery::inline report
