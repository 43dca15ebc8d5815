#pragma once

#include <istream>
#include <string>
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

struct PlotRequest {
  std::string x, y;             ///< columns
  std::vector<std::string> by;  ///< columns whose values together name a series; may be empty
  bool log_x = false, log_y = false;
};

/// Rows without a value in y are left out; an x that is not a number everywhere makes an axis of
/// names. THROWS InputError naming file, line, column and what was expected.
Plot plot_of(const CsvTable& table, const PlotRequest& request);

}  // namespace orrery
