#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "scenarios/text/errors.h"

namespace orrery::inline report {

/// Target of a result: a file, or "-" for stdout. A file appears complete or not at all: it is
/// written next to its final place and then renamed. Pipes, devices and other special files are
/// written directly.
class OutputFile {
 public:
  /// Checks now whether the target can be written, before any run. THROWS OutputError.
  /// `option` is for errors.
  OutputFile(std::string target, std::string option);

  /// Writes the result. THROWS OutputError; then nothing is left behind.
  void write(std::string_view text) const;
  /// Adds text to the end of the file at once, which several programs may do. THROWS OutputError.
  void append(std::string_view text) const;

  const std::string& target() const { return target_; }
  bool is_stdout() const { return target_ == "-"; }
  const std::filesystem::path& place() const {
    return path_;
  }  ///< links resolved; empty for stdout

 private:
  friend class OutputStream;
  [[noreturn]] void fail(std::string_view what, int error) const;
  std::filesystem::path temporary() const;

  std::string target_;
  std::string option_;
  std::filesystem::path path_;
  bool regular_ = true;
};

/// A result that is written piece by piece. Unless commit() is called nothing is left behind.
class OutputStream {
 public:
  /// Opens the target. THROWS OutputError, as the other functions do.
  explicit OutputStream(OutputFile file);
  ~OutputStream();
  OutputStream(const OutputStream&) = delete;
  OutputStream& operator=(const OutputStream&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  OutputFile file_;
  int descriptor_ = -1;  // none for stdout, and after commit()
};

/// Whether colours in Orrery's own text reach stdout; foreign texts move no cursor (printable()).
enum class Colours { kNone, kKept };

/// Writes to stdout. THROWS OutputError.
void write_stdout(std::string_view text, Colours colours = Colours::kNone);

}  // namespace orrery::inline report
