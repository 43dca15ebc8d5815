#include "scenarios/report/results_view.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "scenarios/run/metrics/metric.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/words.h"

namespace orrery::inline report {
namespace {

const Field& field_of_option(std::string_view name, std::string_view option) {
  const Field* field = find_field(name);
  if (field != nullptr) return *field;
  throw InputError(
      {.source = std::string(option), .is_option = true}, "",
      {fmt::format("'{}' is unknown", name), "a key or a metric", nearest_of(name, field_names())},
      "", "see `orrery list keys` and `orrery list metrics`");
}

/// Returns whether the first value comes before the second one; a missing value comes last.
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

SeenResults seen_through(const ResultsView& view, const std::vector<RunResult>& results) {
  SeenResults seen;
  seen.reserve(results.size());
  for (const RunResult& r : results) seen.push_back(&r);
  if (view.sort != nullptr) {
    std::map<const RunResult*, FieldValue> values;
    for (const RunResult* r : seen) values.emplace(r, view.sort->get(*r));
    std::ranges::stable_sort(seen, [&](const RunResult* a, const RunResult* b) {
      return comes_before(values.at(a), values.at(b), view.descending);
    });
  }
  if (view.top > 0 && seen.size() > view.top) seen.resize(view.top);
  return seen;
}

}  // namespace orrery::inline report
