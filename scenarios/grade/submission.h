#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "algorithms/algorithm.h"
#include "scenarios/grade/assignment.h"
#include "scenarios/run/sandbox/folder.h"
#include "scenarios/spec/scenario.h"

/// Submissions: recognised, built, loaded. Nothing in them can end this program.
namespace orrery::inline grade {

struct Submission {
  std::string kind;          ///< "source", "project", "plugin", "schedule"; empty: none of these
  std::string failure;       ///< why nothing can be run; empty: it can
  std::string build_output;  ///< output of the compiler
  const Algorithm* algorithm = nullptr;  ///< null for a schedule, and if there is a failure
  std::optional<ScheduleRun> schedule;   ///< with a plan; nothing if there is a failure
  std::filesystem::path library;         ///< the plug-in that is run
};

/// The place and settings for building submissions.
struct BuildPlace {
  SandboxKind sandbox = SandboxKind::kNamespaces;
  const TemporaryFolder& folder;  ///< only this program writes to it
};

/// Copies, builds and loads `path`: a C++ source file, a folder with a CMake project or one source
/// file, a plug-in, a schedule. The limits of the assignment hold for all plug-ins from here on.
/// THROWS InputError if the path does not exist, or this machine lacks a tool (a compiler, a
/// sandbox).
Submission open_submission(const Assignment& assignment, const std::filesystem::path& path,
                           const BuildPlace& workshop);

}  // namespace orrery::inline grade
