#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <istream>
#include <string>

namespace orrery {

/// The contents of a file of at most 16 MiB. THROWS InputError naming it.
std::string read_text_file(const std::filesystem::path& file);

/// A file opened for reading, in binary and whatever else `mode` says. THROWS InputError naming it where it cannot be
/// opened or is a folder; `expected` is what should be there, in words.
std::ifstream open_file(const std::filesystem::path& file, const std::string& expected,
                        std::ios::openmode mode = {});

/// For tables and schedules: what is longer than this has no end.
inline constexpr std::size_t kMostStreamBytes = std::size_t{256} << 20;
/// What is left of a stream, such as a pipe or a device. `name` is for errors. THROWS InputError where
/// it is more than `most`; what else went wrong the stream says.
std::string read_stream(std::istream& in, const std::string& name,
                        std::size_t most = kMostStreamBytes);

}  // namespace orrery
