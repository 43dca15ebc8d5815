#include "scenarios/report/plot/csv.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "emu/base/quantity.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/text/words.h"

namespace orrery::inline report {
namespace {

constexpr std::size_t kMostNames = 1000;  ///< on an axis, and of lines: more cannot be read

/// Returns an error: a column has more values than a chart shows.
InputError too_many(const CsvTable& table, std::string_view option, std::string_view column,
                    std::size_t most = kMostNames) {
  return InputError(fmt::format(
      "{}: {}: column '{}' has more than {} values; expected fewer, as with --where {}=VALUE",
      table.name, option, column, most, column));
}

/// Values of the x axis; names unless all are numbers.
class AxisValues {
 public:
  AxisValues(const CsvTable& table, std::size_t column, Plot::Axis& axis)
      : table_(table), column_(column), axis_(axis) {
    for (const auto& row : table.rows) numeric_ = numeric_ && plain_number(row[column]).has_value();
  }
  bool numeric() const { return numeric_; }
  double of(const std::string& text) {
    if (numeric_) {
      if (const auto number = plain_number(text)) return *number;
    }
    const auto at = std::ranges::find(axis_.names, text);
    const auto index = at - axis_.names.begin();
    if (at == axis_.names.end()) {
      if (axis_.names.size() == kMostNames) throw too_many(table_, "--x", table_.head[column_]);
      axis_.names.push_back(text);
    }
    return static_cast<double>(index);
  }

 private:
  const CsvTable& table_;
  std::size_t column_;
  Plot::Axis& axis_;
  bool numeric_ = true;
};

/// Returns a table of the same columns without rows.
CsvTable emptied(const CsvTable& table) {
  return {table.name, table.head, {}, {}};
}

/// Checks a value. THROWS unless the column has it somewhere.
void check_value(const CsvTable& table, const ColumnValue& asked, std::string_view option) {
  const std::size_t column = table.column(asked.column);
  std::set<std::string> values;
  for (const auto& row : table.rows) values.insert(row[column]);
  if (values.contains(asked.value)) return;
  throw InputError(
      {table.name}, "",
      {.what = fmt::format("{}: no row has '{}' in column '{}'", option, asked.value, asked.column),
       .nearest = nearest_of(asked.value, values)});
}

/// Returns whether more of a column is better; false for columns that are not metrics.
bool more_is_better(const std::string& column) {
  const auto metric = std::ranges::find(all_metrics(), column, &Metric::name);
  return metric != all_metrics().end() && metric->better == Metric::Better::kMore;
}

/// y of every row in proportion to the row of the baseline.
class Ratios {
 public:
  Ratios(const CsvTable& table, const PlotRequest& request, const ColumnValue& baseline)
      : table_(table),
        y_(table.column(request.y)),
        base_(table.column(baseline.column)),
        more_(more_is_better(request.y)) {
    check_value(table, baseline, "--baseline");
    same_.push_back(table.column(request.x));
    for (const std::string& name : request.by)
      if (name != baseline.column) same_.push_back(table.column(name));
    if (!request.facet.empty()) same_.push_back(table.column(request.facet));
    for (const auto& row : table.rows) {
      if (row[base_] != baseline.value) continue;
      if (const auto y = plain_number(row[y_])) values_[others(row)] = *y;
    }
  }

  CsvTable table() const {
    CsvTable ratios = emptied(table_);
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      auto row = table_.rows[i];
      const auto base = values_.find(others(row));
      const auto own = plain_number(row[y_]);
      if (base == values_.end() || !own) continue;
      row[y_] = fmt::format("{}", more_ ? *own / base->second : base->second / *own);
      ratios.rows.push_back(std::move(row));
      ratios.lines.push_back(table_.lines[i]);
    }
    return ratios;
  }

 private:
  std::vector<std::string> others(const std::vector<std::string>& row) const {
    std::vector<std::string> cells;
    cells.reserve(same_.size());
    for (const std::size_t column : same_) cells.push_back(row[column]);
    return cells;
  }

  const CsvTable& table_;
  std::size_t y_, base_;
  bool more_;
  std::vector<std::size_t> same_;  // columns
  std::map<std::vector<std::string>, double> values_;
};

struct ColumnWords {
  std::string name, unit, axis;
};

/// Describes a column, "completion_time_s" as {"Completion time", "s", "Completion time [s]"}: a metric has its label, other columns their name
/// without the unit at its end.
ColumnWords words_of(const std::string& column) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kUnits{
      {{"_s_per_byte", "s/B"}, {"_Bps", "B/s"}, {"_bps", "b/s"}, {"_s", "s"}, {"_bytes", "B"}}};
  const auto metric = std::ranges::find(all_metrics(), column, &Metric::name);
  ColumnWords words{.name = column, .unit = {}, .axis = {}};
  if (metric != all_metrics().end()) {
    words = {std::string(metric->label), std::string(unit_of(metric->kind)),
             std::string(metric->axis)};
  } else {
    for (const auto& [end, unit] : kUnits)
      if (words.unit.empty() && column.ends_with(end)) {
        words.name.resize(column.size() - end.size());
        words.unit = unit;
      }
    std::ranges::replace(words.name, '_', ' ');
  }
  if (words.axis.empty())
    words.axis = words.unit.empty() ? words.name : fmt::format("{} [{}]", words.name, words.unit);
  return words;
}

