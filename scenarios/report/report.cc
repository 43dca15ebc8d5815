#include "scenarios/report/report.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "scenarios/cell/given_operations.h"
#include "scenarios/cell/validate.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/calibration/cost_file.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/run/sizes/size_fit.h"
#include "scenarios/run/statistics/statistic.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline report {
namespace {

/// Returns the value of a key if all cells have the same, otherwise nothing.
std::string common_value(const Scenario& scenario, const Key& key) {
  const std::string value = key.get(scenario.cells.front());
  const bool same =
      std::ranges::all_of(scenario.cells, [&](const RunSpec& c) { return key.get(c) == value; });
  return same ? value : std::string();
}

/// Returns the value that need not be named.
std::string usual_value(const Scenario& scenario, const Key& key) {
  return key.follows.empty() ? key.get(default_spec())
                             : common_value(scenario, *find_key(key.follows));
}

/// Returns whether other keys name the value: the keys of links and of core links are enough for
/// two levels.
bool is_said_by_others(const Key& key, std::string_view value) {
  return key.list == Key::List::kTexts && std::ranges::count(value, ',') < 2;
}

/// Returns whether a key changes nothing in any cell.
bool is_idle(const Scenario& scenario, const Key& key) {
  return std::ranges::none_of(scenario.cells,
                              [&](const RunSpec& c) { return idle_reason(key, c).empty(); });
}

/// Returns "4 ranks", "1 rank": the phrase of a key with its value.
std::string phrase_of(const Key& key, const std::string& value) {
  std::string phrase = fmt::format(fmt::runtime(key.phrase), value);
  if (value == "1" && phrase.ends_with('s')) phrase.pop_back();
  return phrase;
}

/// Returns the settings of all cells, on one line: the parts from `first` to before `last`.
std::string setting(const Scenario& scenario, Key::Part first, Key::Part last) {
  std::string out;
  for (Key::Part part = first; part != last; part = Key::Part(static_cast<int>(part) + 1)) {
    for (const Key& key : all_keys()) {
      const std::string value = key.part == part ? common_value(scenario, key) : std::string();
      if (value.empty() || is_said_by_others(key, value)) continue;
      const bool is_said = key.always_said && !is_idle(scenario, key);
      if (!is_said && value == usual_value(scenario, key)) continue;
      out += (out.empty() ? "" : " · ") + phrase_of(key, value);
    }
  }
  return out + "\n";
}

/// Returns "ring and bruck": the algorithms that are as fast as the best of their contest.
std::string fastest_of(const std::vector<RunResult>& results, const RunResult& best) {
  std::string names;
  for (const RunResult& r : results) {
    if (!competes(r) || contest_of(r.spec) != contest_of(best.spec) ||
        typical_time(r) != typical_time(best))
      continue;
    names += fmt::format("{}{}", names.empty() ? "" : " and ", r.spec.algorithm);
  }
  return names;
}

/// Returns "Fastest by bytes: ring from 8MiB to 512MiB.": the winners along the one other swept
/// key.
std::string winners_text(const Scenario& scenario, const std::vector<RunResult>& results) {
  const bool compared = std::ranges::find(scenario.swept, "algorithm") != scenario.swept.end();
  if (!compared || scenario.swept.size() != 2) return {};
  const Winners winners = winners_of(results);
  struct Range {
    std::string algorithm, first, last;
  };
  std::vector<Range> ranges;
  std::set<Contest> seen;
  for (const RunResult& r : results) {
    const Contest contest = contest_of(r.spec);
    const auto winner = winners.find(contest);
    if (winner == winners.end() || !seen.insert(contest).second) continue;
    const std::string algorithm = fastest_of(results, *winner->second);
    if (!ranges.empty() && ranges.back().algorithm == algorithm) {
      ranges.back().last = contest.front().second;
    } else {
      ranges.push_back({algorithm, contest.front().second, contest.front().second});
    }
  }
  const std::string& other = scenario.swept[scenario.swept[0] == "algorithm" ? 1 : 0];
  std::string out = fmt::format("Fastest by {}: ", other);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const auto& [algorithm, first, last] = ranges[i];
    out += fmt::format(
        "{}{} {}", i > 0 ? ", " : "", algorithm,
        first == last ? fmt::format("at {}", first) : fmt::format("from {} to {}", first, last));
  }
  return ranges.empty() ? std::string() : out + ".\n";
}

