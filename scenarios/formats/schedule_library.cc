#include <algorithm>

#include <fmt/format.h>

#include "scenarios/document/errors.h"
#include "scenarios/formats/checked_file.h"
#include "scenarios/report/table.h"

namespace orrery {
namespace {

constexpr const char* kColumns[] = {"file",   "format", "collective", "ranks",
                                    "chunks", "rounds", "deficiency", "verdict"};

constexpr std::size_t kFirstNumber = 3, kLastNumber = 6;

template <class T>
std::string optional_text(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string verdict(const CheckedFile& c) {
  if (!c.error.empty()) return c.error;
  return c.verified ? "verified" : "nothing to verify";
}

std::vector<std::string> row_of(const CheckedFile& c) {
  return {std::filesystem::path(c.file).filename().string(),
          c.format,
          c.collective,
          optional_text(c.ranks),
          optional_text(c.vector_chunks),
          optional_text(c.rounds),
          c.deficiency ? fmt::format("{:.2f}", *c.deficiency) : "",
          verdict(c)};
}

/// A value of CSV, in quotes where it must be.
std::string quoted(const std::string& value) {
  if (value.find_first_of(",\"\n") == value.npos) return value;
  std::string out = "\"";
  for (const char c : value) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string line_of(const std::vector<std::string>& values) {
  std::string line;
  for (const std::string& value : values) {
    if (!line.empty()) line += ',';
    line += quoted(value);
  }
  return line + "\n";
}

/// What is longer than a line of a table is cut off; `orrery check` says it all.
std::string short_verdict(const std::string& text) {
  constexpr std::size_t kMost = 60;
  return text.size() <= kMost ? text : text.substr(0, kMost - 3) + "...";
}

}  // namespace

std::vector<CheckedFile> check_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (is_schedule_file(entry.path())) paths.push_back(entry.path());
  if (error)
    throw InputError({folder.string()}, "",
                     {fmt::format("cannot be read: {}", error.message()), "a folder of schedules"});
  std::ranges::sort(paths);
  std::vector<CheckedFile> files;
  for (const auto& path : paths) files.push_back(check_file(path));
  return files;
}

std::string library_table(const std::vector<CheckedFile>& files) {
  TextTable table;
  for (std::size_t i = 0; i < std::size(kColumns); ++i)
    table.add_column(kColumns[i], i >= kFirstNumber && i <= kLastNumber ? TextTable::Align::kRight
                                                                        : TextTable::Align::kLeft);
  for (const CheckedFile& c : files) {
    std::vector<std::string> row = row_of(c);
    row.back() = short_verdict(row.back());
    table.add_row(row);
  }
  return table.text(0);
}

std::string library_csv(const std::vector<CheckedFile>& files) {
  std::string text = line_of({std::begin(kColumns), std::end(kColumns)});
  for (const CheckedFile& c : files) text += line_of(row_of(c));
  return text;
}

}  // namespace orrery
