#include "scenarios/report/why/what_if_report.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "scenarios/report/export.h"
#include "scenarios/report/report.h"
#include "scenarios/report/table.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline report {
namespace {

constexpr std::size_t kBarsShown = 12;  ///< of a tornado
constexpr std::size_t kGainsShown = 5;  ///< of each of several runs

std::string percent_text(double change) {
  if (change == 0) return "0 %";
  return fmt::format("{}{}", change < 0 ? "−" : "+", short_share(std::abs(change)));
}

/// Returns the changes for the better, the largest gain first.
std::vector<const Counterfactual*> by_gain(const Sensitivity& s) {
  std::vector<const Counterfactual*> sorted;
  for (const Counterfactual& c : s.changes)
    if (c.change.better && is_measured(c.result)) sorted.push_back(&c);
  std::ranges::stable_sort(sorted, {}, [](const auto* c) { return c->result.metrics.completion; });
  return sorted;
}

std::string gains_table(const Sensitivity& s, std::size_t most) {
  TextTable table;
  table.left({"what if"}).right({"time", "change"});
  const auto sorted = by_gain(s);
  for (std::size_t i = 0; i < std::min(sorted.size(), most); ++i) {
    const RunResult& then = sorted[i]->result;
    table.add_row({sorted[i]->change.text, short_time(then.metrics.completion),
                   percent_text(change_of_time(s.now, then).value_or(0))});
  }
  return table.text(2);
}

// The winners among the algorithms of a sweep.

/// The fastest algorithm, and its time; ties go to the first.
struct Fastest {
  std::string algorithm;
  Time time{0};
  void add(const RunResult& r) {
    if (!competes(r) || (!algorithm.empty() && r.metrics.completion >= time)) return;
    algorithm = r.spec.algorithm;
    time = r.metrics.completion;
  }
};

/// The winners of the unchanged run (empty text) and with each change.
using FastestByChange = std::map<std::string, Fastest>;

std::string new_winners_text(const std::vector<Sensitivity>& all) {
  std::vector<Contest> cells;
  std::map<Contest, FastestByChange> winners;
  std::map<Contest, std::vector<std::string>> order;  // of the changes
  for (const Sensitivity& s : all) {
    const Contest cell = contest_of(s.now.spec);
    if (!winners.contains(cell)) cells.push_back(cell);
    winners[cell][""].add(s.now);
    for (const Counterfactual& c : s.changes) {
      if (!winners[cell].contains(c.change.text)) order[cell].push_back(c.change.text);
      winners[cell][c.change.text].add(c.result);
    }
  }
  std::string text;
  for (const Contest& cell : cells) {
    const Fastest& now = winners[cell][""];
    std::string name;
    for (const auto& [key, value] : cell) name += fmt::format("{} {}, ", key, value);
    for (const std::string& change : order[cell]) {
      const Fastest& then = winners[cell][change];
      if (then.algorithm == now.algorithm || then.algorithm.empty()) continue;
      text += fmt::format("  {}{}: {} is the fastest ({}) instead of {}\n", name, change,
                          then.algorithm, short_time(then.time), now.algorithm);
    }
  }
  return text;
}

bool has_several_algorithms(const std::vector<Sensitivity>& all) {
  return std::ranges::any_of(all, [&](const Sensitivity& s) {
    return s.now.spec.algorithm != all.front().now.spec.algorithm;
  });
}

// Exports for programs.

std::string number_or(const std::optional<double>& value, std::string_view none) {
  return value ? fmt::format("{}", *value) : std::string(none);
}

std::string time_or(const RunResult& r, std::string_view none) {
  return is_measured(r) ? fmt::to_string(r.metrics.completion.count()) : std::string(none);
}

std::string change_object(const Sensitivity& s, const Counterfactual& c) {
  const auto text = [](const std::string& t) { return json_token(FieldValue(t)); };
  return fmt::format(
      "\n        {{\"parameter\": {}, \"what_if\": {}, \"better\": {}, \"key\": {}, \"value\": {}, "
      "\"completion_time_ps\": {}, \"change\": {}, \"outcome\": {}}}",
      text(c.change.parameter), text(c.change.text), c.change.better, text(c.change.key),
      text(c.change.value), time_or(c.result, "null"),
      number_or(change_of_time(s.now, c.result), "null"),
      text(std::string(outcome_name(c.result.outcome))));
}

/// Returns the parameters that can be better and worse, the one with the largest effect last.
std::vector<std::string> parameters_of(const Sensitivity& s) {
  std::vector<std::string> names;
  std::map<std::string, double> effect;
  for (const Counterfactual& c : s.changes) {
    if (!effect.contains(c.change.parameter)) names.push_back(c.change.parameter);
    effect[c.change.parameter] += std::abs(change_of_time(s.now, c.result).value_or(0));
  }
  std::erase_if(names, [&](const std::string& n) {
    return effect[n] == 0 || std::ranges::none_of(s.changes, [&](const Counterfactual& c) {
             return c.change.parameter == n && !c.change.better;
           });
  });
  std::ranges::stable_sort(names, std::ranges::greater{},
                           [&](const std::string& n) { return effect[n]; });
  if (names.size() > kBarsShown) names.resize(kBarsShown);
  std::ranges::reverse(names);  // the y axis grows upwards
  return names;
}

}  // namespace

