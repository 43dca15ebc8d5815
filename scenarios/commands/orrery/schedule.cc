#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "algorithms/schedules/correctness_conditions.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/keys/keys.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/step_tables.h"
#include "scenarios/reproduce/schedule_table.h"
#include "scenarios/spec/scenario.h"
#include "scenarios/text/units_text.h"

namespace orrery {
namespace {

constexpr const char* kScheduleFooter =
    R"(Prints who sends what when.

broadcast: as Table 1 of Träff's paper on round-optimal broadcast, what every rank receives and sends in
each round of a phase on the circulant graph; ranks are numbered from the root.

swing, bucket, sparbit, census, reduce: the messages of each step and the blocks that they carry, p of
them (of each part, where a torus carries several collectives at once; then part:block). Where blocks are
summed on the way, 'of' names the ranks whose contributions they hold.

Examples:
  orrery schedule broadcast --ranks 20
  orrery schedule broadcast --ranks 1000000 --rank 4711
  orrery schedule broadcast --ranks 33 --format csv > 33.csv
  orrery schedule broadcast --ranks 1000000 --check
  orrery schedule swing --ranks 7 --steps 3
  orrery schedule swing --topology torus:4x4 --rank 0
  orrery schedule bucket --topology torus:2x4 --steps 2
  orrery schedule reduce --ranks 20 --blocks 5)";

constexpr std::int64_t kMostRanks = 1 << 30;
constexpr std::int64_t kMostChecked = 1 << 26;
constexpr std::int64_t kMostEmulated = 4096;

/// What is emulated and shown step by step.
struct Emulated {
  std::string_view name, collective, algorithm;
};
constexpr Emulated kEmulated[] = {{"swing", "allreduce", "swing-bandwidth"},
                                  {"bucket", "allreduce", "bucket"},
                                  {"sparbit", "allgather", "sparbit"},
                                  {"census", "allreduce", "census"},
                                  {"reduce", "reduce", "circulant"}};

struct ScheduleOptions {
  std::string name, ranks, rank, topology, steps, blocks, format = "table";
  bool check = false;
};

[[noreturn]] void refuse(std::string_view option, const std::string& what) {
  throw InputError(fmt::format("schedule: {}: {}", option, what));
}

std::int64_t schedule_integer(std::string_view option, const std::string& text, std::int64_t min,
                              std::int64_t max) {
  try {
    return parse_integer(text, min, max);
  } catch (const std::invalid_argument& e) {
    refuse(option, e.what());
  }
}

/// Text of one of the two formats.
template <class Table, class Csv>
auto formatted(const ScheduleOptions& options, Table&& table, Csv&& csv) {
  if (options.format == "table") return table();
  if (options.format == "csv") return csv();
  refuse("--format", fmt::format("'{}' is unknown; expected table or csv", options.format));
}

std::optional<int> rank_of(const ScheduleOptions& options, int p) {
  if (options.rank.empty()) return std::nullopt;
  return static_cast<int>(schedule_integer("--rank", options.rank, 0, p - 1));
}

/// The paper's own check, for all ranks.
int check_conditions(const ScheduleOptions& options) {
  const auto p = static_cast<int>(schedule_integer("--ranks", options.ranks, 1, kMostChecked));
  const std::string found = circulant::violation(p);
  write_stdout(found.empty() ? fmt::format("p = {}: the four conditions hold\n", p)
                             : fmt::format("condition violated: {}\n", found));
  return found.empty() ? kExitFine : kExitFailed;
}

int broadcast(const ScheduleOptions& options) {
  for (const auto& [option, value] : {std::pair("--topology", &options.topology),
                                      {"--steps", &options.steps},
                                      {"--blocks", &options.blocks}})
    if (!value->empty()) refuse(option, "not for broadcast");
  const auto p = static_cast<int>(schedule_integer("--ranks", options.ranks, 1, kMostRanks));
  const std::optional<int> rank = rank_of(options, p);
  if (options.check) return check_conditions(options);
  const auto write = [](std::string_view text) { write_stdout(std::string(text)); };
  formatted(
      options, [&] { schedule_table(p, rank, write); }, [&] { schedule_csv(p, rank, write); });
  return kExitFine;
}

/// Collectives at once: one through each port of a torus, otherwise one.
int parts_of(const Emulated& what, const Topology& topology) {
  if (what.name != "swing" && what.name != "bucket") return 1;
  const auto sides = topology.dims();
  return std::max(1,
                  2 * static_cast<int>(std::ranges::count_if(sides, [](int d) { return d > 1; })));
}

std::string emulated(const Emulated& what, const ScheduleOptions& options) {
  RunSpec spec;
  spec.collective = what.collective;
  spec.algorithm = what.algorithm;
  if (options.topology.empty() == options.ranks.empty())
    refuse(what.name, "needs either --ranks or --topology");
  spec.topology =
      options.topology.empty()
          ? fmt::format("full:{}", schedule_integer("--ranks", options.ranks, 1, kMostEmulated))
          : options.topology;
  const auto topology = make_topology(spec.topology);
  if (topology->hosts() > kMostEmulated)
    refuse("--topology", fmt::format("{} has {} hosts; expected at most {}", spec.topology,
                                     topology->hosts(), kMostEmulated));
  spec.ranks = topology->hosts();
  spec.ports.kind = Ports::Kind::kPerLink;
  const bool pipelined = what.name == "reduce";
  if (!options.blocks.empty() && !pipelined)
    refuse("--blocks", fmt::format("not for {}", what.name));
  if (pipelined)
    spec.tuning.blocks =
        options.blocks.empty()
            ? 4
            : static_cast<int>(schedule_integer("--blocks", options.blocks, 1, kMostEmulated));
  StepsShown shown{rank_of(options, spec.ranks), {}, parts_of(what, *topology)};
  if (!options.steps.empty())
    shown.steps = static_cast<int>(schedule_integer("--steps", options.steps, 1, kMostRanks));
  const std::int64_t blocks = what.name == "census" || what.name == "sparbit" ? 1
                              : pipelined                                     ? spec.tuning.blocks
                                          : std::int64_t{spec.ranks} * shown.parts;
  give_bytes(spec, Bytes(blocks));
  return formatted(
      options, [&] { return steps_table(spec, shown); }, [&] { return steps_csv(spec, shown); });
}

int schedule(const ScheduleOptions& options) {
  if (options.name == "broadcast") return broadcast(options);
  if (options.check) refuse("--check", "only for broadcast");
  const auto* const what = std::ranges::find(kEmulated, options.name, &Emulated::name);
  if (what == std::end(kEmulated))
    refuse(options.name,
           "has no schedule; expected broadcast, swing, bucket, sparbit, census or reduce");
  write_stdout(emulated(*what, options));
  return kExitFine;
}

}  // namespace

void add_schedule_command(CommandLine& app, int& status) {
  CommandLine* command = app.add_subcommand("schedule", "Print which rank sends which block when");
  const auto options = std::make_shared<ScheduleOptions>();
  command
      ->add_option("what", options->name, "Which; see below",
                   "broadcast|swing|bucket|sparbit|census|reduce")
      ->required();
  command->add_option("--ranks", options->ranks, "Number of ranks p", "P");
  command->add_option("--topology", options->topology, "Where the ranks live, in place of --ranks",
                      "SPEC");
  command->add_option("--rank", options->rank, "Only this rank. Default: all", "R");
  command->add_option("--steps", options->steps, "Only the first steps. Default: all", "N");
  command->add_option("--blocks", options->blocks, "Number of blocks of reduce. Default: 4", "N");
  command->add_flag("--check", options->check,
                    "broadcast: whether the schedules of all ranks fulfil the paper's four "
                    "conditions; exit code 1 if not");
  command->add_option("--format", options->format,
                      "table, or csv: kind,p,round,rank,value (broadcast) or "
                      "step,from,to,lane,first,last,ranks. Default: table",
                      "table|csv");
  command->footer(kScheduleFooter);
  command->callback([options, &status] { status = schedule(*options); });
}

}  // namespace orrery
