#include "scenarios/run/score/measured.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "scenarios/document/csv_table.h"
#include "scenarios/document/errors.h"

namespace orrery {
namespace {

/// The cells of one line by the names of their columns.
class Line {
 public:
  Line(const CsvTable& table, std::size_t row) : table_(table), row_(row) {}

  std::string text(std::string_view column) const { return cell(table_.column(column)); }
  std::string optional(std::string_view column) const {
    const auto at = std::ranges::find(table_.head, column);
    return at == table_.head.end() ? "" : cell(static_cast<std::size_t>(at - table_.head.begin()));
  }
  /// Text that must not be empty.
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

MeasuredRow row_of(const Line& line) {
  MeasuredRow r;
  r.line = line.line();
  r.machine = line.word("machine");
  r.timestamp = line.word("timestamp");
  r.nodes = line.count("nodes");
  r.ranks = line.count("ranks");
  r.tasks_per_node = line.optional_count("tasks_per_node");
  r.shape = line.optional("shape");
  r.collective = collective_name(line.word("collective"));
  r.implementation = line.text("impl");
  r.algorithm = line.word("algorithm");
  r.segment = line.optional("segment");
  r.ports = line.optional("ports");
  r.bytes = Bytes(line.number<std::int64_t>("bytes", 0, "a number of bytes"));
  r.seconds = line.number<double>("median_s", 0, "seconds, more than 0");
  if (r.seconds == 0) line.refuse("median_s", "0", "seconds, more than 0");
  const std::string ignored = line.optional("ignored");
  if (!ignored.empty() && ignored != "0" && ignored != "1")
    line.refuse("ignored", fmt::format("'{}'", ignored), "0, 1 or nothing");
  r.ignored = ignored == "1";
  return r;
}

}  // namespace

std::string collective_name(std::string_view word) {
  static const std::map<std::string_view, std::string_view> kOthers{
      {"bcast", "broadcast"}, {"RS", "reduce-scatter"}, {"AG", "allgather"}};
  if (const auto found = kOthers.find(word); found != kOthers.end())
    return std::string(found->second);
  std::string name(word);
  std::ranges::replace(name, '_', '-');
  return name;
}

std::vector<MeasuredRow> read_measured(const std::string& path) {
  const CsvTable table = read_csv_file(path);
  std::vector<MeasuredRow> rows;
  rows.reserve(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) rows.push_back(row_of(Line(table, i)));
  return rows;
}

}  // namespace orrery