std::optional<double> change_of_time(const RunResult& now, const RunResult& then) {
  const double before = to_seconds(now.metrics.completion);
  if (!is_measured(now) || !is_measured(then) || before <= 0) return std::nullopt;
  return to_seconds(then.metrics.completion) / before - 1;
}

std::string what_if_text(const std::vector<Sensitivity>& all) {
  std::string text;
  for (const Sensitivity& s : all) {
    const std::string cell = cell_name(s.now.spec);
    if (!text.empty()) text += "\n";
    if (!is_measured(s.now)) {
      text += fmt::format("{}{}\n", cell.empty() ? "  " : cell + ": ", outcome_name(s.now.outcome));
      continue;
    }
    text += fmt::format("{}{}\n\n{}", cell.empty() ? "  completed after " : cell + ": ",
                        short_time(s.now.metrics.completion),
                        gains_table(s, all.size() == 1 ? s.changes.size() : kGainsShown));
  }
  if (!has_several_algorithms(all)) return text;
  const std::string winners = new_winners_text(all);
  return text + "\n" +
         (winners.empty() ? "  The same algorithm is the fastest whatever changes.\n" : winners);
}

std::string what_if_csv(const std::vector<Sensitivity>& all) {
  std::string out;
  if (!all.empty())
    for (const auto& [key, value] : all.front().now.spec.swept) out += key + ',';
  out += "parameter,what_if,better,key,value,base_time_ps,completion_time_ps,change\n";
  for (const Sensitivity& s : all)
    for (const Counterfactual& c : s.changes) {
      for (const auto& [key, value] : s.now.spec.swept) out += csv_text(value) + ',';
      out += fmt::format("{},{},{},{},{},{},{},{}\n", csv_text(c.change.parameter),
                         csv_text(c.change.text), c.change.better, c.change.key,
                         csv_text(c.change.value), time_or(s.now, ""), time_or(c.result, ""),
                         number_or(change_of_time(s.now, c.result), ""));
    }
  return out;
}

std::string what_if_json(const std::vector<Sensitivity>& all) {
  std::string out;
  for (const Sensitivity& s : all) {
    std::string changes;
    for (const Counterfactual& c : s.changes)
      changes += fmt::format("{}{}", changes.empty() ? "" : ",", change_object(s, c));
    out += fmt::format("{}\n{}", out.empty() ? "" : ",",
                       json_run(s.now, fmt::format(",\n      \"completion_time_ps\": {},\n"
                                                   "      \"what_if\": [{}\n      ]",
                                                   time_or(s.now, "null"), changes)));
  }
  return fmt::format("{}{}{}", kJsonBegin, out, kJsonEnd);
}

Plot tornado(const Sensitivity& s) {
  const std::vector<std::string> names = parameters_of(s);
  Plot plot{.title = s.now.title,
            .x = {.label = "change of the completion time in %"},
            .y = {.label = "", .names = names},
            .series = {{.name = "better"}, {.name = "worse"}},
            .kind = Plot::Kind::kTornado};
  for (std::size_t i = 0; i < names.size(); ++i)
    for (const Counterfactual& c : s.changes) {
      const auto change = change_of_time(s.now, c.result);
      if (c.change.parameter == names[i] && change)
        plot.series[c.change.better ? 0 : 1].points.emplace_back(100 * *change,
                                                                 static_cast<double>(i));
    }
  return plot;
}

}  // namespace orrery::inline report
