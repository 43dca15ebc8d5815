#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "scenarios/scenario.h"

namespace orrery {

/// The finished runs of a sweep on disk, so that it can be stopped at any time and taken up again.
/// A text file: lines "# key = value" say what all runs have in common, then each run is a line of
/// CSV, its swept values, its completion time and a checksum, appended when it has finished.
///
/// A last line that is cut off (the program was killed, the disk was full) is dropped; any other
/// damage is an error that names the line, as are runs of another sweep. Values that the sweep does
/// not have any more are kept, so that it may shrink and grow.
class ResultsFile {
 public:
  /// Reads the file if there is one, otherwise makes it. THROWS InputError, OutputError.
  ResultsFile(std::filesystem::path path, const Scenario& scenario);

  /// Completion time of a cell that has been run before.
  std::optional<Time> find(const RunSpec& spec) const;
  /// How many runs were read.
  std::size_t size() const { return times_.size(); }
  /// The line that was cut off, or 0.
  int dropped_line() const { return dropped_line_; }

  /// Appends a run; it is handed to the operating system before this returns. THROWS OutputError.
  void append(const RunSpec& spec, Time completion);

 private:
  void read(const std::string& text, const std::string& head);
  void read_run(std::string_view line, int number);
  void open(std::size_t keep);
  void write(const std::string& text);

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct Run {
    Time completion{0};
    int line = 0;
  };
  std::filesystem::path path_;
  std::map<std::string, Run> times_;  // by the line's beginning: the swept values
  int dropped_line_ = 0;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace orrery
