#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/plan/plan.h"
#include "emu/schedule/schedule.h"

/// Files of other tools that hold a schedule: the operations of each rank, and what has to come before what; or a plan
/// of a collective, chunk by chunk. A scenario names one (key `schedule`). Adding a format: a folder in
/// scenarios/formats/ that defines `extern const ScheduleFormat <name>_format`, and a line in CMakeLists.txt there.
namespace orrery {

/// What the caller says beside a file that holds a plan.
struct PlanOptions {
  std::string collective;            ///< instead of what the file says; empty: that
  std::optional<std::int32_t> root;  ///< of a rooted collective
  /// Bytes of the whole vector, which decide how often a pipeline of MSCCL++ goes round; 0: twice.
  std::int64_t bytes = 0;
};

/// It reads one of both: operations or a plan. What it writes is of the same kind.
struct ScheduleFormat {
  std::string_view name;  ///< "goal"
  /// Whether a file is of this format, from its name and its first bytes.
  bool (*recognises)(const std::filesystem::path& path, std::string_view beginning);
  /// The operations of all ranks, complete (Schedule::complete). THROWS InputError with the file's name and, where
  /// there are lines, the line.
  Schedule (*read)(const std::filesystem::path& path) = nullptr;
  /// THROWS PlanError: whatever is wrong but what check() finds.
  Plan (*read_plan)(std::string text, const PlanOptions& options) = nullptr;
  std::string (*write)(const Schedule& schedule) = nullptr;
  /// REQUIRES is_two_sided. THROWS InputError: what the format cannot say.
  std::string (*write_plan)(const Plan& plan) = nullptr;
  std::string_view ending = {};   ///< of files that are written: ".goal"
  std::string_view summary = {};  ///< what is written and which programs read it, one sentence
};

/// All formats, in the order of scenarios/formats/CMakeLists.txt.
std::span<const ScheduleFormat* const> schedule_formats();

/// Returns the first of `formats` that recognises a file; null: none.
const ScheduleFormat* recognised_format(
    const std::filesystem::path& path,
    std::span<const ScheduleFormat* const> formats = schedule_formats());
/// Returns that one; of a file that none does the first, whose reader says what is wrong with it. REQUIRES a format.
const ScheduleFormat& format_of(
    const std::filesystem::path& path,
    std::span<const ScheduleFormat* const> formats = schedule_formats());

/// Returns whether the first character that is not a blank is this one; traces of Chakra (.et) begin with any bytes.
bool begins_with(const std::filesystem::path& path, std::string_view beginning, char mark);

/// REQUIRES a format that reads plans. THROWS InputError (cannot be read), PlanError.
Plan read_plan(const ScheduleFormat& format, const std::filesystem::path& path,
               const PlanOptions& options = {});

/// One of both.
struct ScheduleFile {
  std::shared_ptr<const Schedule> program;
  std::shared_ptr<const Plan> plan;
};
/// For running it: what is wrong with it is wrong with the scenario. `bytes`: as those of PlanOptions. THROWS
/// InputError.
ScheduleFile read_schedule(const ScheduleFormat& format, const std::filesystem::path& path,
                           std::int64_t bytes = 0);

}  // namespace orrery
