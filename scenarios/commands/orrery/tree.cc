#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algorithms/common/distributions.h"
#include "algorithms/trees/construct.h"
#include "algorithms/trees/non_ordered.h"
#include "algorithms/trees/pair_costs.h"
#include "algorithms/trees/ports.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/report/tree/input_files.h"
#include "scenarios/report/tree/print.h"
#include "scenarios/report/tree/request.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kTreeFooter =
    R"(Builds a tree for an irregular gather or scatter, a reduction or a broadcast, and computes its time on ranks
that send or receive K messages at a time (--ports; not both at once). Costs are whole
numbers in a unit of your choice: a message of x > 0 units takes alpha + beta x, a copy gamma x. A
scatter takes as long as the gather: it runs the sequence of each rank backwards. In JSON and CSV the
root's parent is -1.

Constructions ("orrery tree" names the class of trees in which each is the best; "optimal" is the best of a
class other than that of Träff's Def. 3: with sizes 2,2,1,0, root 3 and alpha 1 it takes 8, "ordered" 7):
{}Distributions: same random random_decreasing random_increasing bucket spikes decreasing increasing
               alternating skewed two_blocks mod3
Block sizes come from one of --ranks, --sizes, --partition and --jobs; a broadcast or a reduction has one
vector of --b units. --pair-costs reads lines FROM,TO,ALPHA,BETA and RANK,GAMMA; all other pairs and ranks
have --alpha, --beta and --gamma. optimal and binary are then the best of their classes for these costs, for
up to 200 ranks; all other trees are built for alpha, beta and gamma, and timed with the costs of the pairs.

Examples:
  orrery tree gather --ranks 8 --distribution increasing --construction optimal --alpha 100
  seq 12 > sizes.txt
  orrery tree scatter --sizes sizes.txt --construction adaptive --root free --alpha 100 --format dot
  orrery tree gather --sizes 2,2,1,0 --root 3 --alpha 1 --construction ordered
  orrery tree gather --partition 2,3,3,3,4,4,4,6,6,13 --root free
  orrery tree gather --jobs 3,3,2,2,2 --ports 2 --construction non-ordered
  orrery tree broadcast --ranks 13 --b 50 --alpha 7)";

/// Returns a line for each construction, those for several ports last.
std::string constructions_text() {
  std::string text;
  for (const trees::Construction& c : trees::constructions())
    text += fmt::format("  {:<15} {}\n", c.name, c.summary);
  return text +
         "  list-star       The root takes all others, the largest first, on the port that is "
         "free\n"
         "  greedy          The better one of list-star and adaptive for as many ports\n"
         "  (adaptive joins K + 1 parts at a time; non-ordered is exact for up to 9 ranks with "
         "--ports)\n";
}

struct TreeOptions {
  std::string operation, ranks, distribution, sizes, partition, jobs, construction, root;
  std::string b = "1000", rho = "5", seed = "1", alpha, beta = "1", gamma, ports = "1", pair_costs;
  std::string format = "table";
  bool virtual_ranks = false;
  OutputOptions output;
};

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// Calls f() and names the option in its errors.
template <class F>
auto checked(std::string_view option, F&& f) {
  try {
    return f();
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("tree: {}: {}", option, e.what()));
  }
}

std::int64_t tree_integer(std::string_view option, const std::string& text, std::int64_t min,
                          std::int64_t max = kMost) {
  return checked(option, [&] { return parse_integer(text, min, max); });
}

/// Reads "2,2,1,0".
std::vector<std::int64_t> list_of(std::string_view option, const std::string& text) {
  std::istringstream in(text);
  return checked(option, [&] { return read_sizes(in, "list"); });
}

std::vector<std::int64_t> sizes_of(const TreeOptions& o) {
  std::error_code none;
  const bool list =
      o.sizes.find(',') != std::string::npos && !std::filesystem::exists(o.sizes, none);
  std::vector<std::int64_t> sizes =
      list ? list_of("--sizes", o.sizes) : checked("--sizes", [&] { return read_sizes(o.sizes); });
  if (!o.ranks.empty() &&
      tree_integer("--ranks", o.ranks, 1) != static_cast<std::int64_t>(sizes.size()))
    throw InputError(fmt::format("tree: --ranks: {} where {} has {} sizes; expected the same",
                                 o.ranks, o.sizes, sizes.size()));
  return sizes;
}