Plot::Axis axis_of(const std::string& column, bool log) {
  if (column == "bytes") return {.label = column, .log = log, .unit = "B"};
  const ColumnWords words = words_of(column);
  return {.label = words.axis, .log = log, .unit = words.unit};
}

/// The rows of a CSV file dealt out to their series.
class SeriesBuilder {
 public:
  SeriesBuilder(const CsvTable& table, const PlotRequest& request)
      : table_(table),
        x_(table.column(request.x)),
        y_(table.column(request.y)),
        order_(request.order) {
    for (const std::string& name : request.by) by_.push_back(table.column(name));
    if (!request.facet.empty()) facet_ = table.column(request.facet);
    if (!request.baseline && has_band(request.y)) find_band(request.y);
    const std::string y = request.baseline
                              ? fmt::format("speed-up over {}", request.baseline->value)
                              : words_of(request.y).name;
    plot_.title =
        fmt::format("{} {} {}", y, request.baseline ? "by" : "over", words_of(request.x).name);
    if (facet_) plot_.title += fmt::format(", for each value of {}", words_of(request.facet).name);
    plot_.x = axis_of(request.x, request.log_x);
    plot_.y = request.baseline ? Plot::Axis{y, request.log_y} : axis_of(request.y, request.log_y);
    const auto outcome = std::ranges::find(table_.head, "outcome");
    if (outcome != table_.head.end())
      outcome_ = static_cast<std::size_t>(outcome - table_.head.begin());
  }

  Plot build() && {
    AxisValues x(table_, x_, plot_.x);
    if (plot_.x.log && !x.numeric())
      throw InputError(
          fmt::format("{}: column '{}' is not all numbers; expected numbers for --logx",
                      table_.name, table_.head[x_]));
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      const auto& row = table_.rows[i];
      if (!row[y_].empty())
        add(i, x.of(row[x_]));
      else if (outcome_ && x.numeric())
        failed_.try_emplace({series_name(row), x.of(row[x_])}, row[*outcome_]);
    }
    for (Plot::Series& s : plot_.series) sort(s);
    put_in_order();
    const std::size_t lines = plot_.series.size();
    add_failed();
    for (std::size_t i = 0; i < lines; ++i) say_failure(plot_.series[i]);
    for (Plot::Facet& f : plot_.facets) complete(f);
    return std::move(plot_);
  }

 private:
  void add(std::size_t i, double x) {
    const auto& row = table_.rows[i];
    const auto y = plain_number(row[y_]);
    if (!y) refuse(i, fmt::format("column '{}': '{}' is not a number", table_.head[y_], row[y_]));
    const std::string name = series_name(row), facet = facet_ ? row[*facet_] : "";
    const auto [seen, fresh] = seen_.try_emplace({facet, name, x}, table_.lines[i]);
    if (!fresh)
      refuse(i, fmt::format("the same {} as on line {}; expected {}columns that differ there",
                            table_.head[x_], seen->second, facet_ ? "--by or --facet " : "--by "));
    Plot one = {{}, plot_.x, plot_.y, {{name, {{x, *y}}}}};
    one.x.names.clear();
    if (const std::string flaw = flaw_of(one); !flaw.empty()) refuse(i, flaw);
    add_point(named(plot_.series, name), row, x, *y);
    if (facet_) add_point(named(facet_of(*facet_, facet).series, name), row, x, *y);
  }

  void add_point(Plot::Series& s, const std::vector<std::string>& row, double x, double y) const {
    s.points.emplace_back(x, y);
    if (!band_) return;
    const auto from = plain_number(row[(*band_)[0]]), to = plain_number(row[(*band_)[1]]);
    if (from && to) s.band.push_back({x, *from, *to});
  }

  void put_in_order() {
    if (order_ == PlotRequest::Order::kName)
      std::ranges::stable_sort(plot_.series, {}, &Plot::Series::name);
    if (order_ == PlotRequest::Order::kLast)
      std::ranges::stable_sort(plot_.series, std::greater{},
                               [](const Plot::Series& s) { return s.points.back().second; });
  }

  /// Adds a line without points for each of which all runs failed: "ring (deadlock)".
  void add_failed() {
    std::set<std::string> known{"skipped"};
    for (const Plot::Series& s : plot_.series) known.insert(s.name);
    for (const auto& [at, outcome] : failed_)
      if (outcome != "skipped" && outcome != "not-run" && known.insert(at.first).second)
        plot_.series.push_back({fmt::format("{} ({})", at.first, outcome)});
  }

  /// Adds to the name of a line that ends before a run that failed: "ring (then: deadlock)".
  void say_failure(Plot::Series& s) const {
    const auto next = failed_.upper_bound({s.name, s.points.back().first});
    if (facet_ || next == failed_.end() || next->first.first != s.name) return;
    s.name += fmt::format(" (then: {})", next->second);
  }

  static void sort(Plot::Series& s) {
    std::ranges::sort(s.points);
    std::ranges::sort(s.band);
  }

  /// Returns whether there is a band: times of repeats lie mostly between two of their percentiles,
  /// also those of "operation.rows.median_time_s".
  static bool has_band(std::string_view y) {
    y = y.substr(y.rfind('.') + 1);
    return y == "completion_time_s" || y == "median_time_s" || y == "mean_time_s";
  }
  void find_band(std::string_view y) {
    const std::string operation(y.substr(0, y.rfind('.') + 1));
    const auto from = std::ranges::find(table_.head, operation + "p10_time_s"),
               to = std::ranges::find(table_.head, operation + "p90_time_s");
    if (from == table_.head.end() || to == table_.head.end()) return;
    band_ = {static_cast<std::size_t>(from - table_.head.begin()),
             static_cast<std::size_t>(to - table_.head.begin())};
  }

  std::string series_name(const std::vector<std::string>& row) const {
    std::string name;
    for (const std::size_t column : by_) name += (name.empty() ? "" : ", ") + row[column];
    return name;
  }

  Plot::Series& named(std::vector<Plot::Series>& all, const std::string& name) const {
    const auto at = std::ranges::find(all, name, &Plot::Series::name);
    if (at != all.end()) return *at;
    if (all.size() == kMostNames) throw too_many(table_, "--by", table_.head[by_.front()]);
    return all.emplace_back(Plot::Series{name});
  }

  /// Returns the facet of a value; its name has the column as well: "ranks = 64".
  Plot::Facet& facet_of(std::size_t column, const std::string& value) {
    const std::string name = fmt::format("{} = {}", table_.head[column], value);
    const auto at = std::ranges::find(plot_.facets, name, &Plot::Facet::name);
    if (at != plot_.facets.end()) return *at;
    if (plot_.facets.size() == kMostFacets)
      throw too_many(table_, "--facet", table_.head[column], kMostFacets);
    return plot_.facets.emplace_back(Plot::Facet{name, {}});
  }

  /// Gives the facet all series, in the order of the plot's, by x.
  void complete(Plot::Facet& facet) const {
    std::vector<Plot::Series> all;
    for (const Plot::Series& s : plot_.series) {
      all.push_back(std::move(named(facet.series, s.name)));
      sort(all.back());
    }
    facet.series = std::move(all);
  }

  [[noreturn]] void refuse(std::size_t i, const std::string& what) const {
    refuse_line(table_.name, table_.lines[i], what);
  }

  const CsvTable& table_;
  std::size_t x_, y_;
  std::vector<std::size_t> by_;
  std::optional<std::size_t> facet_;
  std::optional<std::array<std::size_t, 2>> band_;                    // its columns
  std::map<std::tuple<std::string, std::string, double>, int> seen_;  // on which line
  std::optional<std::size_t> outcome_;                                // its column
  std::map<std::pair<std::string, double>, std::string> failed_;      // outcomes by series and x
  PlotRequest::Order order_;
  Plot plot_;
};

}  // namespace

