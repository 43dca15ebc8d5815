#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What a paper says, what the run computed, and the verdict that follows from these two alone.
namespace orrery {

enum class Verdict {
  kHolds,            ///< ours lies within the stated tolerance of what the paper says
  kHoldsByEstimate,  ///< it does, and without a cost that we estimated it would not
  kDiffers,          ///< it does not
  kRefuted,          ///< it does not, and a second computation in the same run agrees with ours
  kNotComparable     ///< measured on hardware that we do not have
};

/// All, in the order in which they are shown.
inline constexpr std::array kVerdicts = {Verdict::kHolds, Verdict::kHoldsByEstimate,
                                         Verdict::kDiffers, Verdict::kRefuted,
                                         Verdict::kNotComparable};

/// "holds", "holds with our estimate", "differs", "refuted", "not comparable".
std::string_view verdict_name(Verdict verdict);

/// What a row is judged by, the strongest first.
enum class Basis {
  kPrinted,  ///< digits that the paper prints
  kFormula,  ///< a formula, theorem or algorithm of the paper
  kFigure,   ///< what is read off a figure, or what the paper says of it in round numbers
  kWords,    ///< what the paper expects in words
  kEstimate  ///< any of these, where ours hangs on costs that we estimated
};

/// "printed", "formula", "figure", "words", "our estimate".
std::string_view basis_name(Basis basis);

/// How far ours may lie from the paper's, in the unit of the values, and why that far.
struct Tolerance {
  double value = 0;
  std::string reason;
};

/// Whole numbers, exact times, terms of a sum: no tolerance.
Tolerance exactly();
/// `share` (0.05: 5 %) of a value of the paper. Shares of at most 0.5 make sense.
Tolerance share_of(double paper, double share, std::string reason);

/// In what a witness is independent of ours.
enum class Independence {
  kProgram,  ///< another program computes the same
  kCount,    ///< what ours computes is counted
  kFormula,  ///< another formula
  kPaper     ///< another place of the paper
};

/// "another program", "a count", "another formula", "another place of the paper".
std::string_view independence_name(Independence independence);

/// The quantity once more, by a way that has nothing in common with that of ours.
struct Witness {
  Independence independence;
  double value = 0;
  double tolerance = 0;  ///< how far ours may lie from it; the two then agree
  std::string way;       ///< "the sum of δ(σ) over the steps"
};

/// Ours once more, without a cost that the paper does not give and that we estimated.
struct Estimate {
  double without = 0;
  std::string what;  ///< the cost: "the building of the tree"
};

/// A number of ours and the range that the paper gives for it: one number if low = high, an end at
/// infinity for "at least" and "at most".
struct Number {
  double low = 0, high = 0;
  double ours = 0;
  Tolerance tolerance;
  std::string unit;  ///< "us", "%"; empty: a pure number
  /// A second computation must agree with ours. Where it does, it is the paper that errs.
  std::optional<Witness> witness;
  /// What holds must hold without the estimate as well; otherwise it holds by the estimate only.
  std::optional<Estimate> estimate;
};

/// What has to be the same item by item: the cells of a table, the peers of a step.
struct Items {
  std::vector<std::string> paper, ours;
};

/// What the paper measured on its machine, what we have in its place, and why the two cannot be
/// compared.
struct PaperMeasurement {
  std::string paper, ours, why;
};

/// One row: a statement of a paper, held to account.
struct Finding {
  Basis basis;
  std::string what;
  std::variant<Number, Items, PaperMeasurement> compared;
  std::string remark;  ///< what else the run computed about it
  /// The paper's statement, if other rows of its reproductions judge it as well; empty: this row alone does.
  std::string claim = {};

  Finding&& with(std::string text) && { return remark = std::move(text), std::move(*this); }
  Finding&& of_claim(std::string text) && { return claim = std::move(text), std::move(*this); }
  /// THROWS std::bad_variant_access if no numbers are compared.
  Finding&& witnessed_by(Witness witness) &&;
  Finding&& estimated_with(Estimate estimate) &&;
};

/// The verdict, a function of nothing else.
Verdict judge(const Finding& finding);

/// Ways to say what the paper says. `ours` may be infinite or not a number: it then differs.
Finding equals(Basis basis, std::string what, double paper, double ours, Tolerance tolerance,
               std::string unit = {});
Finding between(Basis basis, std::string what, double low, double high, double ours,
                Tolerance tolerance, std::string unit = {});
Finding at_least(Basis basis, std::string what, double low, double ours, Tolerance tolerance,
                 std::string unit = {});
Finding at_most(Basis basis, std::string what, double high, double ours, Tolerance tolerance,
                std::string unit = {});
/// Whole numbers.
Finding equal_counts(Basis basis, std::string what, std::int64_t paper, std::int64_t ours);
Finding same_items(Basis basis, std::string what, std::vector<std::string> paper,
                   std::vector<std::string> ours);
Finding same_text(Basis basis, std::string what, std::string paper, std::string ours);
Finding not_comparable(Basis basis, std::string what, std::string paper, std::string ours,
                       std::string why);

/// What is shown of a finding.
std::string paper_text(const Finding& finding);  ///< "1.19", "at least 2", "1.47 to 2.53 s"
std::string ours_text(const Finding& finding);
/// How far ours lies from what the paper says: "none", "-0.07 (-5.88 %)", "1 of 12 items".
std::string difference_text(const Finding& finding);
/// A number with as many digits as are worth reading, and its unit.
std::string number_text(double value, const std::string& unit = {});

}  // namespace orrery
