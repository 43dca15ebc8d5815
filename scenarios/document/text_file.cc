#include "scenarios/document/text_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "scenarios/document/errors.h"

namespace orrery {
namespace {

constexpr std::size_t kMaxFileBytes = 16u << 20;

[[noreturn]] void fail(const std::filesystem::path& file, Complaint complaint) {
  throw InputError({file.string()}, "", std::move(complaint));
}

}  // namespace

std::string read_text_file(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    fail(file, {fmt::format("cannot read: {}", std::strerror(in ? EISDIR : errno))});
  std::string text(kMaxFileBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) fail(file, {fmt::format("cannot read: {}", std::strerror(errno))});
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kMaxFileBytes) fail(file, {"larger than 16 MiB", "a small text file"});
  return text;
}

}  // namespace orrery
