#include "scenarios/report/results_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "scenarios/run/metrics/metric.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/words.h"

namespace orrery {
namespace {

const Field& field_of_option(std::string_view name, std::string_view option) {
  const Field* field = find_field(name);
  if (field != nullptr) return *field;
  throw InputError(
      fmt::format("{}: '{}' is unknown{}; expected a key or a metric (see `orrery list "
                  "keys` and `orrery list figures`)",
                  option, name, did_you_mean(name, field_names())));
}

/// Whether the first value comes before the second one; a value that is missing comes last.
bool comes_before(const FieldValue& a, const FieldValue& b, bool descending) {
  const double x = number_of(a), y = number_of(b);
  if (!std::isnan(x) || !std::isnan(y)) return std::isnan(y) || (descending ? x > y : x < y);
  const bool none = std::holds_alternative<std::monostate>(a);
  if (none || std::holds_alternative<std::monostate>(b)) return !none;
  return descending ? b < a : a < b;
}

}  // namespace

ResultsView parse_view(std::string_view sort, std::size_t top, std::string_view columns) {
  ResultsView view{.descending = sort.starts_with('-'), .top = top};
  if (view.descending) sort.remove_prefix(1);
  if (!sort.empty()) view.sort = &field_of_option(sort, "--sort");
  if (columns.empty()) return view;
  for (const std::string_view name : split(columns, ','))
    view.columns.push_back(&field_of_option(name, "--columns"));
  return view;
}

std::vector<RunResult> seen_through(const ResultsView& view, std::vector<RunResult> results) {
  if (view.sort != nullptr) {
    std::vector<std::pair<FieldValue, std::size_t>> order;
    order.reserve(results.size());
    for (const RunResult& r : results) order.emplace_back(view.sort->get(r), order.size());
    std::ranges::stable_sort(order, [&](const auto& a, const auto& b) {
      return comes_before(a.first, b.first, view.descending);
    });
    std::vector<RunResult> sorted;
    sorted.reserve(results.size());
    for (const auto& [value, i] : order) sorted.push_back(std::move(results[i]));
    results = std::move(sorted);
  }
  if (view.top > 0 && results.size() > view.top)
    results.erase(results.begin() + static_cast<std::ptrdiff_t>(view.top), results.end());
  return results;
}

}  // namespace orrery
