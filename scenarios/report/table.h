#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

/// Tables of text with aligned columns.
namespace orrery::inline report {

/// Characters in a line of a terminal: the width of texts for readers.
inline constexpr std::size_t kTerminalWidth = 100;

/// Returns the characters that `utf8` takes on a terminal (one for each code point).
std::size_t display_width(std::string_view utf8);

class TextTable {
 public:
  enum class Align { kLeft, kRight };

  void add_column(std::string_view head, Align align) {
    columns_.push_back({std::string(head), align});
  }
  /// Add columns that are aligned to the left, or to the right; they return the table again.
  TextTable& left(std::initializer_list<std::string_view> heads);
  TextTable& right(std::initializer_list<std::string_view> heads);
  /// Adds a row with as many cells as there are columns. The last cell may have several lines.
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  /// Returns head, a rule, and the rows, each line indented and ended by a newline, without blanks
  /// at its end.
  std::string text(std::size_t indent = 0) const;
  /// Returns the table in GitHub's Markdown.
  std::string markdown() const;
  /// Returns the table in HTML.
  std::string html() const;

 private:
  struct Column {
    std::string head;
    Align align;
  };
  std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                   std::size_t indent) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Returns "48 %" for 0.48; "–" for NaN.
std::string whole_percent(double share);

/// Breaks `text` into lines of at most `width` characters, if words allow it. Blank lines separate
/// paragraphs.
std::string wrapped(std::string_view text, std::size_t width);

}  // namespace orrery::inline report
