#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "scenarios/text/errors.h"

/// Tables from CSV files.
namespace orrery::inline text {

struct CsvTable {
  std::string name;  ///< of the file, for errors
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  ///< as many cells as head
  std::vector<int> lines;                      ///< on which line of the file each row starts
  std::vector<std::string> warnings = {};      ///< about rows that were left out

  /// Returns the index of a column. THROWS InputError naming the columns, and the nearest.
  std::size_t column(std::string_view column) const;
};

/// Reads a table as in RFC 4180: commas, "quoted" cells with "" for a quote; the first line is the
/// head; empty lines are left out. If the head has semicolons or tabs and no comma, these separate
/// cells and "1,5" is 1.5. THROWS InputError naming file and line.
CsvTable read_csv(std::istream& in, const std::string& name);

/// THROWS InputError: "name:line: what".
[[noreturn]] void refuse_line(const std::string& name, int line, const std::string& what);

/// Reads the table of a file. THROWS InputError, also if it cannot be read.
CsvTable read_csv_file(const std::string& path);

/// A line of a table, whose cells are read by the names of their columns.
class CsvLine {
 public:
  CsvLine(const CsvTable& table, std::size_t row) : table_(table), row_(row) {}

  std::string text(std::string_view column) const { return cell(table_.column(column)); }
  std::string optional(std::string_view column) const {
    const auto at = std::ranges::find(table_.head, column);
    return at == table_.head.end() ? "" : cell(static_cast<std::size_t>(at - table_.head.begin()));
  }
  /// Returns text that must not be empty.
  std::string word(std::string_view column) const {
    std::string text = this->text(column);
    if (text.empty()) refuse(column, "is empty", "a name");
    return text;
  }

  template <class Number>
  Number number(std::string_view column, Number least, const std::string& expected) const {
    const std::string text = this->text(column);
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value >= least) ||
        !std::isfinite(static_cast<double>(value)))
      refuse(column, fmt::format("'{}'", text), expected);
    return value;
  }
  int count(std::string_view column) const {
    return number<int>(column, 1, "an integer of at least 1");
  }
  int optional_count(std::string_view column) const {
    return optional(column).empty() ? 1 : count(column);
  }

  [[noreturn]] void refuse(std::string_view column, const std::string& what,
                           const std::string& expected) const {
    throw InputError(fmt::format("{}:{}: column '{}': {}; expected {}", table_.name,
                                 table_.lines[row_], column, what, expected));
  }
  int line() const { return table_.lines[row_]; }

 private:
  const std::string& cell(std::size_t column) const { return table_.rows[row_][column]; }

  const CsvTable& table_;
  std::size_t row_;
};

}  // namespace orrery::inline text
