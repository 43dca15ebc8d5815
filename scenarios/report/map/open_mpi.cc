// Decision tables for Open MPI's component coll/tuned.

#include <fmt/format.h>

#include "algorithms/libraries.h"
#include "scenarios/cell/validate.h"
#include "scenarios/report/map/decision.h"
#include "scenarios/report/rules/library_rules.h"
#include "scenarios/report/rules/write_rules.h"

namespace orrery::inline report {
namespace {

/// Returns the bytes of a segment if the algorithm cuts the vector, or each rank's part in an
/// allreduce, into several blocks; otherwise 0.
std::int64_t segment_of(const RunSpec& spec) {
  const int blocks =
      blocks_for(find_algorithm(spec.collective, spec.algorithm), make_problem(spec));
  const std::int64_t all = std::int64_t{blocks} * (spec.collective == "allreduce" ? spec.ranks : 1);
  return blocks > 1 ? (spec.bytes.count() + all - 1) / all : 0;
}

std::string section_text(const DecisionTable::Section& section, const DecisionTable& table,
                         const std::vector<std::string>& algorithms, const KnownAlgorithms& known) {
  std::string rules;
  int count = 0;
  for (const DecisionTable::Rule& rule : section.rules) {
    const std::string& name = algorithms[rule.algorithm];
    const std::int64_t from =
        count == 0 ? 0 : bytes_for_open_mpi(table.collective, section.ranks, rule.bytes);
    if (rule.keeps_default)
      rules += fmt::format("{} 0 0 0 # as Open MPI itself decides: {} or another\n", from, name);
    else
      rules += fmt::format("{} {} 0 {} # {}\n", from, name_or_number(*known.rows[rule.algorithm]),
                           segment_of(*rule.spec), name);
    ++count;
  }
  return fmt::format("{} # ranks and more\n{} # rules\n{}", section.ranks, count, rules);
}

}  // namespace

std::string open_mpi_rules(const WinnerMap& map, const Scenario& scenario) {
  const std::string& name = scenario.cells.front().collective;
  const KnownAlgorithms known = algorithms_in(*find_library("openmpi"), map, name);
  const DecisionTable table = decide(map, scenario, "--rules", known.contenders());
  std::string sections;
  for (const DecisionTable::Section& s : table.sections)
    sections += section_text(s, table, map.algorithms, known);
  return fmt::format(R"(# Rules for Open MPI's {0}, as seen by orrery map{1}
#   mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename THIS_FILE ...
# Open MPI has {2}.
{3}# A rule is: bytes from which it holds (as Open MPI counts them), algorithm, 0, bytes of a segment.
1 # collective
{4} # {0}
{5} # numbers of ranks
0 # ranks and more: as Open MPI itself decides
1 # rule
0 0 0 0
{6})",
                     name, map.title.empty() ? "" : ": " + map.title, known.ours,
                     known.left_out.empty()
                         ? ""
                         : fmt::format("# It has no {}: where one of these is fastest, the best of "
                                       "the others stands here.\n",
                                       known.left_out),
                     *open_mpi_number(name), table.sections.size() + 1, sections);
}

}  // namespace orrery::inline report
