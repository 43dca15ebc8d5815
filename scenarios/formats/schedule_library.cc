#include <map>

#include <fmt/format.h>

#include "scenarios/formats/chakra/groups.h"
#include "scenarios/formats/checked_file.h"
#include "scenarios/report/table.h"
#include "scenarios/text/errors.h"

namespace orrery::inline formats {
namespace {

template <class T>
std::string optional_text(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "";
}

/// Returns the verdict, cut to a line of a table; `orrery check` prints all of it.
std::string short_verdict(const CheckedFile& c) {
  constexpr std::size_t kMost = 60;
  if (c.error.empty()) return c.verified ? "verified" : "nothing to verify";
  if (c.error.size() <= kMost) return c.error;
  std::size_t end = kMost - 3;  // where a character begins
  while (end > 0 && (static_cast<unsigned char>(c.error[end]) & 0xc0U) == 0x80U) --end;
  return c.error.substr(0, end) + "...";
}

/// The entries of checked_columns() that fit into a line of a table.
struct ShownSchedule {
  const char* head;
  TextTable::Align align;
  std::string (*text)(const CheckedFile&);
};
constexpr auto kLeft = TextTable::Align::kLeft, kRight = TextTable::Align::kRight;

const ShownSchedule kShown[] = {
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

/// Returns whether a file is listed: of the traces of a job only that of rank 0 is.
bool stands_for_itself(const std::filesystem::path& path, const ScheduleFormat& format) {
  if (format.name != "chakra") return true;
  const std::filesystem::path first = chakra::file_of(path, 0);
  std::error_code none;
  return path == first || !std::filesystem::exists(first, none);
}

}  // namespace

std::vector<CheckedFile> check_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::map<std::filesystem::path, const ScheduleFormat*> schedules;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (const ScheduleFormat* const format = schedule_to_check(entry.path());
        format != nullptr && stands_for_itself(entry.path(), *format))
      schedules[entry.path()] = format;
  if (error)
    throw InputError({folder.string()}, "",
                     {fmt::format("cannot be read: {}", error.message()), "a folder of schedules"});
  std::vector<CheckedFile> files;
  files.reserve(schedules.size());
  for (const auto& [path, format] : schedules) files.push_back(check_file(path, *format));
  std::erase_if(files, [](const CheckedFile& c) { return c.is_other; });
  return files;
}

std::string library_table(const std::vector<CheckedFile>& files) {
  TextTable table;
  for (const ShownSchedule& shown : kShown) table.add_column(shown.head, shown.align);
  for (const CheckedFile& c : files) {
    std::vector<std::string> row;
    for (const ShownSchedule& shown : kShown) row.push_back(shown.text(c));
    table.add_row(row);
  }
  return table.text(0);
}

}  // namespace orrery::inline formats
