#include "scenarios/commands/orrery/run_several.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/interrupt.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/document/sweep.h"
#include "scenarios/run/load.h"

namespace orrery::inline commands {
namespace {

namespace fs = std::filesystem;

struct Named {
  std::string name;
  Scenario scenario;
};

/// Loads a scenario; an error of an option names the scenario.
Scenario load(const std::string& name, const Overrides& overrides) try {
  const ScenarioStream stream(name, overrides);
  if (stream.is_long())
    throw InputError({name}, "",
                     {fmt::format("the lists make {} cells", stream.cells()),
                      fmt::format("at most {} where there are several scenarios", kMostCells)});
  return stream.whole();
} catch (const InputError& e) {
  if (!e.place().is_option) throw;
  throw InputError(fmt::format("{}: {}", name, e.what()));
}

std::vector<Named> load_all(const std::vector<std::string>& names, const Overrides& overrides,
                            const SweepOptions& sweep) {
  std::vector<Named> all;
  for (const std::string& name : names) {
    const Scenario& scenario = all.emplace_back(name, load(name, overrides)).scenario;
    jobs_for(scenario, sweep.jobs);
    if (!sweep.quiet) say_remarks(scenario, name);
  }
  return all;
}

/// The results files of several scenarios, in a directory: a name is a path with % for the slashes.
class Directory {
 public:
  explicit Directory(fs::path path) : path_(std::move(path)) {}

  /// Creates the directory. THROWS InputError.
  void make() const {
    std::error_code error;
    fs::create_directories(path_, error);
    if (!fs::is_directory(path_, error))
      throw InputError(fmt::format(
          "--resume: {} is not a directory; of several scenarios, each has a file in a directory",
          path_.string()));
  }
  std::string file(const std::string& name) const {
    std::string file = name == "-" ? "standard-input" : name;
    std::ranges::replace(file, '/', '%');
    return (path_ / (file + ".runs")).string();
  }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

/// Returns the settings for a part whose first cell has number `first` in the whole sweep.
SweepOptions sweep_of_part(const SweepOptions& sweep, const std::string& name,
                           const Directory& directory, LinkWatch* links, std::size_t first) {
  SweepOptions part = sweep;
  (sweep.resume.empty() ? part.part : part.resume) = directory.file(name);
  part.go_on = directory.path();
  if (links != nullptr)
    part.sink_of = [=](std::size_t cell) { return links->sink_of(first + cell); };
  return part;
}

/// The finished runs, up to the part that was stopped.
struct Done {
  std::vector<Outputs::Part> parts;
  bool stopped = false;
};

Done run_parts(const std::vector<Named>& all, const SweepOptions& sweep, const Directory& directory,
               LinkWatch* links) {
  Done done;
  const Interrupt interrupt;
  std::size_t first = 0;
  for (const auto& [name, scenario] : all) {
    if (done.stopped) break;
    auto [runs, stopped] = run_sweep(scenario, sweep_of_part(sweep, name, directory, links, first));
    done.parts.push_back({name, &scenario, std::move(runs)});
    done.stopped = stopped;
    first += scenario.cells.size();
  }
  return done;
}

/// Keeps the scenarios that were finished before another one was stopped, like its own.
void keep_finished(const Done& done, const Directory& directory, Detail detail) {
  for (std::size_t i = 0; i + 1 < done.parts.size(); ++i) {
    const auto& [name, scenario, results] = done.parts[i];
    keep_runs(directory.file(name), *scenario, detail, results);
  }
}

std::vector<RunResult> results_of(const std::vector<Outputs::Part>& parts) {
  std::vector<RunResult> all;
  for (const Outputs::Part& part : parts)
    all.insert(all.end(), part.results.begin(), part.results.end());
  return all;
}

std::size_t cells_of(const std::vector<Named>& all) {
  std::size_t cells = 0;
  for (const Named& n : all) cells += n.scenario.cells.size();
  return cells;
}

}  // namespace

void check_names(const std::vector<std::string>& names) {
  std::set<std::string> seen;
  for (const std::string& name : names)
    if (!seen.insert(name).second)
      throw InputError({name == "-" ? "standard input" : name}, "",
                       {"is given twice", "each scenario once"});
}

int run_several(const std::vector<std::string>& names, const Overrides& overrides,
                const SweepOptions& sweep, const Outputs& outputs) {
  check_names(names);
  const std::vector<Named> all = load_all(names, overrides, sweep);
  for (const Named& named : all) outputs.check_style(named.scenario);
  const bool kept = !sweep.resume.empty();
  const Directory directory(kept ? sweep.resume : fmt::format("orrery-{}.parts", sweep.command));
  if (kept) directory.make();
  auto links = outputs.watch_links(cells_of(all));
  Done done = run_parts(all, sweep, directory, links ? &*links : nullptr);
  if (done.stopped && !kept) keep_finished(done, directory, sweep.detail);
  if (links) outputs.write_links(results_of(done.parts), *links);
  const int status = outputs.report(std::move(done.parts));
  return done.stopped ? kExitStopped : status;
}

}  // namespace orrery::inline commands
