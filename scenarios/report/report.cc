#include "scenarios/report/report.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "scenarios/document/keys.h"
#include "scenarios/document/units_text.h"
#include "scenarios/document/words.h"
#include "scenarios/report/run_report.h"
#include "scenarios/report/table.h"

namespace orrery {
namespace {

using Align = TextTable::Align;
using Row = const RunResult&;

bool is_measured(const RunResult& r) {
  return r.outcome == Outcome::kFine || r.outcome == Outcome::kVerificationFailed;
}

/// The swept values of a cell without its algorithm: cells with equal ones compete with each other.
std::vector<std::string> contest(const RunSpec& spec) {
  std::vector<std::string> values;
  for (const auto& [key, value] : spec.swept)
    if (key != "algorithm") values.push_back(value);
  return values;
}

/// The fastest run of each contest.
using Winners = std::map<std::vector<std::string>, const RunResult*>;

Winners winners_of(const std::vector<RunResult>& results) {
  Winners winners;
  for (const RunResult& r : results) {
    if (!is_measured(r)) continue;
    const RunResult*& best = winners[contest(r.spec)];
    if (best == nullptr || r.metrics.completion < best->metrics.completion) best = &r;
  }
  return winners;
}

/// How a key is put into words, and the value that goes without saying ("=key": the value of that
/// key).
struct Phrase {
  std::string_view key, text, unsaid;
};

constexpr std::array kWhat{Phrase{"collective", "{}", ""},
                           Phrase{"algorithm", "{}", ""},
                           Phrase{"bytes", "{}", ""},
                           Phrase{"blocks", "{} blocks", "auto"},
                           Phrase{"skips", "{} skips", "halving"},
                           Phrase{"distribution", "{} distribution", "same"},
                           Phrase{"rho", "ρ {}", "5"},
                           Phrase{"sizes", "sizes {}", ""},
                           Phrase{"root", "root {}", "0"},
                           Phrase{"op", "{}", "sum"},
                           Phrase{"datatype", "{}", "uint8"},
                           Phrase{"topology", "{}", ""},
                           Phrase{"ranks", "{} ranks", ""},
                           Phrase{"ranks_per_host", "up to {} a host", "1"},
                           Phrase{"cores_per_host", "{} cores a host", "auto"},
                           Phrase{"mapping", "{} mapping", "sequential"},
                           Phrase{"payload", "{} payload", ""},
                           Phrase{"seed", "seed {}", ""}};
constexpr std::array kHow{Phrase{"link_bandwidth", "links {}", ""},
                          Phrase{"link_latency", "latency {}", ""},
                          Phrase{"core_bandwidth", "core links {}", "=link_bandwidth"},
                          Phrase{"core_latency", "core latency {}", "=link_latency"},
                          Phrase{"level_bandwidth", "levels {}", ""},
                          Phrase{"level_latency", "level latency {}", ""},
                          Phrase{"hop_latency", "hop {}", "0ps"},
                          Phrase{"host_alpha", "host α {}", "0ps"},
                          Phrase{"host_beta", "host β {}", "0ps/B"},
                          Phrase{"alpha", "α {}", ""},
                          Phrase{"overhead", "overhead {}", "0ps"},
                          Phrase{"gamma", "γ {}", "0ps/B"},
                          Phrase{"ports", "ports {}", ""},
                          Phrase{"duplex", "{} duplex", "full"},
                          Phrase{"routing", "{} routing", "minimal"},
                          Phrase{"contention", "contention {}", ""},
                          Phrase{"protocol", "{} protocol", "sync"},
                          Phrase{"sync", "stepping by {}", "async"}};

/// The value of a key if all cells have the same, otherwise nothing.
std::string common_value(const Scenario& scenario, std::string_view name) {
  const Key& key = *find_key(name);
  const std::string value = key.get(scenario.cells.front());
  const bool same =
      std::ranges::all_of(scenario.cells, [&](const RunSpec& c) { return key.get(c) == value; });
  return same ? value : std::string();
}

/// Two levels need no list.
bool said_by_link_and_core(std::string_view key, std::string_view value) {
  return key.starts_with("level_") && std::ranges::count(value, ',') < 2;
}

/// What holds for all cells, on one line.
std::string setting(const Scenario& scenario, std::span<const Phrase> phrases) {
  std::string out;
  for (const Phrase& phrase : phrases) {
    const std::string value = common_value(scenario, phrase.key);
    const std::string unsaid = phrase.unsaid.starts_with('=')
                                   ? common_value(scenario, phrase.unsaid.substr(1))
                                   : std::string(phrase.unsaid);
    if (value.empty() || value == unsaid || said_by_link_and_core(phrase.key, value)) continue;
    if (!out.empty()) out += " · ";
    out += fmt::format(fmt::runtime(phrase.text), value);
  }
  return out + "\n";
}

/// The table of a sweep.
class SweepTable {
 public:
  SweepTable(const Scenario& scenario, const std::vector<RunResult>& results)
      : swept_(scenario.swept), results_(results), winners_(winners_of(results)) {
    compared_ = std::ranges::find(swept_, "algorithm") != swept_.end();
    contended_ =
        std::ranges::any_of(results, [](Row r) { return r.uncontended != r.metrics.completion; });
    goodput_ = std::ranges::any_of(results, [](Row r) { return r.goodput_bps > 0; });
  }

