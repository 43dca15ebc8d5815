#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The paper's value, the computed value, and the verdict that follows from these two alone.
namespace orrery::inline reproduce {

enum class Verdict {
  kHolds,            ///< our value lies within the stated tolerance of the paper's
  kHoldsByEstimate,  ///< it does, but not without a cost that we estimated
  kDiffers,          ///< it does not
  kRefuted,          ///< it does not, and a second computation in the same run agrees with ours
  kNotComparable     ///< measured on hardware that we do not have
};

/// All verdicts, in the order in which they are shown.
inline constexpr std::array kVerdicts = {Verdict::kHolds, Verdict::kHoldsByEstimate,
                                         Verdict::kDiffers, Verdict::kRefuted,
                                         Verdict::kNotComparable};

/// Returns "holds", "holds with our estimate", "differs", "refuted", "not comparable".
std::string_view verdict_name(Verdict verdict);

/// The basis of a judgement, the strongest first.
enum class Basis {
  kPrinted,  ///< digits that the paper prints
  kFormula,  ///< a formula, theorem or algorithm of the paper
  kFigure,   ///< read off a figure, or the paper's round numbers for one
  kWords,    ///< an expectation of the paper in words
  kEstimate  ///< any of these, if our value depends on costs that we estimated
};

/// Returns "printed", "formula", "figure", "words", "our estimate".
std::string_view basis_name(Basis basis);

/// The allowed distance between our value and the paper's, in the unit of the values, with the
/// reason.
struct Tolerance {
  double value = 0;
  std::string reason;
};

/// Returns no tolerance, for whole numbers, exact times, terms of a sum.
Tolerance exactly();
/// Returns `share` (0.05: 5 %) of a value of the paper. Shares of at most 0.5 make sense.
Tolerance share_of(double paper, double share, std::string reason);

/// The independence of a witness from our value.
enum class Independence {
  kProgram,  ///< another program computes the same
  kCount,    ///< the quantity that we compute is counted
  kFormula,  ///< another formula
  kPaper     ///< another place of the paper
};

/// Returns "another program", "a count", "another formula", "another place of the paper".
std::string_view independence_name(Independence independence);

/// The quantity from a second, independent computation.
struct Witness {
  Independence independence;
  double value = 0;
  double tolerance = 0;  ///< largest distance from our value at which the two agree
  std::string way;       ///< "the sum of δ(σ) over the steps"
};

/// Our value without a cost that the paper does not give and that we estimated.
struct Estimate {
  double without = 0;
  std::string what;  ///< the cost: "the construction of the tree"
};

/// Our number and the range that the paper gives for it: one number if low = high, an end at
/// infinity for "at least" and "at most".
struct Number {
  double low = 0, high = 0;
  double ours = 0;
  Tolerance tolerance;
  std::string unit;  ///< "us", "%"; empty: a pure number
  /// A second computation must agree with ours. If it does, the paper errs.
  std::optional<Witness> witness;
  /// A row that holds must hold without the estimate as well; otherwise it holds by the estimate
  /// only.
  std::optional<Estimate> estimate;
};

/// Items that must be equal one by one: the cells of a table, the peers of a step.
struct Items {
  std::vector<std::string> paper, ours;
};

/// The paper's measurement on its machine, our substitute, and why the two cannot be compared.
struct PaperMeasurement {
  std::string paper, ours, why;
};

/// One row: a statement of a paper and its check.
struct Finding {
  Basis basis;
  std::string what;
  std::variant<Number, Items, PaperMeasurement> compared;
  std::string remark;  ///< further results on it
  /// The paper's statement, if other rows of its reproductions judge it as well; empty: this row alone does.
  std::string claim = {};

  Finding&& with(std::string text) && { return remark = std::move(text), std::move(*this); }
  Finding&& of_claim(std::string text) && { return claim = std::move(text), std::move(*this); }
  /// Adds a witness. THROWS std::bad_variant_access if no numbers are compared.
  Finding&& witnessed_by(Witness witness) &&;
  Finding&& estimated_with(Estimate estimate) &&;
};

/// Returns the verdict, a function of the finding alone.
Verdict judge(const Finding& finding);

/// Create findings. `ours` may be infinite or not a number: it then differs.
Finding equals(Basis basis, std::string what, double paper, double ours, Tolerance tolerance,
               std::string unit = {});
Finding between(Basis basis, std::string what, double low, double high, double ours,
                Tolerance tolerance, std::string unit = {});
Finding at_least(Basis basis, std::string what, double low, double ours, Tolerance tolerance,
                 std::string unit = {});
Finding at_most(Basis basis, std::string what, double high, double ours, Tolerance tolerance,
                std::string unit = {});
/// Compares whole numbers.
Finding equal_counts(Basis basis, std::string what, std::int64_t paper, std::int64_t ours);
Finding same_items(Basis basis, std::string what, std::vector<std::string> paper,
                   std::vector<std::string> ours);
Finding same_text(Basis basis, std::string what, std::string paper, std::string ours);
Finding not_comparable(Basis basis, std::string what, std::string paper, std::string ours,
                       std::string why);

/// Returns the texts of a finding.
std::string paper_text(const Finding& finding);  ///< "1.19", "at least 2", "1.47 to 2.53 s"
std::string ours_text(const Finding& finding);
/// Describes the difference between our value and the paper's: "none", "-0.07 (-5.88 %)", "1 of 12
/// items".
std::string difference_text(const Finding& finding);
/// Returns a number with its significant digits, and its unit.
std::string number_text(double value, const std::string& unit = {});

}  // namespace orrery::inline reproduce
