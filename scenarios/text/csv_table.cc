#include "scenarios/text/csv_table.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "emu/net/imports/import.h"
#include "scenarios/text/benchmark_log.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/words.h"

namespace orrery::inline text {

[[noreturn]] void refuse_line(const std::string& name, int line, const std::string& what) {
  throw InputError(fmt::format("{}:{}: {}", name, line, what));
}

namespace {

/// Returns "1.5" for "1,5", which is written by programs that put semicolons between cells.
std::string with_decimal_point(std::string cell) {
  const std::size_t comma = cell.find(',');
  const bool is_number = comma != std::string::npos && comma > 0 && comma + 1 < cell.size() &&
                         cell.find_first_not_of("+-0123456789eE", comma + 1) == std::string::npos &&
                         cell.find_first_not_of("+-0123456789") == comma;
  if (is_number) cell[comma] = '.';
  return cell;
}

/// Returns a cell without the ' that keeps spreadsheets from computing it (csv_text).
std::string without_guard(std::string cell) {
  if (cell.size() > 1 && cell[0] == '\'' && cell.find_first_of("=+-@\t", 1) == 1) cell.erase(0, 1);
  return cell;
}

/// Returns the first of comma, semicolon and tab that the head has.
char separator_of(std::string_view head) {
  for (const char separator : {';', '\t'})
    if (head.find(',') == head.npos && head.find(separator) != head.npos) return separator;
  return ',';
}

/// A reader, cell by cell; a quoted cell may go on over several lines.
class CsvReader {
 public:
  CsvReader(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  /// Sets `cells` to the cells of the next line that is not empty; returns false at the end.
  bool read(std::vector<std::string>& cells) {
    std::string text;
    do {
      if (!std::getline(in_, text)) return false;
      first_line_ = ++line_;
      if (line_ == 1 && text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // byte order mark
      if (text.ends_with('\r')) text.pop_back();
    } while (text.empty());
    if (separator_ == 0) separator_ = separator_of(text);
    cells.clear();
    std::size_t at = 0;
    do cells.push_back(without_guard(cell(text, at)));
    while (at++ < text.size());
    return true;
  }
  int first_line() const { return first_line_; }  ///< of the row read last

 private:
  /// Returns the cell that starts at `at`, which then is at the comma after it or at the end.
  std::string cell(std::string& text, std::size_t& at) {
    if (at < text.size() && text[at] == '"') return quoted(text, at);
    const std::size_t from = at;
    at = std::min(text.find(separator_, from), text.size());
    std::string cell = text.substr(from, at - from);
    return separator_ == ',' ? cell : with_decimal_point(std::move(cell));
  }

  std::string quoted(std::string& text, std::size_t& at) {
    std::string cell;
    for (++at;; ++at) {
      while (at >= text.size()) next_line(text, at, cell);
      if (text[at] != '"') {
        cell += text[at];
      } else if (at + 1 < text.size() && text[at + 1] == '"') {
        cell += text[++at];
      } else {
        break;
      }
    }
    if (++at < text.size() && text[at] != separator_)
      refuse_line(
          name_, line_,
          fmt::format("text after a closing quote; expected a {}", separator_ == ','   ? "comma"
                                                                   : separator_ == ';' ? "semicolon"
                                                                                       : "tab"));
    return cell;
  }

  void next_line(std::string& text, std::size_t& at, std::string& cell) {
    if (!std::getline(in_, text)) refuse_line(name_, first_line_, "a quote is not closed");
    ++line_;
    at = 0;
    cell += '\n';
  }

  std::istream& in_;
  std::string name_;
  char separator_ = 0;  // 0: not known before the first line
  int line_ = 0, first_line_ = 0;
};

}  // namespace

std::size_t CsvTable::column(std::string_view column) const {
  const auto at = std::ranges::find(head, column);
  if (at != head.end()) return static_cast<std::size_t>(at - head.begin());
  // The contents of a file with one column are not shown: it may be no table at all.
  if (head.size() < 2)
    throw InputError(
        {name}, "",
        {fmt::format("has no column '{}'", column), "a table: names separated by commas"});
  constexpr std::size_t kMostShown = 30;  // beside the suggested name
  const std::string nearest = nearest_of(column, head);
  throw InputError({name}, "",
                   {fmt::format("has no column '{}'", column),
                    nearest.empty() || head.size() <= kMostShown ? one_of(head) : "", nearest});
}

CsvTable read_csv(std::istream& in, const std::string& name) {
  std::string whole = read_stream(in, name);
  if (auto measured = benchmark_table(whole, name)) return std::move(*measured);
  if (const std::size_t first = whole.find_first_not_of(" \t\r\n");
      first != whole.npos && (whole[first] == '<' || whole[first] == '{'))
    if (const imports::NetworkFormat* const format = imports::format_of_network(whole))
      throw InputError({name}, "", {std::string(format->name), "a table here"});
  std::istringstream text(std::move(whole));
  CsvReader reader(text, name);
  CsvTable table{name, {}, {}, {}};
  reader.read(table.head);
  for (std::vector<std::string> row; reader.read(row);) {
    if (row.size() != table.head.size())
      refuse_line(
          name, reader.first_line(),
          fmt::format("{} cells; expected {} as in the first line", row.size(), table.head.size()));
    table.rows.push_back(row);
    table.lines.push_back(reader.first_line());
  }
  if (in.bad()) throw InputError(fmt::format("{}: cannot be read", name));
  if (table.rows.empty())
    throw InputError(fmt::format("{}: no rows; expected a line of names and values below", name));
  return table;
}

CsvTable read_csv_file(const std::string& path) {
  std::ifstream in(find_example(path));
  if (!in) throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  return read_csv(in, path);
}

}  // namespace orrery::inline text