/// Explains the columns of a sweep, once below the table.
std::string legend(const Scenario& scenario) {
  const std::string collective = common_value(scenario, *find_key("collective"));
  std::string out =
      "\nΛ rounds and Ψ bytes through the busiest port, against the optimum; Ξ congestion: "
      "1 = no link is shared.\n";
  if (collective.empty()) return out;
  const Meaning meaning = meaning_of(scenario.cells.front());
  return out + fmt::format("The optimum: {}.\nbytes: {}.\n", meaning.bounds, meaning.bytes);
}

/// Returns the rate; "–" for zero time.
std::string rate_text(double seconds_per_byte) {
  return seconds_per_byte > 0 ? short_bit_rate(8 / seconds_per_byte) : "–";
}

std::string error_text(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

/// Returns the costs of schedules by size, and of the algorithms beside them: one line through all
/// sizes of each.
std::string fits_text(const std::vector<RunResult>& results) {
  const std::vector<SizeFit> fits =
      runs_schedules(results) ? fits_over_sizes(results) : std::vector<SizeFit>();
  if (fits.empty()) return {};
  TextTable table;
  for (const auto& [key, value] : fits.front().series) table.left({key});
  table.right({"sizes", "α", "1/β", "median error", "worst"});
  for (const SizeFit& f : fits) {
    std::vector<std::string> row;
    row.reserve(f.series.size() + 5);
    for (const auto& [key, value] : f.series) row.push_back(value);
    row.insert(row.end(),
               {fmt::format("{}", f.sizes), short_time(alpha_of(f.fit)), rate_text(f.fit.beta),
                error_text(f.fit.median_error), error_text(f.fit.worst_error)});
    table.add_row(std::move(row));
  }
  return "\nOver all sizes, time = α + β bytes:\n\n" + table.text(2);
}

std::string checks_text(const Scenario& scenario, const std::vector<Check>& checks) {
  const auto passed = std::ranges::count_if(checks, &Check::passed);
  const auto skipped = std::ranges::count_if(checks, &Check::skipped);
  return expectations_text(scenario, passed, std::ssize(checks) - skipped, skipped);
}

std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

std::string reason_of(const RunResult& skipped) {
  return skipped.error.value_or("");
}

/// Returns a line for all cells that are skipped for one reason, ignoring the numbers in it.
std::string skipped_text(const std::vector<RunResult>& results) {
  std::vector<const RunResult*> firsts;
  std::map<std::string, int> cells;
  for (const RunResult& r : results)
    if (r.outcome == Outcome::kSkipped && ++cells[without_digits(reason_of(r))] == 1)
      firsts.push_back(&r);
  std::string out;
  for (const RunResult* r : firsts) {
    const int others = cells.at(without_digits(reason_of(*r))) - 1;
    const std::string cell = cell_name(r->spec);
    out += fmt::format("\n{}{}{}{}", cell, others > 0 ? fmt::format(" and {} more", others) : "",
                       cell.empty() ? "" : ": ", reason_of(*r));
  }
  return out.empty() ? out : out + "\n";
}

/// Returns the first of the texts, and their number.
std::string first_of(const std::vector<std::string>& texts, std::string_view what) {
  constexpr std::size_t kMost = 8;
  const std::size_t shown = std::min(texts.size(), kMost);
  std::string out = fmt::format(
      "{}", fmt::join(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(shown), ""));
  if (texts.size() > shown)
    out +=
        fmt::format("... {} {} in all; --json and --junit have the others\n", texts.size(), what);
  return out;
}

}  // namespace

