#include "scenarios/cli/sweep.h"

#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "scenarios/cli/commands.h"
#include "scenarios/cli/key_options.h"
#include "scenarios/cli/outputs.h"
#include "scenarios/mpi/commands.h"
#include "scenarios/result_text.h"

namespace orrery {
namespace {

constexpr const char* kFooter =
    R"(The emulator runs every cell, as orrery run does; process 0 hands them out one by one to the others, which
may be anywhere, and reports. Alone, it runs them itself. The output is that of orrery run.

Where a process dies mpirun usually ends all of them. What had been finished is in the file of --resume: the
same command again does what is missing.

Examples:
  mpirun -n 65 orrery-mpi sweep big.toml --resume big.runs --csv big.csv
  mpirun -n 3 orrery-mpi sweep papers/sparbit-map --json - --reproducible

Exit codes: 0 fine, 1 an expectation or a verification failed, 2 bad input, 3 deadlock or internal
error, 130 stopped.)";

struct Options {
  std::string scenario, resume;
  KeyOptions keys;
  OutputOptions output;
};

/// A message to process 0: the number of a cell and its result; a message from it: the number of a
/// cell, or nothing when there are no more.
std::string message_of(std::size_t cell, const RunResult& result) {
  return fmt::format("{}\n{}", cell, result_text(result));
}
std::size_t number_in(const std::string& message) {
  std::size_t number = 0;
  std::from_chars(message.data(), message.data() + message.size(), number);
  return number;
}

/// Process 0: whoever reports gets the next cell.
void hand_out(Processes& processes, const std::vector<RunSpec>& cells,
              const std::vector<std::size_t>& open,
              const std::function<bool(std::size_t, RunResult)>& finished) {
  bool go = true;
  std::size_t next = 0;
  for (int working = processes.size() - 1; working > 0;) {
    const auto [worker, message] = processes.receive();
    if (!message.empty()) {
      const std::size_t cell = number_in(message);
      const std::string_view text = std::string_view(message).substr(message.find('\n') + 1);
      go = finished(cell, parse_result(cells[cell], text)) && go;
    }
    const bool more = go && next < open.size();
    processes.send(worker, more ? fmt::format("{}", open[next++]) : "");
    if (!more) --working;
  }
}

/// The others.
void work(Processes& processes, const std::vector<RunSpec>& cells) {
  for (std::string report;;) {
    processes.send(0, report);
    const std::string order = processes.receive().second;
    if (order.empty()) return;
    const std::size_t cell = number_in(order);
    report = message_of(cell, run_one(cells[cell]));
  }
}

int run(const CLI::App& command, const Options& options, Processes& processes) {
  const bool leads = processes.rank() == 0;
  Scenario scenario;
  std::optional<Outputs> outputs;
  agree(processes, [&] {
    scenario = load_scenario(options.scenario, options.keys.overrides(command));
    if (leads) outputs.emplace(options.output);
  });
  if (!leads) {
    work(processes, scenario.cells);
    return kExitFine;
  }
  SweepOptions sweep{.command = "sweep", .resume = options.resume, .quiet = options.output.quiet};
  if (processes.size() > 1)
    sweep.run = [&](const auto& open, const auto& finished) {
      hand_out(processes, scenario.cells, open, finished);
    };
  try {
    auto [results, stopped] = run_sweep(scenario, sweep);
    const int status = outputs->report(scenario, std::move(results));
    return stopped ? kExitStopped : status;
  } catch (const std::exception& e) {  // the others wait for their next cell
    processes.fail(kExitBadInput, e.what());
  }
}

}  // namespace

void add_mpi_sweep_command(CLI::App& app, Processes& processes, int& status) {
  CLI::App* command =
      app.add_subcommand("sweep", "Emulate the cells of a large sweep on many processes");
  const auto options = std::make_shared<Options>();
  command
      ->add_option(
          "scenario", options->scenario,
          "A scenario file, or a built-in one by name; options replace its keys of the same name")
      ->option_text("SCENARIO.toml")
      ->required();
  options->keys.add_to(*command);
  options->output.add_to(*command);
  command
      ->add_option("--resume", options->resume,
                   "Keeps finished runs in this file, and takes from it those it already has")
      ->type_name("")
      ->option_text("FILE")
      ->group("Output");
  command->footer(kFooter);
  command->callback(
      [command, options, &processes, &status] { status = run(*command, *options, processes); });
}

}  // namespace orrery
