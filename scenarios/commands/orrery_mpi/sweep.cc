#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/commands/orrery_mpi/commands.h"
#include "scenarios/run/load.h"
#include "scenarios/run/metrics/result_text.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kMpiSweepFooter =
    R"(Emulates every cell, as orrery run does. Process 0 hands out the cells one by one to the other processes, on
any hosts, and reports; if it is alone, it runs them itself. The output is that of orrery run.

If a process dies, mpirun ends all of them. Finished runs are in the file of --resume, so that the same
command runs only the missing cells. With Open MPI's mpirun --enable-recovery the other processes go on, and
one of them reruns the cell of the dead process.

Examples:
  mpirun -n 65 orrery-mpi sweep big.toml --resume big.runs --csv big.csv
  mpirun -n 3 orrery-mpi sweep papers/sparbit-map --json - --reproducible

Exit codes: 0 fine, 1 an expectation or a verification failed, 2 bad input, 3 deadlock, 4 a
rank threw or misused a call, 70 internal error, 130 stopped.)";

struct MpiSweepOptions {
  std::string scenario, resume;
  KeyOptions keys;
  OutputOptions output;
};

std::size_t number_in(const std::string& message) {
  std::size_t number = 0;
  std::from_chars(message.data(), message.data() + message.size(), number);
  return number;
}

/// Process 0: a process that reports gets the next cell. MPI does not report that a process has died:
/// if there are no more cells and no report comes for long, missing cells are given to others too.
class Dealer {
 public:
  using Finished = std::function<bool(std::size_t, RunResult)>;
  Dealer(Processes& processes, const std::vector<RunSpec>& cells,
         const std::vector<std::size_t>& open, const Finished& finished)
      : processes_(processes),
        cells_(cells),
        open_(open),
        finished_(finished),
        workers_(static_cast<std::size_t>(processes.size())),
        working_(processes.size() - 1),
        missing_(open.begin(), open.end()) {}

  /// Deals out the cells; returns the number of processes that no longer answer.
  int run() {
    while (working_ > 0) {
      if (const auto report = processes_.receive_within(patience()))
        take(report->first, report->second);
      else if (go_ && missing_.empty())
        break;
      else if (go_)
        deal_again();
    }
    for (int w = 1; w < processes_.size(); ++w)
      if (worker(w).idle) processes_.send(w, "");
    return working_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  struct Worker {
    bool idle = false;
    std::size_t cell = 0;
    Clock::time_point since;
  };
  Worker& worker(int w) { return workers_[static_cast<std::size_t>(w)]; }

  /// Returns how long the silence must be.
  Seconds patience() const { return std::max(Seconds(2), 3 * longest_); }

  void give(int w, std::size_t cell) {
    worker(w) = {false, cell, Clock::now()};
    ++working_;
    processes_.send(w, fmt::format("{}", cell));
  }

  void take(int w, const std::string& report) {
    worker(w).idle = true;
    --working_;
    if (!report.empty()) {
      const std::size_t cell = number_in(report);
      longest_ = std::max<Seconds>(longest_, Clock::now() - worker(w).since);
      const std::string_view text = std::string_view(report).substr(report.find('\n') + 1);
      if (missing_.erase(cell) > 0) go_ = finished_(cell, parse_result(cells_[cell], text)) && go_;
    }
    if (go_ && next_ < open_.size()) give(w, open_[next_++]);
  }

  /// Gives missing cells to idle processes, the oldest first.
  void deal_again() {
    std::vector<Worker> late;
    for (const std::size_t cell : missing_)
      for (int w = 1; w < processes_.size(); ++w)
        if (!worker(w).idle && worker(w).cell == cell) late.push_back(worker(w));
    std::ranges::sort(late, {}, &Worker::since);
    std::size_t next = 0;
    for (int w = 1; w < processes_.size() && next < late.size(); ++w)
      if (worker(w).idle) give(w, late[next++].cell);
  }

  Processes& processes_;
  const std::vector<RunSpec>& cells_;
  const std::vector<std::size_t>& open_;
  const Finished& finished_;
  std::vector<Worker> workers_;    // by process
  int working_;                    // processes that are not idle
  std::set<std::size_t> missing_;  // cells without a result
  std::size_t next_ = 0;           // of open_
  Seconds longest_{0};             // of a cell
  bool go_ = true;
};

/// Works on cells, in the other processes.
void work(Processes& processes, const std::vector<RunSpec>& cells) {
  for (std::string report;;) {
    processes.send(0, report);
    const std::string order = processes.receive().second;
    if (order.empty()) return;
    const std::size_t cell = number_in(order);
    report = fmt::format("{}\n{}", cell, result_text(run_one(cells[cell])));
  }
}

int mpi_sweep(const CommandLine& command, const MpiSweepOptions& options, Processes& processes) {
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
  int lost = 0;
  if (processes.size() > 1)
    sweep.run = [&](const auto& open, const auto& finished) {
      lost = Dealer(processes, scenario.cells, open, finished).run();
    };
  try {
    auto [results, stopped] = run_sweep(scenario, sweep);
    int status = outputs->report(scenario, std::move(results));
    if (stopped) status = kExitStopped;
    if (lost == 0) return status;
    std::fflush(stdout);
    processes.fail(status,
                   fmt::format("{} of {} processes stopped answering; others have run their cells",
                               lost, processes.size()));
  } catch (const std::exception& e) {  // the others wait for their next cell
    processes.fail(kExitBadInput, e.what());
  }
}

}  // namespace

void add_mpi_sweep_command(CommandLine& app, Processes* processes, int& status) {
  const auto [command, options] = app.add_command<MpiSweepOptions>(
      "sweep", "Emulate the cells of a large sweep on many processes", kMpiSweepFooter, status,
      [processes](const CommandLine& given, const MpiSweepOptions& o) {
        return mpi_sweep(given, o, *processes);
      });
  add_scenario_option(command, options.scenario, false)->required();
  options.keys.add_to(command);
  options.output.add_to(command);
  command.add_output("--resume", options.resume,
                     "Keep finished runs in this file, and continue from those it has", "FILE");
}

}  // namespace orrery::inline commands
