#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/commands/orrery/line/command_line.h"
#include "scenarios/report/export.h"
#include "scenarios/report/link_watch.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/plot/plot.h"
#include "scenarios/report/results_view.h"
#include "scenarios/run/expect.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline commands {

/// The targets of a scenario's results, from the command line. Outlives the parse.
struct OutputOptions {
  std::map<std::string, std::optional<std::string>> files;  ///< by option name
  std::set<std::string> pictures;                           ///< those of the files that are drawn
  bool quiet = false;
  bool reproducible = false;
  bool strict = false;
  std::string sort, columns, style;
  std::size_t top = 0;

  /// Adds --json, --csv, --junit, --reproducible, --strict, --quiet.
  void add_to(CommandLine& command);
  /// Adds --sort, --top, --columns, --markdown, --style.
  void add_view_to(CommandLine& command);
  void add_file(CommandLine& command, const std::string& option, const char* help);
  /// Adds a file that is drawn; `names` such as "-o,--out" are known by the first.
  void add_picture(CommandLine& command, const std::string& names, const char* help);
};

/// The files to write; each is known to be writable. THROWS InputError, OutputError.
class Outputs {
 public:
  /// Opens the files. `pictures` draws; null: drawing is an error.
  explicit Outputs(const OutputOptions& options, const Pictures* pictures = nullptr);

  bool empty() const { return files_.empty(); }
  bool wants(const std::string& option) const { return files_.contains(option); }
  const OutputFile& file(const std::string& option) const { return files_.at(option); }
  /// Finds before the runs that a scenario has no table of --style. THROWS InputError.
  void check_style(const Scenario& scenario) const;
  /// Writes the file of an option, if requested.
  void write(const std::string& option, const std::function<std::string()>& text) const;
  /// Writes a table in CSV as --csv and, with an object for each row, as --json, if requested.
  void write_table(const std::function<std::string()>& csv) const;
  /// Writes the picture of an option, if requested. THROWS InputError for a plot that has a flaw.
  void draw(const std::string& option, const std::function<Plot()>& plot) const;
  /// Returns the contents of the picture of an option that is requested.
  std::string drawn(const std::string& option, const Plot& plot) const;
  /// Returns a watch on the links of that many cells, if requested.
  std::optional<LinkWatch> watch_links(std::size_t cells) const;
  /// Writes the table of links of --links or --link-rounds, if requested.
  void write_links(const std::vector<RunResult>& results, const LinkWatch& watch) const;

  bool is_quiet() const { return quiet_; }
  bool is_strict() const { return strict_; }
  /// Returns the view of the table and CSV on the results.
  const ResultsView& view() const { return view_; }
  /// Removes values that differ from run to run, if requested.
  void strip(std::vector<RunResult>& results) const;
  /// Writes to standard output unless a file goes there.
  void say(const std::string& text, Colours colours = Colours::kNone) const;

  /// Checks the scenario's expectations, prints tables and failures, writes the files; returns the
  /// exit code.
  int report(const Scenario& scenario, std::vector<RunResult> results) const;

  /// A scenario of several, by its name on the command line, and its results.
  struct Part {
    std::string name;
    const Scenario* scenario = nullptr;
    std::vector<RunResult> results;
  };
  /// Writes one report of several scenarios: a table of each, their sum, and files that hold all of
  /// them, each run with its `scenario`. Returns the highest exit code.
  int report(std::vector<Part> parts) const;

 private:
  bool use_stdout() const;
  std::string markdown_of(const std::vector<Part>& parts) const;
  std::string table_of(const Part& part, const std::vector<Check>& checks) const;
  int status_of(const std::vector<RunResult>& results, const std::vector<Check>& checks) const;

  std::map<std::string, OutputFile> files_;
  const Pictures* pictures_;
  ResultsView view_;
  std::optional<BenchmarkStyle> style_;
  bool quiet_, reproducible_, strict_;
};

/// The files of --json, --csv and --junit, if requested, for results that come in parts: a sweep
/// too long for memory, or several scenarios. Each file is one whole document. Its functions THROW
/// OutputError.
class ResultFiles {
 public:
  explicit ResultFiles(const Outputs& outputs);

  /// Begins another scenario: a suite of its own in JUnit. REQUIRES a call before add().
  void begin(const std::string& title) { junit_.begin(title); }
  /// Adds results; the checks refer to cells by their place in these results.
  void add(const std::vector<RunResult>& results, const std::vector<Check>& checks);
  void finish();

 private:
  void write(const char* option, std::string_view text);
  void add_expectations(std::vector<Check> checks);
  void add_fits(const std::vector<RunResult>& results);

  const Outputs& outputs_;
  std::map<std::string, OutputStream> streams_;
  JunitReport junit_;
  std::string expectations_, fits_;
  std::size_t runs_ = 0;  ///< so far
};

}  // namespace orrery::inline commands
