#pragma once

#include <istream>
#include <string>
#include <string_view>
#include <vector>

/// Tables as CSV files hold them.
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

/// The table of a file. THROWS InputError, also where it cannot be read.
CsvTable read_csv_file(const std::string& path);

}  // namespace orrery
