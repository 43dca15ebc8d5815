#pragma once

#include <filesystem>
#include <string>

#include "algorithms/algorithm.h"
#include "scenarios/grade/assignment.h"
#include "scenarios/run/sandbox/folder.h"

/// What was handed in: found out what it is, built, loaded. Nothing that it does ends this program.
namespace orrery {

struct Submission {
  std::string kind;          ///< "source", "project", "plugin", "schedule"; empty: none of these
  std::string failure;       ///< why there is nothing to run; empty: there is
  std::string build_output;  ///< what the compiler said
  const Algorithm* algorithm = nullptr;  ///< null if there is a failure
  std::filesystem::path library;         ///< the plug-in as it is run
};

/// How submissions are built.
struct BuildPlace {
  SandboxKind sandbox = SandboxKind::kNamespaces;
  const TemporaryFolder& folder;  ///< its contents are ours
};

/// Copies, builds and loads what `path` is: a C++ source file, a folder with a CMake project or one source
/// file, a plug-in, a schedule. The limits of the assignment hold for all plug-ins from here on. THROWS InputError if there is nothing
/// of that name, or this machine lacks what it takes (a compiler, a sandbox).
Submission open_submission(const Assignment& assignment, const std::filesystem::path& path,
                           const BuildPlace& workshop);

}  // namespace orrery
