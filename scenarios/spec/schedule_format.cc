#include "scenarios/spec/schedule_format.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

#include <fmt/format.h>

#include "scenarios/text/errors.h"
#include "scenarios/text/text_file.h"

namespace orrery::inline formats {
#define SCHEDULE_FORMAT(name) extern const ScheduleFormat name;
#include "schedule_formats.inc"
#undef SCHEDULE_FORMAT
}  // namespace orrery::inline formats

namespace orrery::inline spec {

namespace {

#define SCHEDULE_FORMAT(name) &(name),
constexpr const ScheduleFormat* kScheduleFormats[] = {
#include "schedule_formats.inc"
};
#undef SCHEDULE_FORMAT

Plan plan_to_run(const ScheduleFormat& format, const std::filesystem::path& path,
                 std::int64_t bytes) {
  try {
    PlanOptions options;
    options.bytes = bytes;
    return read_plan(format, path, options);
  } catch (const PlanError& e) {
    throw InputError({path.string(), e.place().line}, "", {.what = e.what(), .whole = true});
  }
}

/// Returns when a file was written, or one beside it with the same ending: traces have a file for
/// each rank.
std::filesystem::file_time_type newest_beside(const std::filesystem::path& path) {
  std::error_code none;
  auto newest = std::filesystem::last_write_time(path, none);
  for (const auto& other :
       std::filesystem::directory_iterator(path.has_parent_path() ? path.parent_path() : ".", none))
    if (other.path().extension() == path.extension())
      newest = std::max(newest, other.last_write_time(none));
  return newest;
}

}  // namespace

std::span<const ScheduleFormat* const> schedule_formats() {
  return kScheduleFormats;
}

const ScheduleFormat* recognised_format(const std::filesystem::path& path,
                                        std::span<const ScheduleFormat* const> formats) {
  const std::string beginning = beginning_of(path);
  const auto found = std::ranges::find_if(
      formats, [&](const ScheduleFormat* f) { return f->recognises(path, beginning); });
  return found == formats.end() ? nullptr : *found;
}

const ScheduleFormat& format_of(const std::filesystem::path& path,
                                std::span<const ScheduleFormat* const> formats) {
  const ScheduleFormat* const format = recognised_format(path, formats);
  return format == nullptr ? *formats.front() : *format;
}

bool begins_with(const std::filesystem::path& path, std::string_view beginning, char mark) {
  const std::size_t first = beginning.find_first_not_of(" \t\r\n");
  return path.extension() != ".et" && first != beginning.npos && beginning[first] == mark;
}

Plan read_plan(const ScheduleFormat& format, const std::filesystem::path& path,
               const PlanOptions& options) {
  constexpr std::uintmax_t kMost = std::uintmax_t{1} << 30;
  Plan plan = format.read_plan(read_file(path, "", kMost), options);
  if (plan.root && *plan.root >= plan.setting.ranks)
    throw PlanError(Fault::kStructure, {},
                    fmt::format("root {} of {} ranks", *plan.root, plan.setting.ranks));
  return plan;
}

/// Reads a file once for as long as a cell has its contents, and keeps the last plan: every cell of
/// a sweep needs it several times.
ScheduleFile read_schedule(const ScheduleFormat& format, const std::filesystem::path& path,
                           std::int64_t bytes) {
  struct Known {
    std::weak_ptr<const Schedule> program;
    std::weak_ptr<const Plan> plan;
  };
  static std::mutex mutex;
  static std::map<std::tuple<std::filesystem::path, std::int64_t, std::filesystem::file_time_type>,
                  Known>
      all;
  static std::shared_ptr<const Plan> last;
  std::error_code none;
  const bool is_plan = format.read_plan != nullptr;
  const std::tuple key(
      std::filesystem::absolute(path, none), bytes,
      is_plan ? std::filesystem::last_write_time(path, none) : newest_beside(path));
  const std::scoped_lock lock(mutex);
  std::erase_if(all, [](const auto& entry) {
    return entry.second.program.expired() && entry.second.plan.expired();
  });
  Known& known = all[key];
  ScheduleFile file{known.program.lock(), known.plan.lock()};
  if (file.program != nullptr || file.plan != nullptr) return file;
  if (is_plan)
    file.plan = last = std::make_shared<const Plan>(plan_to_run(format, path, bytes));
  else
    file.program = std::make_shared<const Schedule>(format.read(path));
  known = {file.program, file.plan};
  return file;
}

}  // namespace orrery::inline spec
