#include "scenarios/report/table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scenarios/report/markup.h"
#include "scenarios/text/words.h"

namespace orrery::inline report {

std::size_t display_width(std::string_view utf8) {
  return static_cast<std::size_t>(std::ranges::count_if(
      utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

TextTable& TextTable::left(std::initializer_list<std::string_view> heads) {
  for (const std::string_view head : heads) add_column(head, Align::kLeft);
  return *this;
}

TextTable& TextTable::right(std::initializer_list<std::string_view> heads) {
  for (const std::string_view head : heads) add_column(head, Align::kRight);
  return *this;
}

std::string TextTable::line(const std::vector<std::string>& cells,
                            const std::vector<std::size_t>& widths, std::size_t indent) const {
  std::string out(indent, ' ');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += "  ";
    const std::string padding(widths[i] - display_width(cells[i]), ' ');
    out += columns_[i].align == Align::kRight ? padding + cells[i] : cells[i] + padding;
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out + '\n';
}

std::string TextTable::text(std::size_t indent) const {
  std::vector<std::string> heads, rule;
  std::vector<std::size_t> widths;
  for (const Column& c : columns_) {
    heads.push_back(c.head);
    widths.push_back(display_width(c.head));
  }
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i)
      for (const std::string_view part : split(row[i], '\n'))
        widths[i] = std::max(widths[i], display_width(part));
  for (const std::size_t width : widths) {
    rule.emplace_back();
    for (std::size_t i = 0; i < width; ++i) rule.back() += "─";
  }
  std::string out = line(heads, widths, indent) + line(rule, widths, indent);
  for (const auto& row : rows_) {
    std::vector<std::string> cells = row;
    for (const std::string_view part : split(row.back(), '\n')) {
      cells.back() = part;
      out += line(cells, widths, indent);
      std::ranges::fill(cells, std::string());
    }
  }
  return out;
}

std::string TextTable::markdown() const {
  const auto line_of = [](const std::vector<std::string>& cells) {
    std::string out = "|";
    for (const std::string& cell : cells) {
      out += ' ';
      for (const char c : cell) {
        if (c == '|') out += '\\';
        out += c == '\n' ? std::string("<br>") : std::string(1, c);
      }
      out += " |";
    }
    return out + '\n';
  };
  std::vector<std::string> heads;
  std::string rule = "|";
  for (const Column& c : columns_) {
    heads.push_back(c.head);
    rule += c.align == Align::kRight ? "---:|" : "---|";
  }
  std::string out = line_of(heads) + rule + '\n';
  for (const auto& row : rows_) out += line_of(row);
  return out;
}

std::string TextTable::html() const {
  const auto line_of = [&](const std::vector<std::string>& cells, std::string_view tag) {
    std::string out = "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i)
      out += fmt::format("<{}{}>{}</{}>", tag,
                         columns_[i].align == Align::kRight ? " class=\"n\"" : "",
                         with_entities(cells[i], "&<>\""), tag.substr(0, 2));
    return out + "</tr>\n";
  };
  std::vector<std::string> heads;
  for (const Column& c : columns_) heads.push_back(c.head);
  std::string out = "<table><thead>" + line_of(heads, "th scope=\"col\"") + "</thead><tbody>\n";
  for (const auto& row : rows_) out += line_of(row, "td");
  return out + "</tbody></table>\n";
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string out;
  std::size_t column = 0;  // of the line that is being filled
  const auto end_line = [&] {
    if (column > 0) out += '\n';
    column = 0;
  };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.empty()) {
      end_line();
      out += '\n';
    }
    for (const std::string_view word : split(line, ' ')) {
      if (word.empty()) continue;
      if (column > 0 && column + 1 + display_width(word) > width) end_line();
      if (column > 0) out += ' ';
      column += display_width(word) + (column > 0 ? 1 : 0);
      out += word;
    }
  }
  end_line();
  out.erase(out.find_last_not_of('\n') + 1);
  return out.empty() ? out : out + '\n';
}

std::string whole_percent(double share) {
  return std::isnan(share) ? "–" : fmt::format("{:.0f} %", 100 * share);
}

}  // namespace orrery::inline report
