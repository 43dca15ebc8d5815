#include "scenarios/document/program_formats.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <mutex>
#include <tuple>

namespace orrery {

#define PROGRAM_FORMAT(name) extern const ProgramFormat name;
#include "program_formats.inc"
#undef PROGRAM_FORMAT

namespace {

#define PROGRAM_FORMAT(name) &(name),
constexpr const ProgramFormat* kFormats[] = {
#include "program_formats.inc"
};
#undef PROGRAM_FORMAT

/// Less where the file has less or cannot be read.
std::string beginning_of(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};  // a pipe is read but once
  std::array<char, 4096> bytes;
  std::ifstream in(path, std::ios::binary);
  in.read(bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(in.gcount())};
}

}  // namespace

std::span<const ProgramFormat* const> program_formats() {
  return kFormats;
}

const ProgramFormat& format_of(const std::filesystem::path& path,
                               std::span<const ProgramFormat* const> formats) {
  const std::string beginning = beginning_of(path);
  const auto found = std::ranges::find_if(
      formats, [&](const ProgramFormat* f) { return f->recognises(path, beginning); });
  return found == formats.end() ? *formats.front() : **found;
}

const ProgramFormat* recognised_program_format(const std::filesystem::path& path) {
  const std::string beginning = beginning_of(path);
  const auto* const found = std::ranges::find_if(
      kFormats, [&](const ProgramFormat* f) { return f->recognises(path, beginning); });
  return found == std::end(kFormats) ? nullptr : *found;
}

bool holds_plan(const std::filesystem::path& path) {
  const ProgramFormat* const format = recognised_program_format(path);
  return format != nullptr && format->read_plan != nullptr;
}

/// A plan is known as long as a cell has it, and the last one that was read is kept: every cell of a sweep asks for it,
/// some times.
ScheduleFile read_schedule(const std::filesystem::path& path, std::int64_t bytes) {
  const ProgramFormat& format = format_of(path);
  if (format.read_plan == nullptr)
    return {std::make_shared<const Schedule>(format.read(path)), nullptr};
  static std::mutex mutex;
  static std::map<std::tuple<std::filesystem::path, std::int64_t, std::filesystem::file_time_type>,
                  std::weak_ptr<const Plan>>
      known;
  static std::shared_ptr<const Plan> last;
  std::error_code none;
  const std::tuple key(std::filesystem::absolute(path, none), bytes,
                       std::filesystem::last_write_time(path, none));
  const std::scoped_lock lock(mutex);
  std::weak_ptr<const Plan>& plan = known[key];
  if (auto had = plan.lock()) return {nullptr, had};
  last = std::make_shared<const Plan>(format.read_plan(path, bytes));
  plan = last;
  return {nullptr, last};
}

}  // namespace orrery