  std::string text() {
    for (const std::string& key : swept_)
      table_.add_column(key, is_number(key) ? Align::kRight : Align::kLeft);
    table_.add_column("time", Align::kRight);
    if (compared_) table_.add_column("vs best", Align::kRight);
    if (contended_) table_.add_column("uncontended", Align::kRight);
    if (goodput_) table_.add_column("goodput", Align::kRight);
    for (const char* head : {"rounds", "messages", "Λ", "Ψ", "Ξ"})
      table_.add_column(head, Align::kRight);
    table_.add_column("verified", Align::kLeft);
    for (const RunResult& r : results_) table_.add_row(row(r));
    return table_.text();
  }

 private:
  static bool is_number(const std::string& key) {
    return key == "bytes" || key == "ranks" || key == "root" || key == "seed" || key == "blocks";
  }

  std::vector<std::string> row(Row r) {
    std::vector<std::string> cells = labels(r.spec);
    if (!is_measured(r)) {
      cells.emplace_back(r.outcome == Outcome::kSkipped ? "skipped" : "FAILED");
      const std::size_t blanks =
          6u + (compared_ ? 1 : 0) + (contended_ ? 1 : 0) + (goodput_ ? 1 : 0);
      cells.resize(cells.size() + blanks);
      return cells;
    }
    cells.push_back(short_time(r.metrics.completion));
    if (compared_) cells.push_back(against_best(r));
    if (contended_) cells.push_back(short_time(r.uncontended));
    if (goodput_) cells.push_back(short_bit_rate(r.goodput_bps));
    cells.push_back(short_count(r.metrics.rounds));
    cells.push_back(short_count(r.metrics.messages));
    for (const double d : {r.deficiency.lambda, r.deficiency.psi, r.deficiency.xi})
      cells.push_back(fmt::format("{:.2f}", d));
    cells.emplace_back(!r.verified ? "–" : *r.verified ? "yes" : "NO");
    return cells;
  }

  /// The swept values; those that have not changed since the last row are blank.
  std::vector<std::string> labels(const RunSpec& spec) {
    std::vector<std::string> cells;
    bool same = !previous_.empty();
    for (std::size_t i = 0; i < spec.swept.size(); ++i) {
      const std::string& value = spec.swept[i].second;
      same = same && previous_[i].second == value && i + 1 < spec.swept.size();
      cells.push_back(same ? std::string() : value);
    }
    previous_ = spec.swept;
    return cells;
  }

  std::string against_best(Row r) const {
    const RunResult* best = winners_.at(contest(r.spec));
    if (best->metrics.completion == r.metrics.completion) return "best";
    return fmt::format("{:.2f}x",
                       to_seconds(r.metrics.completion) / to_seconds(best->metrics.completion));
  }

