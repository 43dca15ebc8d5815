#include "scenarios/report/plot/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "scenarios/document/scenario.h"
#include "scenarios/document/words.h"

namespace orrery {
namespace {

[[noreturn]] void refuse(const std::string& name, int line, const std::string& what) {
  throw InputError(fmt::format("{}:{}: {}", name, line, what));
}

/// Reads cell by cell; a quoted cell may go on over several lines.
class CsvReader {
 public:
  CsvReader(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  /// The cells of the next line that is not empty, or nothing.
  std::optional<std::vector<std::string>> row() {
    std::string text;
    do {
      if (!std::getline(in_, text)) return std::nullopt;
      first_line_ = ++line_;
      if (line_ == 1 && text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // byte order mark
      if (text.ends_with('\r')) text.pop_back();
    } while (text.empty());
    std::vector<std::string> cells;
    std::size_t at = 0;
    do cells.push_back(cell(text, at));
    while (at++ < text.size());
    return cells;
  }
  int first_line() const { return first_line_; }  ///< of the row read last

 private:
  /// The cell that starts at `at`, which then is at the comma behind it or at the end.
  std::string cell(std::string& text, std::size_t& at) {
    if (at < text.size() && text[at] == '"') return quoted(text, at);
    const std::size_t from = at;
    at = std::min(text.find(',', from), text.size());
    return text.substr(from, at - from);
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
    if (++at < text.size() && text[at] != ',')
      refuse(name_, line_, "text behind a closing quote; expected a comma");
    return cell;
  }

  void next_line(std::string& text, std::size_t& at, std::string& cell) {
    if (!std::getline(in_, text)) refuse(name_, first_line_, "a quote is not closed");
    ++line_;
    at = 0;
    cell += '\n';
  }

  std::istream& in_;
  std::string name_;
  int line_ = 0, first_line_ = 0;
};

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// The values of the x axis; names where they are not all numbers.
class AxisValues {
 public:
  AxisValues(const CsvTable& table, std::size_t column, Plot::Axis& axis) : axis_(axis) {
    for (const auto& row : table.rows) numeric_ = numeric_ && number(row[column]).has_value();
  }
  bool numeric() const { return numeric_; }
  double of(const std::string& text) {
    if (numeric_) return *number(text);
    const auto at = std::ranges::find(axis_.names, text);
    const auto index = at - axis_.names.begin();
    if (at == axis_.names.end()) axis_.names.push_back(text);
    return static_cast<double>(index);
  }

 private:
  Plot::Axis& axis_;
  bool numeric_ = true;
};

/// The rows of a CSV file dealt out to their series.
class SeriesBuilder {
 public:
  SeriesBuilder(const CsvTable& table, const PlotRequest& request)
      : table_(table), x_(table.column(request.x)), y_(table.column(request.y)) {
    for (const std::string& name : request.by) by_.push_back(table.column(name));
    plot_.title = fmt::format("{} over {}", request.y, request.x);
    plot_.x = {request.x, request.log_x};
    plot_.y = {request.y, request.log_y};
  }

  Plot build() && {
    AxisValues x(table_, x_, plot_.x);
    if (plot_.x.log && !x.numeric())
      throw InputError(
          fmt::format("{}: column '{}' is not all numbers; expected numbers for --logx",
                      table_.name, plot_.x.label));
    for (std::size_t i = 0; i < table_.rows.size(); ++i)
      if (!table_.rows[i][y_].empty()) add(i, x.of(table_.rows[i][x_]));
    for (Plot::Series& s : plot_.series) std::ranges::sort(s.points);
    return std::move(plot_);
  }

 private:
  void add(std::size_t i, double x) {
    const auto& row = table_.rows[i];
    const auto y = number(row[y_]);
    if (!y) refuse(i, fmt::format("column '{}': '{}' is not a number", plot_.y.label, row[y_]));
    const std::string name = series_name(row);
    const auto [seen, fresh] = seen_.try_emplace({name, x}, table_.lines[i]);
    if (!fresh)
      refuse(i, fmt::format("the same {} as on line {}; expected --by columns that differ there",
                            plot_.x.label, seen->second));
    Plot one = {{}, plot_.x, plot_.y, {{name, {{x, *y}}}}};
    one.x.names.clear();
    if (const std::string flaw = flaw_of(one); !flaw.empty()) refuse(i, flaw);
    series(name).points.emplace_back(x, *y);
  }

  std::string series_name(const std::vector<std::string>& row) const {
    std::string name;
    for (const std::size_t column : by_) name += (name.empty() ? "" : ", ") + row[column];
    return name;
  }

  Plot::Series& series(const std::string& name) {
    const auto at = std::ranges::find(plot_.series, name, &Plot::Series::name);
    return at != plot_.series.end() ? *at : plot_.series.emplace_back(Plot::Series{name});
  }

  [[noreturn]] void refuse(std::size_t i, const std::string& what) const {
    orrery::refuse(table_.name, table_.lines[i], what);
  }

  const CsvTable& table_;
  std::size_t x_, y_;
  std::vector<std::size_t> by_;
  std::map<std::pair<std::string, double>, int> seen_;  // on which line
  Plot plot_;
};

}  // namespace

std::size_t CsvTable::column(std::string_view column) const {
  const auto at = std::ranges::find(head, column);
  if (at != head.end()) return static_cast<std::size_t>(at - head.begin());
  const std::vector<std::string_view> names(head.begin(), head.end());
  throw InputError(
      {name}, "",
      {.what = fmt::format("no column '{}'", column), .nearest = nearest_of(column, names)}, "",
      fmt::format("there are: {}", fmt::join(names, ", ")));
}

CsvTable read_csv(std::istream& in, const std::string& name) {
  CsvReader reader(in, name);
  CsvTable table{name, {}, {}, {}};
  while (auto row = reader.row()) {
    if (table.head.empty()) {
      table.head = std::move(*row);
      continue;
    }
    if (row->size() != table.head.size())
      refuse(name, reader.first_line(),
             fmt::format("{} cells; expected {} as in the first line", row->size(),
                         table.head.size()));
    table.rows.push_back(std::move(*row));
    table.lines.push_back(reader.first_line());
  }
  if (in.bad()) throw InputError(fmt::format("{}: cannot be read", name));
  if (table.rows.empty())
    throw InputError(fmt::format("{}: no rows; expected a line of names and values below", name));
  return table;
}

Plot plot_of(const CsvTable& table, const PlotRequest& request) {
  Plot plot = SeriesBuilder(table, request).build();
  if (const std::string flaw = flaw_of(plot); !flaw.empty())
    throw InputError(fmt::format("{}: {}", table.name, flaw));
  return plot;
}

}  // namespace orrery
