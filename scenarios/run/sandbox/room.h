#pragma once

#include <filesystem>
#include <vector>

/// A private root directory.
namespace orrery::inline run {

/// Enters new user, mount, process, network, IPC and name spaces; the next forked process is the
/// first of its process namespace. Returns false if the system does not allow it. REQUIRES one
/// thread.
bool enter_namespaces();

/// Replaces / in the first process of these: memory of `disk` bytes with the system's programs and
/// `readable` in their places, `input` at /input, all read-only, and an empty folder /work. `place`
/// is an empty folder. Returns false if a step is not allowed.
bool make_room(const std::filesystem::path& place, const std::filesystem::path& input,
               const std::vector<std::filesystem::path>& readable, long long disk);

}  // namespace orrery::inline run
