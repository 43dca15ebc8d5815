#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "scenarios/run/score/score.h"

/// Costs of a machine, fitted to measured collectives.
namespace orrery::inline run {

/// A key's value as text with adjustable numbers: those after "=" in a list by size, otherwise
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
  std::vector<std::string> between_;  ///< the text before each number, and after the last
  std::vector<double> values_;
};

/// Rows that a fit leaves out; empty: none.
using Unseen = std::function<bool(const ScoredRow&)>;
/// The part that a row belongs to.
using PartOf = std::string (*)(const ScoredRow&);
std::string job_part(const ScoredRow& row);        ///< with its number of ranks
std::string ranks_part(const ScoredRow& row);      ///< as text
std::string algorithm_part(const ScoredRow& row);  ///< its counterpart

/// Changes costs in a machine's scenario until its runs are nearest to the measurements.
class Fit {
 public:
  /// Creates a fit. `plan` has the rows and runs of one machine; `vary` names keys of its scenario.
  /// THROWS InputError for keys that are unknown or have no number above 0 there.
  Fit(ScorePlan plan, const std::vector<std::string>& vary, int jobs);

  /// Coordinate descent on the logarithms of the numbers, over all rows that are not unseen; at most
  /// `rounds` times over all numbers. Deterministic. The mean of |ln(predicted / measured)|.
  double descend(int rounds, const Unseen& unseen = {});
  /// Predicts the rows with the present numbers.
  const std::vector<ScoredRow>& predict();

  const std::vector<FittedValue>& values() const { return values_; }
  void set_values(std::vector<FittedValue> values) { values_ = std::move(values); }
  std::set<std::string> parts(PartOf part_of) const;

  std::function<void(double deviation)> progress = {};  ///< called after every round

 private:
  double deviation(const Unseen& unseen);
  void run(const std::vector<bool>& wanted);
  bool improve(double& number, double factor, const Unseen& unseen, double& best);

  ScorePlan plan_;
  std::vector<FittedValue> values_;
  std::vector<double> seconds_;  ///< by row
  int jobs_;
};

/// Called with a row of a part, and the costs that were fitted to all others.
using TakeFitted = std::function<void(const ScoredRow&, const std::vector<FittedValue>&)>;

/// Predicts the rows of every part with costs that were fitted to all other rows. A part without others
/// has no such costs and is not predicted.
std::vector<ScoredRow> cross_validated(Fit& fit, int rounds, PartOf part_of,
                                       const TakeFitted& take = {});

}  // namespace orrery::inline run
