#include "scenarios/document/program_formats.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace orrery {

#define PROGRAM_FORMAT(name) extern const ProgramFormat name;
#include "program_formats.inc"
#undef PROGRAM_FORMAT

namespace {

#define PROGRAM_FORMAT(name) &(name),
constexpr const ProgramFormat* kFormats[] = {
#include "program_formats.inc"
};
#undef PROGRAM_FORMAT

/// Less where the file has less or cannot be read.
std::string beginning_of(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};  // a pipe is read but once
  std::array<char, 4096> bytes;
  std::ifstream in(path, std::ios::binary);
  in.read(bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(in.gcount())};
}

}  // namespace

std::span<const ProgramFormat* const> program_formats() {
  return kFormats;
}

const ProgramFormat& format_of(const std::filesystem::path& path,
                               std::span<const ProgramFormat* const> formats) {
  const std::string beginning = beginning_of(path);
  const auto found = std::ranges::find_if(
      formats, [&](const ProgramFormat* f) { return f->recognises(path, beginning); });
  return found == formats.end() ? *formats.front() : **found;
}

std::shared_ptr<const TaskGraph> read_program(const std::filesystem::path& path) {
  return std::make_shared<const TaskGraph>(format_of(path).read(path));
}

}  // namespace orrery
