#include "algorithms/libraries.h"

#include <algorithm>

namespace orrery {
namespace {

// Made by CMakeLists.txt from assets/libraries.md.
constexpr std::string_view kPage =
#include "libraries.inc"
    ;

/// Returns what stands before the separator, and takes both off the text.
std::string_view take(std::string_view& text, std::string_view separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view piece = text.substr(0, end);
  text.remove_prefix(std::min(end + separator.size(), text.size()));
  return piece;
}

/// Reads "| call | name | collective algorithm, radix 3 | messages |"; rows of other tables have fewer cells.
LibraryAlgorithm row_of(std::string_view library, std::string_view line) {
  constexpr std::string_view kNext = " | ";
  LibraryAlgorithm row;
  row.library = library;
  take(line, "| ");
  row.call = take(line, kNext), row.name = take(line, kNext);
  std::string_view ours = take(line, kNext);
  row.collective = take(ours, " "), row.algorithm = take(ours, ", radix "), row.radix = ours;
  row.messages = take(line, " |");
  return row;
}

std::vector<LibraryAlgorithm> rows_of(std::string_view page) {
  std::vector<LibraryAlgorithm> rows;
  std::string_view library;
  while (!page.empty()) {
    std::string_view line = take(page, "\n");
    if (line.starts_with("## ")) library = line.substr(3);
    if (!line.starts_with("| ") || line.starts_with("| call ")) continue;
    if (const LibraryAlgorithm row = row_of(library, line); !row.messages.empty())
      rows.push_back(row);
  }
  return rows;
}

}  // namespace

const std::vector<LibraryAlgorithm>& library_algorithms() {
  static const std::vector<LibraryAlgorithm> rows = rows_of(kPage);
  return rows;
}

std::string run_by(const Algorithm& a) {
  std::string text(a.run_by);
  std::string_view library;
  for (const LibraryAlgorithm& row : library_algorithms()) {
    if (row.call != a.collective || row.algorithm != a.name || row.messages.starts_with("differs"))
      continue;
    text += row.library == library ? ", " : text_of(library.empty() ? "" : "; ", row.library, ": ");
    text += row.name;
    library = row.library;
  }
  return text;
}

}  // namespace orrery
