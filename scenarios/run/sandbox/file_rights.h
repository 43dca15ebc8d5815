#pragma once

#include <filesystem>
#include <vector>

namespace orrery {

/// From here on this process and all that it starts read nothing but `readable` (files, or folders with
/// what is in them), and write nothing but what is below `writable`, where it may execute, too. What is not there is left out. Needs no
/// rights. False, and nothing has changed, where the kernel has no Landlock.
bool confine_files(const std::vector<std::filesystem::path>& readable,
                   const std::vector<std::filesystem::path>& writable = {});

/// Whether confine_files() would work.
bool can_confine_files();

}  // namespace orrery
