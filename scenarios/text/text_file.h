#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <istream>
#include <limits>
#include <string>

namespace orrery {

/// Returns the contents of a file of at most 16 MiB. THROWS InputError naming it.
std::string read_text_file(const std::filesystem::path& file);

/// A file opened for reading, in binary and whatever else `mode` says. THROWS InputError naming it where it cannot be
/// opened or is a folder; `expected` is what should be there, in words.
std::ifstream open_file(const std::filesystem::path& file, const std::string& expected,
                        std::ios::openmode mode = {});

/// The contents of a file of at most `most` bytes, where these are known before; of others at most kMostStreamBytes. They
/// are read in one piece: large ones would not fit twice. THROWS InputError, as open_file and read_stream.
std::string read_file(const std::filesystem::path& file, const std::string& expected,
                      std::uintmax_t most = std::numeric_limits<std::uintmax_t>::max());

/// Returns the first bytes of a file, from which readers recognise what it is; none of a pipe, which is read but once, and of what cannot
/// be read.
std::string beginning_of(const std::filesystem::path& file);

/// For tables and schedules: what is longer than this has no end.
inline constexpr std::size_t kMostStreamBytes = std::size_t{256} << 20;
/// What is left of a stream, such as a pipe or a device. `name` is for errors. THROWS InputError where
/// it is more than `most`; what else went wrong the stream says.
std::string read_stream(std::istream& in, const std::string& name,
                        std::size_t most = kMostStreamBytes);

}  // namespace orrery