std::vector<std::int64_t> distributed_sizes(const TreeOptions& o) {
  const auto p = static_cast<int>(tree_integer("--ranks", o.ranks, 1, trees::kMostLinear));
  const BlockParameters parameters{tree_integer("--b", o.b, 0), tree_integer("--rho", o.rho, 1),
                                   static_cast<std::uint64_t>(tree_integer("--seed", o.seed, 0))};
  const std::string name = o.distribution.empty() ? "same" : o.distribution;
  return checked("--distribution",
                 [&] { return block_sizes(find_distribution(name), p, parameters); });
}

/// Refuses unused options: exactly one option must give the blocks.
void check_source(const TreeOptions& o) {
  const bool vector = o.operation == "broadcast" || o.operation == "reduce";
  const int lists = static_cast<int>(!o.sizes.empty()) + static_cast<int>(!o.partition.empty()) +
                    static_cast<int>(!o.jobs.empty());
  if (vector && (lists > 0 || !o.distribution.empty()))
    throw InputError(fmt::format(
        "tree: a {} has one vector for all ranks; expected --ranks and --b only", o.operation));
  if (lists > 1) throw InputError("tree: expected one of --sizes, --partition and --jobs");
  if (lists > 0 && !o.distribution.empty())
    throw InputError("tree: --distribution: the sizes are given; expected --ranks with it");
  if (lists == 0 && o.ranks.empty())
    throw InputError("tree: neither --ranks nor --sizes is given; expected one");
}

trees::Blocks blocks_of(const TreeOptions& o) {
  if (o.operation == "broadcast" || o.operation == "reduce")
    return trees::Blocks::one_vector(
        static_cast<int>(tree_integer("--ranks", o.ranks, 1, trees::kMostLinear)),
        tree_integer("--b", o.b, 0));
  if (!o.partition.empty()) {
    const auto parts = list_of("--partition", o.partition);
    return checked("--partition", [&] { return trees::partition_blocks(parts); });
  }
  if (!o.jobs.empty()) {
    const auto jobs = list_of("--jobs", o.jobs);
    return checked("--jobs", [&] { return trees::scheduling_blocks(jobs); });
  }
  const auto sizes = o.sizes.empty() ? distributed_sizes(o) : sizes_of(o);
  return checked("--sizes", [&] { return trees::Blocks(sizes); });
}

/// Returns the costs of the paper's proof: α = β = γ = 1 for a partition. The jobs are those of the
/// last rank.
trees::TreeCosts costs_of(const TreeOptions& o) {
  const std::string other = o.partition.empty() ? "0" : "1";
  const auto cost = [](std::string_view option, const std::string& text) {
    return checked(option, [&] { return parse_plain_cost(text, kMost); });
  };
  return {cost("--alpha", o.alpha.empty() ? other : o.alpha), cost("--beta", o.beta),
          cost("--gamma", o.gamma.empty() ? other : o.gamma)};
}

int root_of(const TreeOptions& o, int p) {
  if (o.root == "free") return trees::kFreeRoot;
  if (o.root.empty()) return o.jobs.empty() ? 0 : p - 1;
  return static_cast<int>(tree_integer("--root", o.root, 0, p - 1));
}

std::optional<trees::PairCosts> pair_costs_of(const TreeOptions& o, int p,
                                              const trees::TreeCosts& costs) {
  if (o.pair_costs.empty()) return std::nullopt;
  if (p > trees::kMostPairs)
    throw InputError(
        fmt::format("tree: --pair-costs: {} ranks; expected at most {}", p, trees::kMostPairs));
  trees::PairCosts pairs(p, costs);
  checked("--pair-costs", [&] { read_pair_costs(o.pair_costs, pairs); });
  return pairs;
}

