// Decision tables for Open MPI's component coll/tuned.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "scenarios/document/validate.h"
#include "scenarios/report/map/decision.h"

namespace orrery {
namespace {

/// How Open MPI 4.1 numbers a collective, and the size that it looks up in the rules.
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

/// An algorithm that both have (`ompi_info --param coll tuned --level 9` lists those of Open MPI). What
/// is sent for them is compared in assets/libraries.md: binomial-at-once is Open MPI's binomial broadcast, and binomial
/// gives the places of the same tree to other ranks.
struct OpenMpiAlgorithm {
  std::string_view collective, name;
  int id;
};

constexpr std::array kAlgorithms{
    OpenMpiAlgorithm{"allgather", "bruck", 2},
    OpenMpiAlgorithm{"allgather", "recursive-doubling", 3},
    OpenMpiAlgorithm{"allgather", "ring", 4},
    OpenMpiAlgorithm{"allgather", "neighbor-exchange", 5},
    OpenMpiAlgorithm{"allgatherv", "bruck", 2},
    OpenMpiAlgorithm{"allgatherv", "ring", 3},
    OpenMpiAlgorithm{"allreduce", "recursive-doubling-latency", 3},
    OpenMpiAlgorithm{"allreduce", "ring", 4},
    OpenMpiAlgorithm{"allreduce", "rabenseifner", 6},
    OpenMpiAlgorithm{"alltoall", "linear", 1},
    OpenMpiAlgorithm{"alltoall", "pairwise", 2},
    OpenMpiAlgorithm{"alltoall", "bruck", 3},
    OpenMpiAlgorithm{"barrier", "dissemination", 4},
    OpenMpiAlgorithm{"broadcast", "linear", 1},
    OpenMpiAlgorithm{"broadcast", "linear-at-once", 1},
    OpenMpiAlgorithm{"broadcast", "chain", 3},
    OpenMpiAlgorithm{"broadcast", "binary-tree", 5},
    OpenMpiAlgorithm{"broadcast", "binomial", 6},
    OpenMpiAlgorithm{"broadcast", "binomial-at-once", 6},
    OpenMpiAlgorithm{"broadcast", "scatter-allgather", 9},
    OpenMpiAlgorithm{"gather", "linear-at-once", 1},
    OpenMpiAlgorithm{"gather", "binomial", 2},
    OpenMpiAlgorithm{"gather", "linear-sync", 3},
    OpenMpiAlgorithm{"reduce", "linear", 1},
    OpenMpiAlgorithm{"reduce", "binomial", 5},
    OpenMpiAlgorithm{"reduce-scatter", "recursive-halving", 2},
    OpenMpiAlgorithm{"reduce-scatter", "ring", 3},
    OpenMpiAlgorithm{"scatter", "linear-at-once", 1},
    OpenMpiAlgorithm{"scatter", "binomial", 2},
};

const OpenMpiAlgorithm* find(std::string_view collective, std::string_view name) {
  const auto found = std::ranges::find_if(kAlgorithms, [&](const OpenMpiAlgorithm& a) {
    return a.collective == collective && a.name == name;
  });
  return found == kAlgorithms.end() ? nullptr : &*found;
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

/// Bytes of a segment where the algorithm cuts the vector into several blocks, otherwise 0.
std::int64_t segment_of(const RunSpec& spec) {
  const int blocks =
      blocks_for(find_algorithm(spec.collective, spec.algorithm), make_problem(spec));
  return blocks > 1 ? (spec.bytes.count() + blocks - 1) / blocks : 0;
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
    rules += fmt::format("{} {} 0 {} # {}\n", from, find(table.collective, name)->id,
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
    const OpenMpiAlgorithm* theirs = find(name, algorithm);
    std::string& list = theirs != nullptr ? ours : left_out;
    if (theirs != nullptr) ++known;
    list += fmt::format("{}{}{}", list.empty() ? "" : ", ", algorithm,
                        theirs != nullptr ? fmt::format(" = {}", theirs->id) : "");
  }
  if (collective == kCollectives.end() || known < 2)
    throw InputError(
        fmt::format("--rules: of the algorithms of the map Open MPI has {}; expected at "
                    "least two that it has",
                    ours.empty() ? "none" : "only " + ours));
  const DecisionTable table = decide(map, scenario, "--rules", [&](std::size_t a) {
    return find(name, map.algorithms[a]) != nullptr;
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
