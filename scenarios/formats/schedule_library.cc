#include <algorithm>

#include <fmt/format.h>

#include "scenarios/document/errors.h"
#include "scenarios/formats/checked_file.h"
#include "scenarios/report/table.h"

namespace orrery {
namespace {

template <class T>
std::string optional_text(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "";
}

/// What is longer than a line of a table is cut off; `orrery check` says it all.
std::string short_verdict(const CheckedFile& c) {
  constexpr std::size_t kMost = 60;
  if (c.error.empty()) return c.verified ? "verified" : "nothing to verify";
  return c.error.size() <= kMost ? c.error : c.error.substr(0, kMost - 3) + "...";
}

/// What a line of a table has room for, of checked_columns().
struct Shown {
  const char* head;
  TextTable::Align align;
  std::string (*text)(const CheckedFile&);
};
constexpr auto kLeft = TextTable::Align::kLeft, kRight = TextTable::Align::kRight;

const Shown kShown[] = {
    {"file", kLeft,
     [](const CheckedFile& c) { return std::filesystem::path(c.file).filename().string(); }},
    {"format", kLeft, [](const CheckedFile& c) { return c.format; }},
    {"collective", kLeft, [](const CheckedFile& c) { return c.collective; }},
    {"ranks", kRight, [](const CheckedFile& c) { return optional_text(c.ranks); }},
    {"vector_chunks", kRight, [](const CheckedFile& c) { return optional_text(c.vector_chunks); }},
    {"rounds", kRight, [](const CheckedFile& c) { return optional_text(c.rounds); }},
    {"epochs", kRight, [](const CheckedFile& c) { return optional_text(c.description.epochs); }},
    {"deficiency", kRight,
     [](const CheckedFile& c) { return c.deficiency ? fmt::format("{:.2f}", *c.deficiency) : ""; }},
    {"verdict", kLeft, short_verdict}};

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
  for (const Shown& shown : kShown) table.add_column(shown.head, shown.align);
  for (const CheckedFile& c : files) {
    std::vector<std::string> row;
    for (const Shown& shown : kShown) row.push_back(shown.text(c));
    table.add_row(row);
  }
  return table.text(0);
}

}  // namespace orrery
