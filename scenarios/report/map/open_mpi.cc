// Decision tables for Open MPI's component coll/tuned.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algorithms/libraries.h"
#include "scenarios/cell/validate.h"
#include "scenarios/report/map/decision.h"

namespace orrery {
namespace {

/// The number of a collective in Open MPI 4.1, and the size that it looks up in the rules.
struct OpenMpiCollective {
  std::string_view name;
  int id;
  enum class Size { kBytes, kTimesRanks, kOverRanks, kNone } size;
};
using Size = OpenMpiCollective::Size;

constexpr std::array kCollectives{
    OpenMpiCollective{"allgather", 0, Size::kTimesRanks},
    OpenMpiCollective{"allgatherv", 1, Size::kOverRanks},
    OpenMpiCollective{"allreduce", 2, Size::kBytes},
    OpenMpiCollective{"alltoall", 3, Size::kTimesRanks},
    OpenMpiCollective{"barrier", 6, Size::kNone},
    OpenMpiCollective{"broadcast", 7, Size::kBytes},
    OpenMpiCollective{"gather", 9, Size::kTimesRanks},
    OpenMpiCollective{"reduce", 11, Size::kBytes},
    OpenMpiCollective{"reduce-scatter", 12, Size::kBytes},
    OpenMpiCollective{"scatter", 15, Size::kTimesRanks},
};

/// Returns the number that rules choose for one of our algorithms; empty: none. No rule gives a
/// radix.
std::string_view number_in_rules(std::string_view collective, std::string_view name) {
  if (std::ranges::find(kCollectives, collective, &OpenMpiCollective::name) == kCollectives.end())
    return {};
  for (const LibraryAlgorithm& a : library_algorithms())
    if (a.library == "Open MPI" && a.call == collective && a.algorithm == name && a.radix.empty())
      return a.name.substr(0, a.name.find(' '));
  return {};
}

std::int64_t message_size(Size size, int ranks, std::int64_t bytes) {
  switch (size) {
    case Size::kTimesRanks:
      return ranks * bytes;
    case Size::kOverRanks:
      return bytes / ranks;
    case Size::kNone:
      return 0;
    case Size::kBytes:
      break;
  }
  return bytes;
}

/// Returns the bytes of a segment if the algorithm cuts the vector, or each rank's part in an
/// allreduce, into several blocks; otherwise 0.
std::int64_t segment_of(const RunSpec& spec) {
  const int blocks =
      blocks_for(find_algorithm(spec.collective, spec.algorithm), make_problem(spec));
  const std::int64_t all = std::int64_t{blocks} * (spec.collective == "allreduce" ? spec.ranks : 1);
  return blocks > 1 ? (spec.bytes.count() + all - 1) / all : 0;
}

std::string section_text(const DecisionTable::Section& section, const DecisionTable& table,
                         const OpenMpiCollective& collective,
                         const std::vector<std::string>& algorithms) {
  std::string rules;
  int count = 0;
  for (const DecisionTable::Rule& rule : section.rules) {
    const std::string& name = algorithms[rule.algorithm];
    const std::int64_t from =
        count == 0 ? 0 : message_size(collective.size, section.ranks, rule.bytes);
    rules += fmt::format("{} {} 0 {} # {}\n", from, number_in_rules(table.collective, name),
                         segment_of(*rule.spec), name);
    ++count;
  }
  return fmt::format("{} # ranks and more\n{} # rules\n{}", section.ranks, count, rules);
}

}  // namespace

std::string open_mpi_rules(const WinnerMap& map, const Scenario& scenario) {
  const std::string& name = scenario.cells.front().collective;
  const auto collective = std::ranges::find(kCollectives, name, &OpenMpiCollective::name);
  std::string ours, left_out;
  int known = 0;
  for (const std::string& algorithm : map.algorithms) {
    const std::string_view theirs = number_in_rules(name, algorithm);
    std::string& list = theirs.empty() ? left_out : ours;
    if (!theirs.empty()) ++known;
    list += fmt::format("{}{}{}{}", list.empty() ? "" : ", ", algorithm,
                        theirs.empty() ? "" : " = ", theirs);
  }
  if (known < 2)
    throw InputError(
        fmt::format("--rules: of the algorithms of the map Open MPI has {}; expected at "
                    "least two that it has",
                    ours.empty() ? "none" : "only " + ours));
  const DecisionTable table = decide(map, scenario, "--rules", [&](std::size_t a) {
    return !number_in_rules(name, map.algorithms[a]).empty();
  });
  std::string sections;
  for (const DecisionTable::Section& s : table.sections)
    sections += section_text(s, table, *collective, map.algorithms);
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
                     name, map.title.empty() ? "" : ": " + map.title, ours,
                     left_out.empty()
                         ? ""
                         : fmt::format("# It has no {}: where one of these is fastest, the best of "
                                       "the others stands here.\n",
                                       left_out),
                     collective->id, table.sections.size() + 1, sections);
}

}  // namespace orrery
