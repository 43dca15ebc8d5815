#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/report/plot/plot.h"
#include "scenarios/reproduce/verdict.h"

/// Results of the papers, recomputed and compared with the printed ones. Adding one: a file
/// scenarios/reproduce/<paper>/<name>.cc that defines `extern const Reproduction <name>` (one file may define
/// several), and a line in scenarios/reproduce/CMakeLists.txt.
namespace orrery::inline reproduce {

/// A computed value that the paper does not have: nothing to compare, so no verdict.
struct Result {
  std::string what;
  std::string value;
  std::string remark;
};

struct Evidence {
  std::vector<std::string> notes;  ///< paragraphs, printed before the table
  std::vector<Finding> findings;   ///< comparisons, each with a verdict
  std::vector<Result> results;     ///< values without comparison, printed after it
  std::vector<std::pair<std::string, std::string>> files;  ///< name and text, for --out
  std::vector<std::pair<std::string, Plot>>
      plots;  ///< file name (.png, .svg) and picture, for --out
};

/// The tools and settings of a reproduction.
struct Workshop {
  int jobs = 1;                ///< runs at the same time
  std::filesystem::path keep;  ///< finished runs are kept in and taken from here; empty: nowhere
  std::string topology;        ///< requested, if the reproduction takes any; empty: its own
  /// Called with the numbers of finished runs and of all runs.
  std::function<void(std::size_t done, std::size_t total)> progress;
};

/// The function of a reproduction: it takes jobs only, or the whole workshop.
class Experiment {
 public:
  constexpr Experiment(Evidence (*run)(int jobs)) : with_jobs_(run) {}
  constexpr Experiment(Evidence (*run)(const Workshop&)) : with_all_(run) {}
  Evidence operator()(const Workshop& w) const {
    return with_jobs_ != nullptr ? with_jobs_(w.jobs) : with_all_(w);
  }

 private:
  Evidence (*with_jobs_)(int) = nullptr;
  Evidence (*with_all_)(const Workshop&) = nullptr;
};

struct Reproduction {
  std::string_view name;    ///< "paper1-tables"
  std::string_view title;   ///< one sentence
  std::string_view source;  ///< paper, table or figure
  Experiment run;
  /// Does the same as `run`, with α (in the paper's units, >= 0) chosen by the user; null if there
  /// is none to choose.
  Evidence (*run_at)(int jobs, std::int64_t alpha) = nullptr;
  bool slow = false;            ///< takes ten seconds or minutes: left out of the default tests
  bool takes_minutes = false;   ///< then --all leaves it out unless --long is given
  bool takes_topology = false;  ///< obeys Workshop::topology
  /// The reason why its rows, or some of them, notice no change of the model (sensitivity.h);
  /// empty: all notice one.
  std::string_view beyond_model = {};
};

/// Returns all reproductions, in the order of CMakeLists.txt.
std::span<const Reproduction* const> reproductions();

/// Finds a reproduction. THROWS InputError naming the nearest.
const Reproduction& find_reproduction(std::string_view name);

}  // namespace orrery::inline reproduce
