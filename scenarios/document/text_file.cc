#include "scenarios/document/text_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "scenarios/document/scenario.h"

namespace orrery {
namespace {

constexpr std::size_t kMaxFileBytes = 16u << 20;

}  // namespace

std::string read_text_file(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    throw InputError(
        fmt::format("{}: cannot read: {}", file.string(), std::strerror(in ? EISDIR : errno)));
  std::string text(kMaxFileBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad())
    throw InputError(fmt::format("{}: cannot read: {}", file.string(), std::strerror(errno)));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kMaxFileBytes)
    throw InputError(
        fmt::format("{}: larger than 16 MiB; expected a small text file", file.string()));
  return text;
}

}  // namespace orrery
