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

/// Files of other tools that hold a schedule: the operations of each rank and their dependencies,
/// or a plan of a collective, chunk by chunk. A scenario names one (key `schedule`). Adding a
/// format: a folder in scenarios/formats/ that defines `extern const ScheduleFormat <name>_format`,
/// and a line in CMakeLists.txt there.
namespace orrery::inline spec {

/// The caller's settings for a file that holds a plan.
struct PlanOptions {
  std::string collective;            ///< in place of the file's; empty: the file's
  std::optional<std::int32_t> root;  ///< of a rooted collective
  /// Bytes of the whole vector, which decide how often a pipeline of MSCCL++ goes round; 0: twice.
  std::int64_t bytes = 0;
};

/// A format of files with operations, or of files with a plan. It writes the same kind that it
/// reads.
struct ScheduleFormat {
  std::string_view name;  ///< "goal"
  /// Returns whether a file is of this format, from its name and its first bytes.
  bool (*recognises)(const std::filesystem::path& path, std::string_view beginning);
  /// Reads the operations of all ranks, complete (Schedule::complete). THROWS InputError with the
  /// file's name and, in files of lines, the line.
  Schedule (*read)(const std::filesystem::path& path) = nullptr;
  /// Reads a plan. THROWS PlanError for all mistakes except those that check() finds.
  Plan (*read_plan)(std::string text, const PlanOptions& options) = nullptr;
  std::string (*write)(const Schedule& schedule) = nullptr;
  /// Writes a plan. REQUIRES is_two_sided. THROWS InputError for plans that the format cannot
  /// express.
  std::string (*write_plan)(const Plan& plan) = nullptr;
  std::string_view ending = {};   ///< of files that are written: ".goal"
  std::string_view summary = {};  ///< contents and the programs that read it, one sentence
};

/// Returns all formats, in the order of scenarios/formats/CMakeLists.txt.
std::span<const ScheduleFormat* const> schedule_formats();

/// Returns the first of `formats` that recognises a file; null: none.
const ScheduleFormat* recognised_format(
    const std::filesystem::path& path,
    std::span<const ScheduleFormat* const> formats = schedule_formats());
/// Returns the first format that recognises a file; if there is none, the first of all, whose
/// reader reports what is wrong. REQUIRES a format.
const ScheduleFormat& format_of(
    const std::filesystem::path& path,
    std::span<const ScheduleFormat* const> formats = schedule_formats());

/// Returns whether the first character that is not a blank is `mark`; false for traces of Chakra
/// (.et), which begin with any bytes.
bool begins_with(const std::filesystem::path& path, std::string_view beginning, char mark);

/// Reads a plan. REQUIRES a format that reads plans. THROWS InputError (cannot be read), PlanError.
Plan read_plan(const ScheduleFormat& format, const std::filesystem::path& path,
               const PlanOptions& options = {});

/// The contents of a schedule's file: a program or a plan, the other is null.
struct ScheduleFile {
  std::shared_ptr<const Schedule> program;
  std::shared_ptr<const Plan> plan;
};
/// Reads a file for running it; mistakes in it are mistakes in the scenario. `bytes`: as in
/// PlanOptions. THROWS InputError.
ScheduleFile read_schedule(const ScheduleFormat& format, const std::filesystem::path& path,
                           std::int64_t bytes = 0);

}  // namespace orrery::inline spec
