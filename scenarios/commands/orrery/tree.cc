#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algorithms/common/distributions.h"
#include "algorithms/trees/construct.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/document/scenario.h"
#include "scenarios/document/units_text.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/tree/print.h"
#include "scenarios/report/tree/sizes_file.h"

namespace orrery {
namespace {

constexpr const char* kFooter =
    R"(Builds a tree for an irregular gather or scatter and says how long it takes on one-ported ranks that
send or receive, not both at once. Costs are whole numbers in a unit of your choice: a message of
x > 0 units takes alpha + beta x, a copy gamma x. A scatter takes as long as the gather: it runs the
sequence of each rank backwards. In JSON and CSV the root's parent is -1.

Constructions: linear binary oblivious adaptive optimal optimal-strict two-stage
Distributions: same random random_decreasing random_increasing bucket spikes decreasing increasing
               alternating skewed two_blocks mod3

Examples:
  orrery tree gather --ranks 8 --distribution increasing --construction optimal --alpha 100
  orrery tree scatter --sizes sizes.txt --construction adaptive --root free --alpha 100 --format dot)";

struct Options {
  std::string operation, ranks, distribution = "same", sizes, construction = "optimal", root = "0";
  std::string b = "1000", rho = "5", seed = "1", alpha = "0", beta = "1", gamma = "0";
  std::string format = "table";
};

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// f(), its errors named by the option.
template <class F>
auto checked(std::string_view option, F&& f) {
  try {
    return f();
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("tree: {}: {}", option, e.what()));
  }
}

std::int64_t integer(std::string_view option, const std::string& text, std::int64_t min,
                     std::int64_t max = kMost) {
  return checked(option, [&] { return parse_integer(text, min, max); });
}

std::vector<std::int64_t> sizes_of(const Options& o) {
  if (!o.sizes.empty()) {
    std::vector<std::int64_t> sizes = checked("--sizes", [&] { return read_sizes(o.sizes); });
    if (!o.ranks.empty() &&
        integer("--ranks", o.ranks, 1) != static_cast<std::int64_t>(sizes.size()))
      throw InputError(fmt::format("tree: --ranks: {} where {} has {} sizes; expected the same",
                                   o.ranks, o.sizes, sizes.size()));
    return sizes;
  }
  if (o.ranks.empty()) throw InputError("tree: neither --ranks nor --sizes is given; expected one");
  const auto p = static_cast<int>(integer("--ranks", o.ranks, 1, trees::kMostLinear));
  const BlockParameters parameters{integer("--b", o.b, 0), integer("--rho", o.rho, 1),
                                   static_cast<std::uint64_t>(integer("--seed", o.seed, 0))};
  return checked("--distribution",
                 [&] { return block_sizes(find_distribution(o.distribution), p, parameters); });
}

int tree(const Options& o) {
  if (o.operation != "gather" && o.operation != "scatter")
    throw InputError(fmt::format("tree: '{}' is unknown; expected gather or scatter", o.operation));
  const std::vector<std::int64_t> sizes = sizes_of(o);
  const auto blocks = checked("--sizes", [&] { return trees::Blocks(sizes); });
  const int root = o.root == "free"
                       ? trees::kFreeRoot
                       : static_cast<int>(integer("--root", o.root, 0, blocks.ranks() - 1));
  const trees::Costs costs{integer("--alpha", o.alpha, 0), integer("--beta", o.beta, 0),
                           integer("--gamma", o.gamma, 0)};
  const trees::Construction& construction = checked(
      "--construction",
      [&]() -> const trees::Construction& { return trees::find_construction(o.construction); });
  const trees::TimedTree built =
      checked("--construction", [&] { return construction.build(blocks, costs, root); });
  const TreeReport report{o.operation, construction.name, blocks, costs, built};
  write_stdout(checked("--format", [&] { return tree_text(report, o.format); }));
  return kExitFine;
}

}  // namespace

void add_tree_command(Command& app, int& status) {
  Command* command = app.add_subcommand("tree", "Build a tree for irregular gather or scatter");
  const auto o = std::make_shared<Options>();
  const auto option = [&](const char* name, std::string& value, const char* help,
                          const char* text) {
    command->add_option(name, value, help)->option_text(text);
  };
  command->add_option("operation", o->operation, "gather or scatter")
      ->option_text("gather|scatter")
      ->required();
  option("--ranks", o->ranks, "Number of ranks p; not needed with --sizes", "P");
  option("--distribution", o->distribution, "Distribution of the block sizes. Default: same",
         "NAME");
  option("--b", o->b, "Its average block size. Default: 1000", "N");
  option("--rho", o->rho, "Its parameter rho. Default: 5", "N");
  option("--seed", o->seed, "Seed of the random ones. Default: 1", "N");
  option("--sizes", o->sizes, "Block sizes from a file, one number a line or with commas", "FILE");
  option("--construction", o->construction, "How the tree is built. Default: optimal", "NAME");
  option("--root", o->root, "The root, or free: the best. Default: 0", "R|free");
  option("--alpha", o->alpha, "Start-up cost of a message. Default: 0", "N");
  option("--beta", o->beta, "Cost of a unit sent. Default: 1", "N");
  option("--gamma", o->gamma, "Cost of a unit copied. Default: 0", "N");
  option("--format", o->format, "table, json, csv or dot. Default: table", "FORMAT");
  command->footer(kFooter);
  command->callback([o, &status] { status = tree(*o); });
}

}  // namespace orrery
