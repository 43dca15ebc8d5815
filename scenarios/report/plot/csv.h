#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/report/plot/plot.h"
#include "scenarios/text/csv_table.h"

/// Plots of the columns of tables.
namespace orrery::inline report {

/// A column and one of its values: "algorithm=ring".
struct ColumnValue {
  std::string column, value;
};
/// Reads a column and its value. THROWS InputError; `option` is for the error.
ColumnValue parse_column_value(std::string_view text, std::string_view option);
/// Returns the rows for which `keep` returns true.
CsvTable filtered(const CsvTable& table,
                  const std::function<bool(const std::vector<std::string>& row)>& keep);
/// Returns the rows that have one of the values named for each column. THROWS InputError for a value
/// that no row has.
CsvTable selected(const CsvTable& table, const std::vector<ColumnValue>& where);

constexpr std::size_t kMostFacets = 36;

struct PlotRequest {
  std::string x, y;             ///< columns
  std::vector<std::string> by;  ///< columns whose values together name a series; may be empty
  bool log_x = false, log_y = false;
  /// The rows that are shown: for each named column one of its values.
  std::vector<ColumnValue> where = {};
  /// One of `by`: y then shows how many times better a row is than the row with this value and
  /// otherwise the same x and `by`. Rows without such a row are left out.
  std::optional<ColumnValue> baseline = {};
  std::string x_title = {}, y_title = {};  ///< of the axes; empty: the names of the columns
  std::string facet = {};  ///< column with a small chart for each of its values; empty: one chart
  enum class Order { kGiven, kName, kLast };
  Order order = Order::
      kGiven;  ///< of the series: as in the table, by name, or by their last value, the highest first
};

/// Plots a table. Leaves out rows without a value in y; if some x is not a number, the x axis shows
/// names. THROWS InputError with file, line, column and expected value.
Plot plot_of(const CsvTable& table, const PlotRequest& request);

}  // namespace orrery::inline report
