#include "tests/fuzz/scenarios/trial.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/run/explain.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/results_file.h"
#include "scenarios/run/runner.h"
#include "tests/fuzz/scenarios/stretches.h"
#include "tests/own_folder.h"
#include "tests/run_of_recording.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

std::string document_of(const Trial& trial) {
  return fmt::format("{}", fmt::join(trial.operations, "\n"));
}

std::optional<Scenario> scenario_of(const Trial& trial) {
  try {
    return parse_scenario(document_of(trial), "trial", trial.options, Unsupported::kSkip);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::optional<RunSpec> spec_of(const Trial& trial) {
  const std::optional<Scenario> scenario = scenario_of(trial);
  if (!scenario || !scenario->cells.front().skipped.empty()) return std::nullopt;
  return scenario->cells.front();
}

/// Returns all that was measured as text, without what differs from run to run.
std::string measured(RunResult r) {
  r.effort.reset();
  return result_text(r);
}

/// Returns that without what only data tell.
std::string measured_without_data(RunResult r) {
  r.reproducible.reset();
  r.verified.reset();
  for (OperationResult& o : r.operations) o.verified.reset();
  return measured(std::move(r));
}

std::optional<Broken> differ(const char* check, const std::string& name, const std::string& a,
                             const std::string& b) {
  if (a == b) return std::nullopt;
  const auto at = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  const std::size_t from = at < 60 ? 0 : at - 60;
  return Broken{
      check, fmt::format("{}: ..{}.. or ..{}..", name, a.substr(from, 120), b.substr(from, 120))};
}

std::optional<Broken> broken_payload(const RunSpec& spec, const RunResult& ghost) {
  for (const auto& [name, payload] :
       {std::pair{"provenance", PayloadKind::kProvenance}, {"real", PayloadKind::kReal}}) {
    RunSpec other = spec;
    other.payload = payload;
    const RunResult r = run_one(other);
    if (r.outcome != ghost.outcome || (is_measured(r) && r.verified == false))
      return Broken{"payload", fmt::format("{}: {}", name, r.error.value_or("fine"))};
    if (auto broken =
            differ("payload", name, measured_without_data(ghost), measured_without_data(r)))
      return broken;
  }
  return std::nullopt;
}

std::optional<Broken> broken_symmetry(const RunSpec& spec, const RunResult& result) {
  RunSpec every_rank = spec;
  every_rank.symmetry = SymmetryUse::kOff;
  return differ("symmetry", "auto and off", measured(result), measured(run_one(every_rank)));
}

/// Checks that the recorded schedule takes the same time on fibers, which a sink asks for, and without them.
std::optional<Broken> broken_executors(const RunSpec& spec) {
  const std::optional<RunSpec> recorded = run_of_recording(spec);
  if (!recorded) return std::nullopt;
  Trace trace;
  return differ("executors", "on fibers and without", measured(run_one(*recorded, &trace)),
                measured(run_one(*recorded)));
}

/// Checks that a watched run takes the same time, and that its critical path explains all of it.
std::optional<Broken> broken_causes(const RunSpec& spec, const RunResult& result) {
  const Explained e = explain(spec);
  if (!is_measured(e.result))
    return differ("causes", "outcome", e.result.error.value_or(""), result.error.value_or(""));
  if (auto broken = differ("causes", "watched", measured(result), measured(e.result)))
    return broken;
  const std::string flaw = flaw_of_stretches(e);
  return flaw.empty() ? std::nullopt : std::optional<Broken>({"causes", flaw});
}

std::optional<Broken> broken_deficiency(const char* of, const Deficiency& d) {
  constexpr double kRounded = 1e-9;  // a quotient of sums of doubles
  for (const auto& [letter, value] : {std::pair{"Λ", d.lambda}, {"Ψ", d.psi}, {"Ξ", d.xi}})
    if (value < 1 - kRounded)
      return Broken{"bounds", fmt::format("{} of {} is {}", letter, of, value)};
  return std::nullopt;
}

std::optional<Broken> broken_bounds(const RunResult& r) {
  if (auto broken = broken_deficiency("the run", r.deficiency)) return broken;
  for (const OperationResult& o : r.operations)
    if (auto broken = broken_deficiency(o.name.c_str(), o.deficiency)) return broken;
  if (r.bounds && r.metrics.completion < r.bounds->least())
    return Broken{"bounds", fmt::format("{} ps, less than the bound of {} ps",
                                        r.metrics.completion.count(), r.bounds->least().count())};
  return std::nullopt;
}

/// Checks two processes with half of the cells each, one of which was stopped and resumed.
std::optional<Broken> broken_resume(const Scenario& sweep, const std::vector<RunResult>& all) {
  const fs::path folder = own_folder() / "resume";
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::vector<ResultsFile> files;
  for (const int index : {1, 2}) {
    const fs::path path = folder / fmt::format("{}.runs", index);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (Shard{index, 2}.has(i)) ResultsFile(path, sweep, Detail::kFull).append(all[i]);
    files.emplace_back(path, sweep, Detail::kFull, ResultsFile::Mode::kRead);
  }
  const std::vector<RunResult> merged = merge_results(sweep, files);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (auto broken =
            differ("resume", cell_name(all[i].spec), measured(all[i]), measured(merged[i])))
      return broken;
  return std::nullopt;
}

/// Checks that a cell gives the same result alone and in a sweep on two threads.
std::optional<Broken> broken_sweep(Trial trial) {
  std::erase_if(trial.options, [](const auto& option) { return option.first == "bytes"; });
  trial.options.emplace_back("bytes", "64B,1000B,4KiB,6000B,48KiB");
  const std::optional<Scenario> sweep = scenario_of(trial);
  if (!sweep) return std::nullopt;
  std::vector<RunSpec> cells;
  for (const RunSpec& cell : sweep->cells)
    if (cell.skipped.empty()) cells.push_back(cell);
  const std::vector<RunResult> all = run_all(cells, 2);
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (auto broken =
            differ("sweep", cell_name(cells[i]), measured(run_one(cells[i])), measured(all[i])))
      return broken;
  if (cells.size() < sweep->cells.size() || cells.size() < 2) return std::nullopt;
  return broken_resume(*sweep, all);
}

bool smaller_value(const std::string& value, std::string& smaller) {
  const auto digits = value.find_first_not_of("0123456789");
  if (digits == 0 || value.empty() || value.size() > 6) return false;
  const int number = std::stoi(value.substr(0, digits));
  if (number < 2) return false;
  smaller = std::to_string(number - 1) + (digits == value.npos ? "" : value.substr(digits));
  return true;
}

}  // namespace

std::string RandomTrials::operation(std::size_t number) {
  std::string text = fmt::format("[[operation]]\nname = \"o{}\"\n", number);
  if (number > 0 && below(2) == 0) text += fmt::format("after = \"o{}\"\n", below(number));
  if (below(4) == 0) text += fmt::format("repeat = {}\n", 2 + below(2));
  if (below(3) == 0) text += fmt::format("among = \"blocks:{}\"\n", 2 + below(3));
  if (below(3) == 0)
    text += fmt::format("bytes = \"{}\"\n", pick<const char*>({"0B", "1B", "3000B"}));
  switch (below(5)) {
    case 0:
      return text + fmt::format("compute = \"{}us\"\n", 1 + below(5));
    case 1:
      return text + fmt::format("messages = \"{}\"\n", pick<const char*>({"next", "previous"}));
    default:
      break;
  }
  const Algorithm& a = *catalog()[below(catalog().size())];
  return text + fmt::format("collective = \"{}\"\nalgorithm = \"{}\"\n", a.collective, a.name);
}

void RandomTrials::replace_collective(Trial& trial) {
  std::erase_if(trial.options, [](const auto& option) {
    return option.first == "collective" || option.first == "algorithm" || option.first == "blocks";
  });
  for (std::size_t n = 1 + below(3); trial.operations.size() < n;)
    trial.operations.push_back(operation(trial.operations.size()));
}

Trial RandomTrials::next() {
  Trial trial{cells_.next(), {}};
  const auto add = [&](const char* key, const char* value) {
    trial.options.emplace_back(key, value);
  };
  if (below(4) == 0) add("touch", pick<const char*>({"3ps/B", "40ps/B"}));
  if (below(4) == 0) add("copy_cost", pick<const char*>({"0ps/B", "9ps/B"}));
  if (below(4) == 0) add("packing", "on");
  if (below(4) == 0) add("buffers", "separate");
  if (below(3) == 0) replace_collective(trial);
  return trial;
}

std::string text_of(const Trial& trial) {
  const std::string command = text_of_options("orrery run", trial.options);
  return trial.operations.empty() ? command : command + " -  with the input\n" + document_of(trial);
}

bool can_run(const Trial& trial) {
  return spec_of(trial).has_value();
}

std::optional<Broken> broken_by(const Trial& trial) {
  const std::optional<RunSpec> spec = spec_of(trial);
  if (!spec) return std::nullopt;
  const RunResult result = run_one(*spec);
  if (result.outcome == Outcome::kInternalError)
    return Broken{"outcome", result.error.value_or("")};
  if (is_measured(result))
    if (auto broken = broken_bounds(result)) return broken;
  if (auto broken = broken_payload(*spec, result)) return broken;
  if (auto broken = broken_symmetry(*spec, result)) return broken;
  if (auto broken = broken_executors(*spec)) return broken;
  if (auto broken = broken_causes(*spec, result)) return broken;
  return broken_sweep(trial);
}

Trial minimal(Trial trial, const std::function<bool(const Trial&)>& fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    const auto take = [&](Trial other) {
      if (!fails(other)) return false;
      trial = std::move(other);
      return smaller = true;
    };
    for (std::size_t i = trial.operations.size(); i-- > 0;) {
      Trial other = trial;
      other.operations.erase(other.operations.begin() + static_cast<std::ptrdiff_t>(i));
      if (!other.operations.empty()) take(std::move(other));
    }
    for (std::size_t i = trial.options.size(); i-- > 0;) {
      Trial other = trial;
      other.options.erase(other.options.begin() + static_cast<std::ptrdiff_t>(i));
      if (take(std::move(other))) continue;
      other = trial;
      if (smaller_value(trial.options[i].second, other.options[i].second)) take(std::move(other));
    }
  }
  return trial;
}

}  // namespace orrery::testing