  const std::vector<std::string>& swept_;
  const std::vector<RunResult>& results_;
  const Winners winners_;
  bool compared_ = false, contended_ = false, goodput_ = false;
  std::vector<std::pair<std::string, std::string>> previous_;
  TextTable table_;
};

/// "ring and bruck": the algorithms that are as fast as the best of their contest.
std::string fastest_of(const std::vector<RunResult>& results, const RunResult& best) {
  std::string names;
  for (const RunResult& r : results) {
    if (!is_measured(r) || contest(r.spec) != contest(best.spec) ||
        r.metrics.completion != best.metrics.completion)
      continue;
    names += fmt::format("{}{}", names.empty() ? "" : " and ", r.spec.algorithm);
  }
  return names;
}

/// "Fastest by bytes: ring from 8MiB to 512MiB.": who wins along the one other swept key.
std::string winners_text(const Scenario& scenario, const std::vector<RunResult>& results) {
  const bool compared = std::ranges::find(scenario.swept, "algorithm") != scenario.swept.end();
  if (!compared || scenario.swept.size() != 2) return {};
  const Winners winners = winners_of(results);
  struct Range {
    std::string algorithm, first, last;
  };
  std::vector<Range> ranges;
  std::set<std::vector<std::string>> seen;
  for (const RunResult& r : results) {
    const auto values = contest(r.spec);
    const auto winner = winners.find(values);
    if (winner == winners.end() || !seen.insert(values).second) continue;
    const std::string algorithm = fastest_of(results, *winner->second);
    if (!ranges.empty() && ranges.back().algorithm == algorithm) {
      ranges.back().last = values.front();
    } else {
      ranges.push_back({algorithm, values.front(), values.front()});
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

/// What the columns of a sweep mean: once below the table.
std::string legend(const Scenario& scenario) {
  const std::string collective = common_value(scenario, "collective");
  std::string out =
      "\nΛ rounds and Ψ bytes through the busiest port, against the optimum; Ξ congestion: "
      "1 = no link is shared.\n";
  if (collective.empty()) return out;
  const Collective& c = find_collective(collective);
  return out + fmt::format("The optimum: {}.\nbytes: {}.\n", c.bounds_mean, c.bytes_mean);
}

std::string checks_text(const Scenario& scenario, const std::vector<Check>& checks) {
  if (scenario.expectations_dropped)
    return "\nExpectations: not checked, as options changed the scenario.\n";
  if (checks.empty()) return {};
  const auto passed = std::ranges::count_if(checks, &Check::passed);
  return fmt::format("\nExpectations: {} of {} hold.\n", passed, checks.size());
}

std::string skipped_text(const std::vector<RunResult>& results) {
  std::string out;
  for (const RunResult& r : results)
    if (r.outcome == Outcome::kSkipped) out += fmt::format("\n{}: {}", cell_name(r.spec), *r.error);
  return out.empty() ? out : out + "\n";
}

/// The first of the texts, and how many there are in all.
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
  return out + setting(scenario, kWhat) + setting(scenario, kHow) + "\n";
}

std::string report(const Scenario& scenario, const std::vector<RunResult>& results,
                   const std::vector<Check>& checks) {
  std::string out = heading(scenario);
  if (results.size() == 1) {
    out += run_report(results.front());
  } else {
    out +=
        SweepTable(scenario, results).text() + legend(scenario) + winners_text(scenario, results);
  }
  return out + skipped_text(results) + checks_text(scenario, checks);
}

std::string failures(const std::vector<RunResult>& results, const std::vector<Check>& checks) {
  std::vector<std::string> runs, expectations;
  for (const RunResult& r : results) {
    if (r.outcome == Outcome::kFine || r.outcome == Outcome::kSkipped) continue;
    const std::string cell = cell_name(r.spec);
    runs.push_back(fmt::format("{}{}: {}\n", outcome_name(r.outcome),
                               cell.empty() ? "" : " (" + cell + ")", r.error.value_or("")));
  }
  for (const Check& check : checks)
    if (!check.passed) expectations.push_back(check.message + "\n");
  return first_of(runs, "runs failed") + first_of(expectations, "expectations do not hold");
}

}  // namespace orrery
