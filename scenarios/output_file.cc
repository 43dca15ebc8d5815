#include "scenarios/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

namespace orrery {
namespace fs = std::filesystem;
namespace {

/// 0 or errno.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

}  // namespace

OutputFile::OutputFile(std::string target, std::string option)
    : target_(std::move(target)), option_(std::move(option)) {
  if (is_stdout()) return;
  if (target_.empty()) fail("the name is empty", 0);
  std::error_code error;
  path_ = fs::weakly_canonical(fs::absolute(target_), error);
  if (error) fail("cannot write", error.value());
  const fs::file_status status = fs::status(path_, error);
  if (fs::is_directory(status)) fail("cannot write", EISDIR);
  regular_ = !fs::exists(status) || fs::is_regular_file(status);
  if (fs::exists(status) && access(path_.c_str(), W_OK) != 0) fail("cannot write", errno);
  if (!regular_) return;
  const int file = open(temporary().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) fail("cannot write", errno);
  close(file);
  unlink(temporary().c_str());
}

void OutputFile::fail(std::string_view what, int error) const {
  throw OutputError(fmt::format("{} {}: {}{}", option_, target_, what,
                                error == 0 ? "" : fmt::format(": {}", std::strerror(error))));
}

fs::path OutputFile::temporary() const {
  return fmt::format("{}.{}.tmp", path_.string(), getpid());
}

void OutputFile::write_directly(std::string_view text) const {
  const int file = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) fail("cannot write", errno);
  const int error = write_all(file, text);
  if (close(file) != 0 || error != 0) fail("cannot write", error != 0 ? error : errno);
}

void OutputFile::write(std::string_view text) const {
  if (is_stdout()) return write_stdout(text);
  if (!regular_) return write_directly(text);
  const fs::path temporary_file = temporary();
  const int file = open(temporary_file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) fail("cannot write", errno);
  int error = write_all(file, text);
  if (close(file) != 0 && error == 0) error = errno;
  if (error == 0 && rename(temporary_file.c_str(), path_.c_str()) != 0) error = errno;
  if (error == 0) return;
  unlink(temporary_file.c_str());
  fail("cannot write", error);
}

void write_stdout(std::string_view text) {
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written != text.size() || std::fflush(stdout) != 0)
    throw OutputError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

}  // namespace orrery
