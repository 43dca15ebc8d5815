#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "scenarios/run/score/score.h"

/// Costs of a machine, fitted to measured collectives.
namespace orrery {

/// A key's value as text with adjustable numbers: those behind "=" in a list by size, otherwise
/// all. "list:16KiB=5us" has one, 5.
class FittedValue {
 public:
  FittedValue(std::string key, const std::string& text);

  const std::string& key() const { return key_; }
  std::size_t numbers() const { return values_.size(); }
  double& number(std::size_t i) { return values_[i]; }
  double number(std::size_t i) const { return values_[i]; }
  /// Returns the text with three digits of every number.
  std::string text() const;

 private:
  std::string key_;
  std::vector<std::string> between_;  ///< the text before each number, and behind the last
  std::vector<double> values_;
};

/// Changes numbers in a machine's scenario until its runs are nearest to the measured times.
class Fit {
 public:
  /// Creates a fit. `plan` has the rows and runs of one machine; `vary` names keys of its scenario.
  /// THROWS InputError for keys that are unknown or have no number above 0 there.
  Fit(ScorePlan plan, const std::vector<std::string>& vary, int jobs);

  /// Descends by coordinates on the logarithms of the numbers, over the rows of all jobs but
  /// `without`; at most `rounds` times over all numbers. Deterministic. Returns the mean of
  /// |ln(predicted / measured)|.
  double descend(int rounds, const std::string& without = "");
  /// Predicts the rows with the present numbers.
  const std::vector<ScoredRow>& predict();

  const std::vector<FittedValue>& values() const { return values_; }
  void set_values(std::vector<FittedValue> values) { values_ = std::move(values); }
  std::set<std::string> job_names() const;

  std::function<void(double deviation)> progress = {};  ///< called after every round

 private:
  double deviation(const std::string& without);
  void run(const std::vector<bool>& wanted);
  bool improve(double& number, double factor, const std::string& without, double& best);

  ScorePlan plan_;
  std::vector<FittedValue> values_;
  std::vector<double> seconds_;  ///< by run
  int jobs_;
};

/// Tests a fit on jobs that it has not seen: predicts the rows of every job with numbers that were
/// fitted to all others.
std::vector<ScoredRow> cross_validated(Fit& fit, int rounds);

}  // namespace orrery