ColumnValue parse_column_value(std::string_view text, std::string_view option) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos)
    throw InputError({.source = std::string(option), .is_option = true}, "",
                     {fmt::format("'{}' names no value", text),
                      "a column and one of its values, such as algorithm=ring"});
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

CsvTable filtered(const CsvTable& table,
                  const std::function<bool(const std::vector<std::string>& row)>& keep) {
  CsvTable rest = emptied(table);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (!keep(table.rows[i])) continue;
    rest.rows.push_back(table.rows[i]);
    rest.lines.push_back(table.lines[i]);
  }
  return rest;
}

CsvTable selected(const CsvTable& table, const std::vector<ColumnValue>& where) {
  std::map<std::size_t, std::set<std::string>> wanted;  // by column
  for (const ColumnValue& w : where) {
    check_value(table, w, "--where");
    wanted[table.column(w.column)].insert(w.value);
  }
  return filtered(table, [&](const auto& row) {
    return std::ranges::all_of(wanted,
                               [&](const auto& w) { return w.second.contains(row[w.first]); });
  });
}

Plot plot_of(const CsvTable& all, const PlotRequest& request) {
  CsvTable table = selected(all, request.where);
  if (request.baseline) {
    if (std::ranges::find(request.by, request.baseline->column) == request.by.end())
      throw InputError(fmt::format("--baseline: '{}' is not one of the columns of --by",
                                   request.baseline->column));
    table = Ratios(table, request, *request.baseline).table();
  }
  Plot plot = SeriesBuilder(table, request).build();
  if (!request.x_title.empty()) plot.x.label = request.x_title;
  if (!request.y_title.empty()) plot.y.label = request.y_title;
  if (const std::string flaw = flaw_of(plot); !flaw.empty())
    throw InputError(fmt::format("{}: {}", table.name, flaw));
  return plot;
}

}  // namespace orrery::inline report
