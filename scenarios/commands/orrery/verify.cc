#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/interrupt.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/conformance_report.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kVerifyFooter =
    R"(Tests algorithms with every number of ranks up to --ranks, sizes (no element, one, fewer than ranks, sizes
that do not divide evenly), all roots, operators (also some that do not commute), datatypes, numbers of
blocks, skips, blocks of any size, networks, ports and protocols. The bytes of every result, and their origin,
must be right. Rounds, bytes and exact times must equal the algorithm's formulas. The smallest failing case is
printed as a command that fails in the same way. With --plugin only the algorithms of the plug-in are tested,
unless others are named.

Examples:
  orrery verify broadcast
  orrery verify allreduce ring --ranks 17 --junit ring.xml
  orrery new-algorithm my-ring
  cmake -S my-ring -B my-ring/build && cmake --build my-ring/build
  orrery verify --plugin my-ring/build/libmy-ring.so

Exit codes: 0 all conform, 1 some do not, 2 bad input, 130 stopped.)";

struct VerifyOptions {
  std::string collective, algorithm;
  Extent extent;
  int jobs = 0;
  OutputOptions output;
};

using Chosen = std::vector<const Algorithm*>;

/// Returns the algorithms by name. THROWS InputError for names that do not exist.
Chosen named_algorithms(const VerifyOptions& options) {
  try {
    if (!options.algorithm.empty()) return {&find_algorithm(options.collective, options.algorithm)};
    find_collective(options.collective);
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("verify: {}", e.what()));
  }
  Chosen all;
  for (const Algorithm* a : catalog())
    if (a->collective == options.collective) all.push_back(a);
  return all;
}

/// Returns the algorithms of plug-ins, or all if there are none.
Chosen plugins_of(const Chosen& all) {
  Chosen plugins;
  for (const Algorithm* a : all)
    if (origin_of(*a) != nullptr) plugins.push_back(a);
  return plugins.empty() ? all : plugins;
}

Chosen chosen_by(const VerifyOptions& options) {
  if (!options.algorithm.empty()) return named_algorithms(options);
  if (!options.collective.empty()) return plugins_of(named_algorithms(options));
  return plugins_of({catalog().begin(), catalog().end()});
}

/// Verifies them; returns nothing if it was stopped.
std::optional<std::vector<Conformance>> verify_all(const Chosen& chosen,
                                                   const VerifyOptions& options) {
  std::vector<std::vector<ConformanceCase>> cases;
  std::size_t total = 0;
  for (const Algorithm* a : chosen)
    total += cases.emplace_back(conformance_cases(*a, options.extent)).size();
  const Interrupt interrupt;
  Progress progress(total, !options.output.quiet);
  std::vector<Conformance> results;
  std::size_t before = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    auto result =
        verify(*chosen[i], cases[i], jobs_for_small_runs(options.jobs), [&](std::size_t done) {
          progress.show(before + done);
          return !Interrupt::requested();
        });
    if (!result) return std::nullopt;
    results.push_back(*std::move(result));
    before += cases[i].size();
  }
  return results;
}

int verify_command(const VerifyOptions& options) {
  const Chosen chosen = chosen_by(options);
  const Outputs outputs(options.output);
  const auto results = verify_all(chosen, options);
  if (!results) {
    fmt::print(stderr, "orrery: verify: stopped\n");
    return kExitStopped;
  }
  if (!outputs.is_quiet()) outputs.say(conformance_table(*results));
  const std::string failures = conformance_failures(*results);
  fmt::print(stderr, "{}", failures);
  outputs.write("--json", [&] { return conformance_json(*results); });
  outputs.write("--junit", [&] { return conformance_junit(*results); });
  return failures.empty() ? kExitFine : kExitFailed;
}

}  // namespace

void add_verify_command(CommandLine& app, int& status) {
  const auto [command, options] = app.add_command<VerifyOptions>(
      "verify", "Verify algorithms in the cases that built-in ones must pass", kVerifyFooter,
      status, verify_command);
  command.add_option("collective", options.collective,
                     "Test only algorithms of this collective. Default: all", "COLLECTIVE");
  command.add_option("algorithm", options.algorithm, "Test only this algorithm", "ALGORITHM");
  command
      .add_option("--ranks", options.extent.ranks,
                  fmt::format("All numbers of ranks from 1 to N. Default: {}", Extent{}.ranks), "N")
      ->check(Between{1, 1024});
  command.add_option("-j,--jobs", options.jobs, kJobsHelp, "N")->check(Between{1, 1024});
  OutputOptions& output = options.output;
  output.add_file(
      command, "--json",
      "The outcome of every algorithm as JSON; - is standard output, which then has no table");
  output.add_file(command, "--junit",
                  "A test case for each aspect of each algorithm, as JUnit XML");
  command.add_flag("-q,--quiet", output.quiet, "No table and no progress, only failures")
      ->group("Output");
}

}  // namespace orrery::inline commands
