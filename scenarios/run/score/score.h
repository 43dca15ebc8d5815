#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/run/score/machines.h"

/// The accuracy of predictions, against measured times.
namespace orrery::inline run {

/// A measured row with its prediction, or the reason why it has none.
struct ScoredRow {
  MeasuredRow row;
  std::string counterpart;          ///< "allreduce ring"; empty: none
  std::string reason;               ///< why it is not scored; empty: scored after its run
  std::optional<std::size_t> run;   ///< number of its run; several rows may share one
  std::optional<double> predicted;  ///< seconds, > 0
  LeftOut left_out = {};            ///< by its run
  bool fitted = false;              ///< the machine's costs were fitted to its job

  /// Returns the relative error; NaN without a prediction.
  double error() const { return predicted ? std::abs(*predicted / row.seconds - 1) : std::nan(""); }
};

/// The rows of a table and the runs that they need, each once.
struct ScorePlan {
  std::vector<ScoredRow> rows;
  std::vector<RunSpec> runs;
};

struct ScoreRequest {
  std::vector<std::string> machines;  ///< empty: all
  int max_ranks = 0;                  ///< 0: no limit
};

/// Plans the runs. Leaves out rows that the library may have run with another algorithm, and
/// collectives with a root below 16 KiB, which end before late ranks have begun. THROWS InputError
/// for a machine that no row has.
ScorePlan plan_score(const std::vector<MeasuredRow>& measured, const Counterparts& counterparts,
                     Machines& machines, const ScoreRequest& request);

/// Spread of the times of one algorithm between two jobs of a machine, about 12 %: nearer predictions do not determine
/// the faster algorithm.
inline constexpr double kSpread = 1.12;

/// Algorithms that were measured side by side: the same job, ranks, collective and size.
struct ScoreCell {
  struct Entry {
    std::string algorithm;
    double measured = 0;  ///< of its fastest implementation
    double predicted = 0;
  };
  std::string job;
  int ranks = 0;
  std::string collective;
  Bytes bytes;
  std::vector<Entry> entries;      ///< by name of the algorithm; two or more
  std::optional<double> standard;  ///< the time of the library's own choice

  double fastest() const;
  /// Returns the share of the algorithms predicted to be fastest (several, if they tie) that took
  /// at most `factor` times as long as the fastest.
  double named_within(double factor) const;
  double chance_within(double factor) const;  ///< the share of all
  /// Returns how many are predicted to take at most kSpread times as long as the one predicted to be fastest.
  std::size_t names() const;
  bool has_fastest() const;  ///< the fastest is among them
  double tau() const;  ///< Kendall's τ_b between the two orders; 0 where either ties throughout
};

std::vector<ScoreCell> cells_of(const std::vector<const ScoredRow*>& rows);

/// Returns the smallest value that at least `part` of the values do not exceed; NaN if there are
/// none.
double quantile(std::vector<double> values, double part);

/// The score of rows: shares and errors are fractions; NaN if there are no values for them.
struct PredictionScore {
  std::string machine = "all", collective = "all";
  std::size_t rows = 0;
  double median_error = 0, p90_error = 0;
  std::size_t cells = 0;
  double fastest = 0, within_10 = 0, within_25 = 0, tau = 0;
  double one_name =
      0;  ///< share of cells in which no other prediction is within kSpread of the fastest one
  double one_right = 0;     ///< of these, the share in which the name is within 10 % of the fastest
  double several_have = 0;  ///< of the others, the share in which the fastest is among the names
  double library_within_10 = 0, library_within_25 = 0;
  double chance_within_10 = 0, chance_within_25 = 0;
};

PredictionScore score_of(const std::vector<const ScoredRow*>& rows);

/// Returns scores by machine and collective, in the order of names; after those of a machine its
/// score over all collectives.
std::vector<PredictionScore> scores_by_machine(const std::vector<ScoredRow>& rows);

/// Returns the rows that have a prediction and for which `keep` holds.
std::vector<const ScoredRow*> predicted_rows(
    const std::vector<ScoredRow>& rows, const std::function<bool(const ScoredRow&)>& keep = {});

}  // namespace orrery::inline run
