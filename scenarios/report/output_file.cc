#include "scenarios/report/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "emu/base/printable.h"

namespace orrery::inline report {
namespace fs = std::filesystem;
namespace {

/// Writes all; returns 0 or errno.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

/// Returns the target of a symbolic link, existing or not.
fs::path followed(fs::path path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(path, error)); ++i)
    path = path.parent_path() / fs::read_symlink(path, error);
  return path;
}

}  // namespace

OutputFile::OutputFile(std::string target, std::string option)
    : target_(std::move(target)), option_(std::move(option)) {
  if (is_stdout()) return;
  if (target_.empty()) fail("the name is empty", 0);
  std::error_code error;
  // A pipe has no canonical path, /dev/stdout leads to one.
  const fs::file_status given = fs::status(target_, error);
  regular_ = !fs::exists(given) || fs::is_regular_file(given) || fs::is_directory(given);
  path_ = fs::absolute(target_, error);
  if (error) fail("cannot be written", error.value());  // the working folder was removed
  if (!regular_) {
    if (access(path_.c_str(), W_OK) != 0) fail("cannot be written", errno);
    return;
  }
  path_ = fs::weakly_canonical(followed(path_), error);
  if (error) fail("cannot be written", error.value());
  const fs::file_status status = fs::status(path_, error);
  if (fs::is_directory(status)) fail("cannot be written", EISDIR);
  if (fs::exists(status) && access(path_.c_str(), W_OK) != 0) fail("cannot be written", errno);
  const int file = open(temporary().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) fail("cannot be written", errno);
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

void OutputFile::write(std::string_view text) const {
  OutputStream stream(*this);
  stream.write(text);
  stream.commit();
}

void OutputFile::append(std::string_view text) const {
  const int file = open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) fail("cannot be written", errno);
  int error = write_all(file, text);
  if (close(file) != 0 && error == 0) error = errno;
  if (error != 0) fail("cannot be written", error);
}

OutputStream::OutputStream(OutputFile file) : file_(std::move(file)) {
  if (file_.is_stdout()) return;
  descriptor_ = file_.regular_
                    ? open(file_.temporary().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)
                    : open(file_.path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) file_.fail("cannot be written", errno);
}

OutputStream::~OutputStream() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  if (file_.regular_) unlink(file_.temporary().c_str());
}

void OutputStream::write(std::string_view text) {
  if (file_.is_stdout()) return write_stdout(text);
  if (const int error = write_all(descriptor_, text)) file_.fail("cannot be written", error);
}

void OutputStream::commit() {
  if (descriptor_ < 0) return;
  int error = close(std::exchange(descriptor_, -1)) != 0 ? errno : 0;
  if (!file_.regular_ && error == 0) return;
  const fs::path temporary = file_.temporary();
  if (error == 0 && rename(temporary.c_str(), file_.path_.c_str()) != 0) error = errno;
  if (error == 0) return;
  if (file_.regular_) unlink(temporary.c_str());
  file_.fail("cannot be written", error);
}

void write_stdout(std::string_view given, Colours colours) {
  const std::string text = colours == Colours::kKept ? std::string(given) : printable(given);
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written != text.size() || std::fflush(stdout) != 0)
    throw OutputError(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
}

}  // namespace orrery::inline report
