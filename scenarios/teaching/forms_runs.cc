#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "algorithms/verify.h"
#include "scenarios/cell/validate.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/teaching/forms.h"

namespace orrery::teaching {
namespace {

using Ranked = std::vector<std::pair<double, std::string>>;

double number_in(const Subject& s, std::size_t cell, const std::string& metric) {
  const RunResult& result = s.laboratory.result(cell);
  const double number =
      is_measured(result) ? number_of(find_field(metric)->get(result)) : number_of({});
  if (number == number) return number;
  throw NoAnswer(fmt::format("{} is not known of every cell", metric));
}

/// Returns the values of the key, ascending by the metric. It is an error if two are equal.
Ranked ranked(const Subject& s, const std::string& key, const std::string& metric) {
  Ranked all;
  try {
    for (const auto& [value, cell] : s.laboratory.along(s.cell, key))
      all.emplace_back(number_in(s, cell, metric), value);
  } catch (const ValueError& e) {
    throw NoAnswer(e.what());
  }
  std::ranges::sort(all);
  return all;
}

void check_distinct(const Ranked& all, std::size_t at, const std::string& metric) {
  if (at > 0 && at < all.size() && all[at].first == all[at - 1].first)
    throw NoAnswer(
        fmt::format("{} is the same of {} and {}", metric, all[at - 1].second, all[at].second));
}

Value least(const Subject& s, const std::string& key, const std::string& metric) {
  const Ranked all = ranked(s, key, metric);
  check_distinct(all, 1, metric);
  return word(all.front().second);
}

Value greatest(const Subject& s, const std::string& key, const std::string& metric) {
  const Ranked all = ranked(s, key, metric);
  check_distinct(all, all.size() - 1, metric);
  return word(all.back().second);
}

Value in_order(const Subject& s, const std::string& key, const std::string& metric) {
  const Ranked all = ranked(s, key, metric);
  Value value{Value::Kind::kOrder};
  for (std::size_t i = 0; i < all.size(); ++i) {
    check_distinct(all, i, metric);
    value.names.push_back(all[i].second);
  }
  return value;
}

/// Returns how the vector of a rank was summed up.
Value sum_at(const Subject& s, const Places& p) {
  const int rank = rank_at(s, p);
  Preparation preparation = prepare(s.result().spec);
  const auto* cell = std::get_if<Prepared>(&preparation);
  if (cell == nullptr || cell->algorithm == nullptr ||
      !find_collective(s.result().spec.collective).reduces)
    throw NoAnswer("this run adds nothing up");
  return word(bracketing(*cell->algorithm, cell->problem, *cell->network, rank));
}

Value waiting_ranks(const Subject& s, const Places&) {
  Value value{Value::Kind::kRanks};
  for (const int rank : s.result().waiting_ranks) value.names.push_back(fmt::format("{}", rank));
  return value;
}

const std::string& key_of(const Places& p) {
  return p.find("KEY")->second;
}
const std::string& metric_of(const Places& p) {
  return p.find("METRIC")->second;
}

constexpr const char* kTime = "completion_time";

constexpr std::array kRunsForms{
    Form{"KEY that is fastest|slowest", Value::Kind::kWord,
         "The value of that key in the fastest, or slowest, of the cells that differ only in it",
         [](const Subject& s, const Places& p) {
           return p.find("fastest|slowest")->second == "fastest" ? least(s, key_of(p), kTime)
                                                                 : greatest(s, key_of(p), kTime);
         }},
    Form{"KEY with least|most METRIC", Value::Kind::kWord,
         "The value of that key in the cell with the least, or greatest, METRIC",
         [](const Subject& s, const Places& p) {
           return p.find("least|most")->second == "least" ? least(s, key_of(p), metric_of(p))
                                                          : greatest(s, key_of(p), metric_of(p));
         }},
    Form{"KEY by METRIC", Value::Kind::kOrder,
         "All values of that key, in the order of their METRIC, the smallest first",
         [](const Subject& s, const Places& p) { return in_order(s, key_of(p), metric_of(p)); }},
    Form{"sum at rank R", Value::Kind::kWord,
         "The sum in the first block of R, with brackets in the order of additions: \"x1 + (x0 + "
         "x2)\"",
         sum_at},
    Form{"waiting ranks", Value::Kind::kRanks, "The ranks that wait forever if the run hangs",
         waiting_ranks}};

}  // namespace

std::span<const Form> run_forms() {
  return kRunsForms;
}

}  // namespace orrery::teaching
