#include "scenarios/report/map/decision.h"

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "emu/base/letters.h"
#include "scenarios/cell/validate.h"

namespace orrery::inline report {
namespace {

using Rule = DecisionTable::Rule;
using Section = DecisionTable::Section;

/// Returns whether the algorithm of `spec` can run every number of ranks from `first` to `last`.
bool runs_all(const RunSpec& spec, int first, int last) {
  const Algorithm& a = find_algorithm(spec.collective, spec.algorithm);
  for (int p = first; p <= last; ++p) {
    RunSpec other = spec;
    other.ranks = p;
    other.root = 0;
    if (refusal(a, make_problem(other))) return false;
  }
  return true;
}

/// The cells of a map by ranks and bytes, and the runs behind them.
class Decider {
 public:
  Decider(const WinnerMap& map, const Scenario& scenario, const Contenders& contenders)
      : map_(map), contenders_(contenders), runs_(map.times.size()) {
    for (const RunSpec& spec : scenario.cells) {
      const MapSlot slot = slot_of(map, spec);
      runs_[number(slot.cell) * map.algorithms.size() + slot.algorithm] = &spec;
      cells_[spec.ranks][spec.bytes.count()] = slot.cell;
    }
  }

  std::vector<Section> sections() const {
    std::vector<Section> all;
    for (auto at = cells_.begin(); at != cells_.end(); ++at) {
      const int ranks = at->first;
      // After the last number: an algorithm that can run all numbers up to twice as many can run
      // any.
      const int last = std::next(at) == cells_.end() ? 2 * ranks + 1 : std::next(at)->first - 1;
      append(all, {ranks, rules(at->second, ranks, ranks)});
      if (last > ranks) append(all, {ranks + 1, rules(at->second, ranks + 1, last)});
    }
    return all;
  }

 private:
  std::size_t number(WinnerMap::Cell c) const { return c.y * map_.x.values.size() + c.x; }
  const RunSpec* run(WinnerMap::Cell c, std::size_t algorithm) const {
    return runs_[number(c) * map_.algorithms.size() + algorithm];
  }

  std::vector<Rule> rules(const std::map<std::int64_t, WinnerMap::Cell>& sizes, int first,
                          int last) const {
    std::vector<Rule> all;
    for (const auto& [bytes, cell] : sizes) {
      const auto fits = [&, c = cell](std::size_t a) {
        return (!contenders_ || contenders_(a)) && runs_all(*run(c, a), first, last);
      };
      const auto best = podium(map_, cell, fits).first;
      if (!best) continue;
      const Rule rule{bytes, *best, run(cell, *best), is_close(map_, cell, fits)};
      if (all.empty() || !same_choice(all.back(), rule) ||
          (!rule.keeps_default &&
           find_algorithm(rule.spec->collective, map_.algorithms[*best]).pipelined))
        all.push_back(rule);
    }
    return all;
  }

  static void append(std::vector<Section>& all, Section section) {
    const auto same = [](const Rule& a, const Rule& b) {
      return a.bytes == b.bytes && same_choice(a, b) &&
             a.spec->tuning.blocks == b.spec->tuning.blocks;
    };
    if (section.rules.empty() ||
        (!all.empty() && std::ranges::equal(all.back().rules, section.rules, same)))
      return;
    all.push_back(std::move(section));
  }

  const WinnerMap& map_;
  const Contenders& contenders_;
  std::vector<const RunSpec*> runs_;
  std::map<int, std::map<std::int64_t, WinnerMap::Cell>> cells_;
};

std::string upper(std::string_view name) {
  std::string out;
  for (const char c : name)
    out += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

/// Returns "bytes < 64 ? A : bytes < 512 ? B : C"; the last name stands for the default.
std::string choice(const std::vector<Rule>& rules, const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (i + 1 < rules.size() && same_choice(rules[i + 1], rules[i])) continue;
    if (i + 1 < rules.size()) out += fmt::format("bytes < {} ? ", rules[i + 1].bytes);
    out += rules[i].keeps_default ? names.back() : names[rules[i].algorithm];
    if (i + 1 < rules.size()) out += "\n                                     : ";
  }
  return out;
}

}  // namespace

bool same_choice(const Rule& a, const Rule& b) {
  return a.keeps_default == b.keeps_default && (a.keeps_default || a.algorithm == b.algorithm);
}

DecisionTable decide(const WinnerMap& map, const Scenario& scenario, const std::string& option,
                     const Contenders& contenders) {
  for (const WinnerMap::Axis* axis : {&map.x, &map.y})
    if (!axis->key.empty() && axis->key != "ranks" && axis->key != "bytes")
      throw InputError(
          fmt::format("{}: the map is over {}; expected ranks and bytes, which are all "
                      "that a program knows when it chooses",
                      option, axis->key));
  DecisionTable table{scenario.cells.front().collective,
                      Decider(map, scenario, contenders).sections()};
  if (table.sections.empty())
    throw InputError(fmt::format("{}: no algorithm of the map can be chosen", option));
  return table;
}

std::string c_switch(const WinnerMap& map, const Scenario& scenario) {
  const DecisionTable table = decide(map, scenario, "--switch");
  const std::string name = with_underscores(table.collective), prefix = upper(table.collective);
  std::vector<std::string> names;
  names.reserve(map.algorithms.size() + 1);
  for (const std::string& algorithm : map.algorithms)
    names.push_back(fmt::format("{}_{}", prefix, upper(algorithm)));
  if (map.spread > 0) names.push_back(prefix + "_DEFAULT");
  std::string ranks, cases;
  for (std::size_t i = 0; i < table.sections.size(); ++i) {
    const Section& s = table.sections[i];
    ranks += fmt::format("{}{}", i > 0 ? ", " : "", s.ranks);
    cases += fmt::format("    case {}: /* {} ranks and more */\n      return {};\n", i, s.ranks,
                         choice(s.rules, names));
  }
  return fmt::format(R"(/* Which {0} algorithm is fastest, as seen by orrery map{1}.
 * bytes: {2}.
 * What lies between the measured numbers of ranks and sizes is decided as the next smaller one. */
#ifndef ORRERY_CHOOSE_{3}_H
#define ORRERY_CHOOSE_{3}_H

enum {4}_algorithm {{ {5} }};

static inline enum {4}_algorithm choose_{4}(int ranks, unsigned long long bytes) {{
  static const int from[] = {{{6}}};
  int section = 0;
  while (section < {7} && ranks >= from[section + 1]) ++section;
  (void)bytes;
  switch (section) {{
{8}  }}
  return {9};
}}

#endif
)",
                     table.collective, map.title.empty() ? "" : ": " + map.title,
                     find_collective(table.collective).bytes_mean, prefix, name,
                     fmt::join(names, ", "), ranks, table.sections.size() - 1, cases,
                     choice({table.sections.front().rules.front()}, names));
}

}  // namespace orrery::inline report
