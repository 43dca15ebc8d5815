#pragma once

#include <cstdint>
#include <span>
#include <string_view>

/// The demands of a collective on a plan, chunk by chunk: sizes of the buffers, their shared memory
/// in place, their contents before and required contents afterwards.
namespace orrery::inline algorithms {

/// Input chunk `index` of rank `rank`, as it was at the start.
struct Contribution {
  std::int32_t rank = 0, index = 0;
  auto operator<=>(const Contribution&) const = default;
};

struct PlanSetting {
  std::int32_t ranks = 1;
  std::int64_t chunks = 1;  ///< N, of the whole vector
  std::int32_t root = 0;
  std::int64_t block() const { return chunks / ranks; }  ///< n
};

/// The kinds of demands, with their differences.
struct Demand {
  std::string_view name;  ///< "reduce-scatter"; "custom" demands nothing
  bool any_data = true;   ///< false: a barrier, and "custom"
  bool blocks = false;    ///< N must be a multiple of the ranks
  bool rooted = false;
  bool root_gives = false;                               ///< only the root has input
  bool root_takes = false;                               ///< only the root has output
  bool sums = false;                                     ///< the output is summed over all ranks
  std::int64_t (*input)(const PlanSetting&) = nullptr;   ///< chunks of a rank's input
  std::int64_t (*output)(const PlanSetting&) = nullptr;  ///< chunks of a rank's output
  /// Returns the required contents of output chunk k of `rank`; of a sum, without the rank.
  Contribution (*result)(const PlanSetting&, std::int32_t rank, std::int64_t k) = nullptr;
  /// Returns, for in place, the offset of the shorter buffer in the other one. Their shared memory
  /// is the longer one.
  std::int64_t (*shared_at)(const PlanSetting&, std::int32_t rank) = nullptr;

  /// Returns whether `rank` has data at the start.
  bool gives(const PlanSetting& s, std::int32_t rank) const {
    return !root_gives || rank == s.root;
  }
  /// Returns whether `rank` has required contents at the end.
  bool takes(const PlanSetting& s, std::int32_t rank) const {
    return !root_takes || rank == s.root;
  }
};

std::span<const Demand> demands();
/// Returns the kind by our name or that of another tool ("reduce_scatter", "reducescatter"); null:
/// unknown.
const Demand* find_demand(std::string_view name);

}  // namespace orrery::inline algorithms
