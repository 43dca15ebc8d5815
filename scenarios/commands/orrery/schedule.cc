#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/document/scenario.h"
#include "scenarios/document/units_text.h"
#include "scenarios/document/words.h"
#include "scenarios/report/output_file.h"
#include "scenarios/reproduce/schedule_table.h"

namespace orrery {
namespace {

constexpr const char* kFooter =
    R"(Prints, as Table 1 of Träff's paper on round-optimal broadcast does, what every rank receives and
sends in each round of a phase; ranks are numbered from the root.

Examples:
  orrery schedule broadcast --ranks 20
  orrery schedule broadcast --ranks 1000000 --rank 4711
  orrery schedule broadcast --ranks 33 --format csv > 33.csv)";

constexpr std::int64_t kMostRanks = 1 << 30;
constexpr std::int64_t kMostPrinted = 1 << 16;

struct Options {
  std::string collective, ranks, rank, format = "table";
};

[[noreturn]] void refuse(std::string_view option, const std::string& what) {
  throw InputError(fmt::format("schedule: {}: {}", option, what));
}

std::int64_t integer(std::string_view option, const std::string& text, std::int64_t min,
                     std::int64_t max) {
  try {
    return parse_integer(text, min, max);
  } catch (const std::invalid_argument& e) {
    refuse(option, e.what());
  }
}

int schedule(const Options& options) {
  if (options.collective != "broadcast")
    refuse(options.collective, "has no schedule; expected broadcast");
  const auto p = static_cast<int>(integer("--ranks", options.ranks, 1, kMostRanks));
  std::optional<int> rank;
  if (!options.rank.empty()) rank = static_cast<int>(integer("--rank", options.rank, 0, p - 1));
  if (!rank && p > kMostPrinted)
    refuse("--ranks", fmt::format("{} ranks are too many to print; expected at most {}, or --rank",
                                  p, kMostPrinted));
  if (options.format == "csv") {
    write_stdout(schedule_csv(p, rank));
  } else if (options.format == "table") {
    write_stdout(schedule_table(p, rank));
  } else {
    refuse("--format", fmt::format("'{}' is unknown; expected table or csv", options.format));
  }
  return kExitFine;
}

}  // namespace

void add_schedule_command(CommandLine& app, int& status) {
  CommandLine* command = app.add_subcommand("schedule", "Print the schedules of an algorithm");
  const auto options = std::make_shared<Options>();
  command->add_option("collective", options->collective, "What: broadcast (on the circulant graph)")
      ->option_text("broadcast")
      ->required();
  command->add_option("--ranks", options->ranks, "Number of ranks p")->option_text("P")->required();
  command->add_option("--rank", options->rank, "Only this rank. Default: all")->option_text("R");
  command
      ->add_option("--format", options->format,
                   "table, or csv: kind,p,round,rank,value. Default: table")
      ->option_text("table|csv");
  command->footer(kFooter);
  command->callback([options, &status] { status = schedule(*options); });
}

}  // namespace orrery
