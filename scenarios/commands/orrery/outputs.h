#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/commands/orrery/command_line.h"
#include "scenarios/document/scenario.h"
#include "scenarios/report/links.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/runner.h"

namespace orrery {

/// Where the results of a scenario go, as said on the command line. Outlives the parse.
struct OutputOptions {
  std::map<std::string, std::optional<std::string>> files;  ///< by option name
  bool quiet = false;
  bool reproducible = false;
  bool strict = false;

  /// --json, --csv, --junit, --reproducible, --strict, --quiet.
  void add_to(CommandLine& command);
  void add_file(CommandLine& command, const std::string& option, const char* help);
};

/// The files to write; each is known to be writable. THROWS InputError, OutputError.
class Outputs {
 public:
  explicit Outputs(const OutputOptions& options);

  bool empty() const { return files_.empty(); }
  bool wants(const std::string& option) const { return files_.contains(option); }
  const OutputFile& file(const std::string& option) const { return files_.at(option); }
  /// The table of links of --links or --link-rounds, where they are wanted.
  void write_links(const std::vector<RunResult>& results, const LinkWatch& watch) const;

  bool is_quiet() const { return quiet_; }
  bool is_strict() const { return strict_; }
  /// Leaves out what differs from run to run, where that is wanted.
  void strip(std::vector<RunResult>& results) const;
  /// Writes to standard output unless a file goes there.
  void say(const std::string& text) const;

  /// Checks the scenario's expectations, prints tables and failures, writes the files; returns the
  /// exit code.
  int report(const Scenario& scenario, std::vector<RunResult> results) const;

 private:
  bool use_stdout() const;

  std::map<std::string, OutputFile> files_;
  bool quiet_, reproducible_, strict_;
};

}  // namespace orrery
