#include "scenarios/text/text_file.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "scenarios/text/errors.h"

namespace orrery::inline text {
namespace {

constexpr std::size_t kMaxFileBytes = 16u << 20;

[[noreturn]] void fail(const std::filesystem::path& file, Complaint complaint) {
  throw InputError({file.string()}, "", std::move(complaint));
}

}  // namespace

std::string read_text_file(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  const int unread = in ? EISDIR : errno;
  std::error_code none;
  if (!in || std::filesystem::is_directory(file, none))
    fail(file, {fmt::format("cannot be read: {}", std::strerror(unread))});
  std::string text = read_stream(in, file.string(), kMaxFileBytes);
  if (in.bad()) fail(file, {fmt::format("cannot be read: {}", std::strerror(errno))});
  return text;
}

std::ifstream open_file(const std::filesystem::path& file, const std::string& expected,
                        std::ios::openmode mode) {
  errno = 0;
  std::ifstream in(file, std::ios::binary | mode);
  const int unread = errno;
  std::error_code none;
  const bool is_folder = std::filesystem::is_directory(file, none);
  if (!in || is_folder)
    fail(file,
         {fmt::format("cannot be read: {}", std::strerror(is_folder ? EISDIR : unread)), expected});
  return in;
}

std::string read_file(const std::filesystem::path& file, const std::string& expected,
                      std::uintmax_t most) {
  std::ifstream in = open_file(file, expected, std::ios::ate);
  std::string text;
  if (const auto size = static_cast<std::streamoff>(in.tellg()); size > 0) {
    if (static_cast<std::uintmax_t>(size) > most)
      fail(file, {fmt::format("larger than {} GiB", most >> 30), "a smaller file"});
    text.resize(static_cast<std::size_t>(size));
    in.seekg(0);
    in.read(text.data(), size);
    text.resize(static_cast<std::size_t>(in.gcount()));
  } else {
    in.clear();
    text = read_stream(in, file.string());
  }
  if (in.bad() || (in.fail() && !in.eof()))
    fail(file, {fmt::format("cannot be read: {}", std::strerror(errno))});
  return text;
}

std::string beginning_of(const std::filesystem::path& file) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none)) return {};
  std::string bytes(4096, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(bytes.data(), std::ssize(bytes));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

std::string read_stream(std::istream& in, const std::string& name, std::size_t most) {
  std::string text;
  std::array<char, 1 << 16> part;
  while (in.read(part.data(), part.size()), in.gcount() > 0) {
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > most)
      fail(name, {fmt::format("larger than {} MiB", most >> 20), "a small text file"});
  }
  return text;
}

}  // namespace orrery::inline text
