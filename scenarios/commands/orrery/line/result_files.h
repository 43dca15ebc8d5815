#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/report/export.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/expect.h"

namespace orrery {

/// The files of --json, --csv and --junit, as far as they are wanted, from results that come part by part:
/// a sweep that is too long to be held at once, or several scenarios. Each is one whole document. Its
/// functions THROW OutputError.
class ResultFiles {
 public:
  explicit ResultFiles(const Outputs& outputs);

  /// What is added from here on is of this scenario: a suite of its own in JUnit. REQUIRES it before add().
  void begin(const std::string& title) { junit_.begin(title); }
  /// Cells of checks are those of these results.
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

}  // namespace orrery
