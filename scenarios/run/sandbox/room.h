#pragma once

#include <filesystem>
#include <vector>

/// A root directory of one's own.
namespace orrery {

/// New user, mount, process, network, IPC and name spaces; the next process that is forked is the first
/// of its process namespace. False if the system does not allow it. REQUIRES one thread.
bool enter_namespaces();

/// In the first process of these: from here on / is memory of `disk` bytes with the system's programs and
/// `readable` in their places, `input` at /input, all read-only, and an empty folder /work. `place` is an
/// empty folder. False if something of it is not allowed.
bool make_room(const std::filesystem::path& place, const std::filesystem::path& input,
               const std::vector<std::filesystem::path>& readable, long long disk);

}  // namespace orrery