TreeRequest request_of(const TreeOptions& o) {
  const trees::TreeCosts costs = costs_of(o);
  trees::Blocks blocks = blocks_of(o);
  const int p = blocks.ranks();
  const char* usual = o.partition.empty() ? "optimal" : "non-ordered";
  return {.operation = o.operation,
          .construction = o.construction.empty() ? usual : o.construction,
          .blocks = std::move(blocks),
          .costs = costs,
          .pairs = pair_costs_of(o, p, costs),
          .root = root_of(o, p),
          .ports = static_cast<int>(tree_integer("--ports", o.ports, 1, trees::kMostLinear)),
          .virtual_ranks = o.virtual_ranks,
          .numbers = o.partition.empty() ? std::vector<std::int64_t>()
                                         : list_of("--partition", o.partition)};
}

int tree(const TreeOptions& o) {
  constexpr std::string_view kOperations[] = {"gather", "scatter", "broadcast", "reduce"};
  if (std::ranges::count(kOperations, o.operation) == 0)
    throw InputError(fmt::format(
        "tree: '{}' is unknown; expected gather, scatter, broadcast or reduce", o.operation));
  const Outputs outputs(o.output);
  check_source(o);
  const TreeRequest request = request_of(o);
  const TreeAnswer answer = checked("--construction", [&] { return build_tree(request); });
  outputs.say(checked("--format", [&] { return tree_text({request, answer}, o.format); }));
  outputs.write("--json", [&] { return tree_text({request, answer}, "json"); });
  return kExitFine;
}

}  // namespace

void add_tree_command(CommandLine& app, int& status) {
  const auto [command, o] = app.add_command<TreeOptions>(
      "tree", "Build a tree for an irregular gather or scatter, a broadcast or a reduce",
      fmt::format(fmt::runtime(kTreeFooter), constructions_text()), status, tree);
  const auto option = [&command = command](const char* name, std::string& value, const char* help,
                                           const char* text) {
    command.add_option(name, value, help, text);
  };
  command
      .add_option("operation", o.operation, "The operation of the tree",
                  "gather|scatter|broadcast|reduce")
      ->required();
  option("--ranks", o.ranks, "Number of ranks p; not needed with lists of sizes", "P");
  option("--distribution", o.distribution, "Distribution of the block sizes. Default: same",
         "NAME");
  option("--b", o.b,
         "Average block size of the distribution, or the size of the vector. Default: 1000", "N");
  option("--rho", o.rho, "Parameter rho of the distribution. Default: 5", "N");
  option("--seed", o.seed, "Seed of random distributions. Default: 1", "N");
  option("--sizes", o.sizes,
         "Block sizes, as 2,2,1,0 or from a file, one on each line or with commas", "LIST|FILE");
  option("--partition", o.partition,
         "Numbers to be divided into two halves of equal sum, as a gather (all costs are then 1)",
         "LIST");
  option("--jobs", o.jobs, "Jobs to be scheduled on --ports machines, as a gather at the last rank",
         "LIST");
  option("--construction", o.construction,
         "Construction of the tree; ordered is the optimum by Def. 3. Default: optimal", "NAME");
  command.add_flag("--virtual-ranks", o.virtual_ranks,
                   "Build over the ranks sorted by size: the root, then the largest blocks first");
  option("--root", o.root, "The root; free: the best one. Default: 0", "R|free");
  option("--ports", o.ports, "Messages that a rank can send or receive at a time. Default: 1", "K");
  option("--alpha", o.alpha,
         "Start-up cost of a message; times (1us, 20ps/B) count in picoseconds. Default: 0",
         "N|TIME");
  option("--beta", o.beta, "Cost of a unit sent. Default: 1", "N|TIME");
  option("--gamma", o.gamma, "Cost of a unit copied. Default: 0", "N|TIME");
  option("--pair-costs", o.pair_costs,
         "Costs of pairs of ranks (optimal and binary are built for them)", "FILE");
  option("--format", o.format, "table, json, csv or dot. Default: table", "FORMAT");
  o.output.add_file(command, "--json",
                    "The tree as JSON; - is standard output, which then has nothing else");
}

}  // namespace orrery::inline commands
