#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/plan/plan.h"
#include "emu/schedule/schedule.h"

/// Files that hold a program: what each rank sends, receives and computes, and what has to come before
/// what. A scenario names one (key `schedule`); who can read it is elsewhere. Adding a format: a file
/// scenarios/formats/<name>_reader.cc that defines `extern const ProgramFormat <name>_program`, and a line
/// in scenarios/formats/CMakeLists.txt.
namespace orrery {

struct ProgramFormat {
  std::string_view name;     ///< "GOAL"
  std::string_view summary;  ///< what it is and who writes it, one sentence
  /// Whether a file is of this format, from its name and its first bytes.
  bool (*recognises)(const std::filesystem::path& path, std::string_view beginning);
  /// The whole program, complete (Schedule::complete). THROWS InputError with the file's name and, where
  /// there are lines, the line.
  Schedule (*read)(const std::filesystem::path& path);
  std::string_view id = {};  ///< "goal"
  /// Instead of `read`: a plan of a collective, for so many bytes of the whole vector (0: not known). THROWS
  /// InputError. Null: the file holds operations, not chunks.
  Plan (*read_plan)(const std::filesystem::path& path, std::int64_t bytes) = nullptr;
};

/// All formats, in the order of scenarios/formats/CMakeLists.txt.
std::span<const ProgramFormat* const> program_formats();

/// The first of `formats` that recognises the file; of a file that none does the first, whose reader says
/// what is wrong with it. REQUIRES a format.
const ProgramFormat& format_of(const std::filesystem::path& path,
                               std::span<const ProgramFormat* const> formats = program_formats());

/// The first that recognises the file; null: none.
const ProgramFormat* recognised_program_format(const std::filesystem::path& path);

/// Whether a file holds a plan of a collective.
bool holds_plan(const std::filesystem::path& path);

/// One of both.
struct ScheduleFile {
  std::shared_ptr<const Schedule> program;
  std::shared_ptr<const Plan> plan;
};
/// THROWS InputError.
ScheduleFile read_schedule(const std::filesystem::path& path, std::int64_t bytes = 0);

}  // namespace orrery
