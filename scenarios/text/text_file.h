#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <istream>
#include <limits>
#include <string>

namespace orrery::inline text {

/// Returns the contents of a file of at most 16 MiB. THROWS InputError naming it.
std::string read_text_file(const std::filesystem::path& file);

/// Opens a file for reading, in binary and in `mode`. THROWS InputError naming it if it cannot be
/// opened or is a folder; `expected` is what should be there, in words.
std::ifstream open_file(const std::filesystem::path& file, const std::string& expected,
                        std::ios::openmode mode = {});

/// Returns the contents of a file of at most `most` bytes; of at most kMostStreamBytes if its size
/// is not known before. Reads it in one piece: large files would not fit twice. THROWS InputError,
/// as open_file and read_stream.
std::string read_file(const std::filesystem::path& file, const std::string& expected,
                      std::uintmax_t most = std::numeric_limits<std::uintmax_t>::max());

/// Returns the first bytes of a file, from which readers recognise its format; nothing for a pipe,
/// which can be read only once, and for files that cannot be read.
std::string beginning_of(const std::filesystem::path& file);

/// The limit for tables and schedules: longer streams are taken for endless.
inline constexpr std::size_t kMostStreamBytes = std::size_t{256} << 20;
/// Reads the rest of a stream, such as a pipe or a device. `name` is for errors. THROWS InputError
/// if it is more than `most`; the stream's state tells other failures.
std::string read_stream(std::istream& in, const std::string& name,
                        std::size_t most = kMostStreamBytes);

}  // namespace orrery::inline text
