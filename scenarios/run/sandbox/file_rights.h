#pragma once

#include <filesystem>
#include <vector>

namespace orrery::inline run {

/// Restricts this process and all that it starts: they read nothing but `readable` (files, or
/// folders with their contents), write nothing but files below `writable`, and execute both.
/// Missing paths are ignored. Needs no rights. Returns false, and changes nothing, if the kernel
/// has no Landlock.
bool confine_files(const std::vector<std::filesystem::path>& readable,
                   const std::vector<std::filesystem::path>& writable = {});

/// Returns whether confine_files() would work.
bool can_confine_files();

}  // namespace orrery::inline run