std::string heading(const Scenario& scenario) {
  std::string out;
  if (!scenario.title.empty()) out += scenario.title + "\n";
  for (std::size_t i = display_width(scenario.title); i > 0; --i) out += "═";
  if (!scenario.title.empty()) out += "\n";
  if (!scenario.description.empty()) out += fmt::format("{}\n\n", trimmed(scenario.description));
  using Part = Key::Part;
  return out + setting(scenario, Part::kProblem, Part::kLinks) +
         setting(scenario, Part::kLinks, Part::kNowhere) + "\n";
}

std::string short_name(const RunSpec& cell) {
  std::string name;
  for (const auto& [key, value] : cell.swept) name += (name.empty() ? "" : ", ") + value;
  return name.empty() ? cell.algorithm : name;
}

Contest contest_of(const RunSpec& cell) {
  Contest swept = cell.swept;
  std::erase_if(swept, [](const auto& s) { return s.first == "algorithm"; });
  return swept;
}

std::string results_report(const Scenario& scenario, const std::vector<RunResult>& results,
                           const std::vector<Check>& checks, const ResultsView& view) {
  std::string out = heading(scenario);
  if (!results.empty() && std::ranges::all_of(results, [](const RunResult& r) {
        return r.outcome == Outcome::kNotRun;
      }))
    return out;
  if (results.size() == 1 && view.columns.empty()) {
    out += run_report(results.front());
  } else {
    out += results_table(scenario, results, view).text();
    if (view.top > 0 && view.top < results.size())
      out += fmt::format("{} of {} runs\n", view.top, results.size());
    out += view.columns.empty() ? legend(scenario) : std::string();
    out += winners_text(scenario, results) + fits_text(results);
  }
  return out + skipped_text(results) + checks_text(scenario, checks);
}

std::string expectations_text(const Scenario& scenario, std::int64_t passed, std::int64_t checked,
                              std::int64_t skipped) {
  if (checked + skipped == 0) return {};
  std::string out = fmt::format("\nExpectations: {} of {} hold", passed, checked);
  if (skipped > 0) out += fmt::format("; {} not checked", skipped);
  if (passed < checked && !scenario.overridden.empty())
    out += fmt::format("; the file has them for runs without {}", scenario.overridden);
  return out + ".\n";
}

std::string printed(const std::vector<RunResult>& results) {
  std::string out;
  for (const RunResult& r : results) {
    if (r.printed.empty()) continue;
    const std::string cell = cell_name(r.spec);
    out += fmt::format("the plug-in printed{}:\n", cell.empty() ? "" : " (" + cell + ")");
    for (const std::string_view line : split(trimmed(r.printed), '\n'))
      out += fmt::format("  | {}\n", line);
  }
  return out;
}

std::string failures(const std::vector<RunResult>& results, const std::vector<Check>& checks,
                     const std::string& scenario) {
  std::vector<std::string> runs, expectations, skipped;
  const std::set<std::size_t> as_expected = cells_as_expected(checks);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const RunResult& r = results[i];
    if (r.outcome == Outcome::kFine || !has_run(r) || as_expected.contains(i)) continue;
    const std::string cell = cell_name(r.spec);
    std::string reason = ": " + r.error.value_or("");
    const std::string outcome(outcome_name(r.outcome));  // it is not said twice
    if (reason.starts_with(": " + outcome + " ")) reason.erase(0, 2 + outcome.size());
    runs.push_back(fmt::format("{}{}{}{}{}\n", scenario, scenario.empty() ? "" : ": ", outcome,
                               cell.empty() ? "" : " (" + cell + ")", reason));
  }
  for (const Check& check : checks)
    if (!check.passed()) (check.failed() ? expectations : skipped).push_back(check.message + "\n");
  return first_of(runs, "runs failed") + first_of(expectations, "expectations do not hold") +
         first_of(skipped, "expectations were not checked");
}

}  // namespace orrery::inline report
