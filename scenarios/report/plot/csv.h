#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/report/plot/plot.h"

/// Tables as CSV files hold them, and plots of their columns.
namespace orrery {

struct CsvTable {
  std::string name;  ///< of the file, for errors
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  ///< as many cells as head
  std::vector<int> lines;                      ///< on which line of the file each row starts

  /// THROWS InputError naming what there is, and the nearest.
  std::size_t column(std::string_view column) const;
};

/// RFC 4180: commas, "quoted" cells with "" for a quote; the first line is the head; empty lines are
/// left out. THROWS InputError naming file and line.
CsvTable read_csv(std::istream& in, const std::string& name);

/// A column and one of its values: "algorithm=ring".
struct ColumnValue {
  std::string column, value;
};
/// THROWS InputError; `option` is for the error.
ColumnValue parse_column_value(std::string_view text, std::string_view option);

constexpr std::size_t kMostFacets = 36;

struct PlotRequest {
  std::string x, y;             ///< columns
  std::vector<std::string> by;  ///< columns whose values together name a series; may be empty
  bool log_x = false, log_y = false;
  /// Rows that are shown: of each column that is named one of its values.
  std::vector<ColumnValue> where = {};
  /// One of `by`: y is then how many times better a row is than the one with this value and otherwise
  /// the same x and `by`. Rows without such a one are left out.
  std::optional<ColumnValue> baseline = {};
  std::string x_title = {}, y_title = {};  ///< of the axes; empty: what they show
  std::string facet = {};  ///< column with a small chart for each of its values; empty: one chart
};

/// Rows without a value in y are left out; an x that is not a number everywhere makes an axis of
/// names. THROWS InputError naming file, line, column and what was expected.
Plot plot_of(const CsvTable& table, const PlotRequest& request);

}  // namespace orrery
