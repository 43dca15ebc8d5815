// Without order it is NP-hard: PARTITION as a gather problem, solved exactly for few ranks.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algorithms/trees/non_ordered.h"
#include "scenarios/reproduce/model.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

using trees::Cost;

constexpr trees::TreeCosts kPartitionCosts{1, 1, 1};

/// Returns 2 p m + 2 p + 2: the time of the proof's tree.
Cost time_if_parted(const std::vector<std::int64_t>& numbers) {
  const auto p = static_cast<Cost>(numbers.size());
  return 2 * p * trees::Blocks(numbers).total() + 2 * p + 2;
}

Cost best_time(const std::vector<std::int64_t>& numbers) {
  return trees::optimal_non_ordered_tree(trees::partition_blocks(numbers),
                                         in_model(kPartitionCosts), trees::kFreeRoot)
      .time;
}

Finding cannot_be_parted(const std::vector<std::int64_t>& numbers) {
  const Cost limit = time_if_parted(numbers), ours = best_time(numbers);
  return at_least(Basis::kFormula,
                  fmt::format("{}, which have no halves: best tree", fmt::join(numbers, " ")),
                  static_cast<double>(limit + 1), static_cast<double>(ours), exactly())
      .of_claim("Thm. 7: without halves no tree takes 2pm + 2p + 2");
}

/// Checks "This instance has a solution with R being the elements [3,3,4,4,4,6,6]": their sum, and
/// m without the others.
Finding printed_half(const std::vector<std::int64_t>& numbers) {
  const std::vector<std::int64_t> printed{3, 3, 4, 4, 4, 6, 6}, others{2, 3, 13};
  const std::int64_t m = trees::Blocks(numbers).total(), sum = trees::Blocks(printed).total();
  const auto best = trees::optimal_non_ordered_tree(trees::partition_blocks(numbers),
                                                    kPartitionCosts, trees::kFreeRoot);
  const std::vector<std::int64_t> half = trees::half_in(best.tree, numbers);
  return equal_counts(Basis::kPrinted,
                      fmt::format("{}: sum of the half R = {}", fmt::join(numbers, " "),
                                  fmt::join(printed, " ")),
                      m / 2, sum)
      .with(fmt::format("a half by our tree: {}, sum {}", fmt::join(half, " "),
                        trees::Blocks(half).total()))
      .witnessed_by({Independence::kCount, static_cast<double>(m - trees::Blocks(others).total()),
                     0, "the total without the numbers outside of R"});
}

Evidence run_paper2_partition(int) {
  Evidence e;
  e.notes = {
      "The numbers become the blocks of a gather, together with two large blocks; α = β = γ = 1. "
      "The best tree takes 2pm + 2p + 2 if the numbers can be divided into two halves of equal "
      "sum, and longer otherwise. All trees over 12 ranks are searched by subsets of ranks (3^12 "
      "joins)."};
  const std::vector<std::int64_t> numbers{2, 3, 3, 3, 4, 4, 4, 6, 6, 13};
  const trees::Blocks blocks = trees::partition_blocks(numbers);
  const std::string name = fmt::format("{}", fmt::join(numbers, " "));
  constexpr const char* kExample = "Thm. 7, example: 982 = 2pm + 2p + 2 without order";
  e.findings.push_back(
      equal_counts(Basis::kPrinted, name + ": best tree without order", 982, best_time(numbers))
          .of_claim(kExample));
  const auto ordered = trees::optimal_tree(blocks, in_model(kPartitionCosts), trees::kFreeRoot);
  e.findings.push_back(
      equal_counts(Basis::kPrinted, name + ": best ordered tree", 983, ordered.time));
  e.findings.push_back(printed_half(numbers));
  e.findings.push_back(
      equal_counts(Basis::kPrinted, name + ": 2pm + 2p + 2", 982, time_if_parted(numbers))
          .of_claim(kExample));
  for (const std::vector<std::int64_t>& odd :
       {std::vector<std::int64_t>{3, 5, 5, 5}, {7, 7, 7, 7, 10}, {4, 4, 4, 4, 4, 4, 6}})
    e.findings.push_back(cannot_be_parted(odd));
  return e;
}

}  // namespace

extern const Reproduction paper2_partition{
    .name = "paper2-partition",
    .title = "Trees without order: 982 against 983, and PARTITION as a gather",
    .source = "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives (2019), Thm. 7",
    .run = run_paper2_partition,
    .beyond_model = "the proof's bound and its halves are sums of numbers",
};

}  // namespace orrery::inline reproduce
