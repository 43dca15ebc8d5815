#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/run/runner.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline run {

/// The finished runs of a sweep on disk, so that a sweep can be stopped at any time and continued,
/// and be shared by several processes. A text file: lines "# key = value" hold the settings of all
/// runs, then each run is a line, a checksum, the swept values and the result (result_text.h),
/// appended when it has finished.
///
/// A last line that is cut off (the program was killed, the disk was full) is dropped; any other
/// damage is an error that names the line, as are runs of another sweep. Values that the sweep no
/// longer has are kept, so that it may shrink and grow.
class ResultsFile {
 public:
  enum class Mode {
    kAppend,  ///< created if missing; no other process may append at the same time
    kRead     ///< must exist, and is not changed
  };
  /// Reads the file. `scenario` has all cells of the sweep. THROWS InputError, OutputError.
  ResultsFile(std::filesystem::path path, const Scenario& scenario, Detail detail,
              Mode mode = Mode::kAppend);

  /// Returns whether a file begins like a results file; false if it cannot be read.
  static bool is_one(const std::filesystem::path& path);

  /// Returns the result of a cell that has been run before. THROWS InputError.
  std::optional<RunResult> find(const RunSpec& spec) const;
  /// Returns the number of runs that were read.
  std::size_t size() const { return runs_.size(); }
  /// Returns the number of the line that was cut off, or 0.
  int dropped_line() const { return dropped_line_; }
  const std::filesystem::path& path() const { return path_; }

  /// Appends a run with any outcome; it is handed to the operating system before this returns.
  /// THROWS OutputError.
  void append(const RunResult& result);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct Run {
    std::string text;
    int line = 0;
  };

  void open(Mode mode);
  std::string read_all();
  void read(const std::string& text, const std::string& head);
  void read_run(std::string_view line, int number);
  void truncate(std::size_t size);
  void write(const std::string& text);
  [[noreturn]] void fail_to_write() const;
  [[noreturn]] void fail(int line, std::string_view what) const;

  std::filesystem::path path_;
  std::map<std::string, Run> runs_;  // by the swept values
  int dropped_line_ = 0;
  std::unique_ptr<std::FILE, Close> file_;
};

/// Contents of a results file without its scenario. Its parts point into the text that was read.
struct ResultsText {
  /// The settings of all runs by key; "swept" has the names of the swept keys, with commas between.
  std::map<std::string_view, std::string_view> settings;
  struct Run {
    std::string_view values;  ///< of the swept keys, as CSV
    std::string_view result;  ///< for parse_result()
  };
  std::vector<Run> runs;
};
/// Reads a results file from text; leaves out a last line that is cut off. THROWS
/// std::invalid_argument naming a line that is damaged.
ResultsText results_in(std::string_view text);

/// The cells for process number `index` of `count`: number index - 1 and every count-th after it. 1
/// <= index <= count.
struct Shard {
  int index = 1, count = 1;
  bool has(std::size_t cell) const {
    return cell % static_cast<std::size_t>(count) + 1 == static_cast<std::size_t>(index);
  }
};
/// Reads "2/8". THROWS InputError; `option` is for the error.
Shard parse_shard(std::string_view text, std::string_view option);

/// Merges the results of a sweep from several files, in the order of its cells. THROWS InputError,
/// naming cells that are in no file, and cells that differ in two files by more than the cost of
/// the run (RunResult::effort).
std::vector<RunResult> merge_results(const Scenario& scenario,
                                     const std::vector<ResultsFile>& files);

}  // namespace orrery::inline run
