#include "algorithms/plan/demand.h"

#include <algorithm>
#include <string>

namespace orrery::inline algorithms {
namespace {

std::int64_t whole(const PlanSetting& s) {
  return s.chunks;
}
std::int64_t block(const PlanSetting& s) {
  return s.block();
}
std::int64_t nothing(const PlanSetting&) {
  return 0;
}

std::int64_t at_start(const PlanSetting&, std::int32_t) {
  return 0;
}
std::int64_t at_own_block(const PlanSetting& s, std::int32_t rank) {
  return rank * s.block();
}

std::int32_t number(std::int64_t n) {
  return static_cast<std::int32_t>(n);
}
Contribution same_index(const PlanSetting&, std::int32_t, std::int64_t k) {
  return {0, number(k)};
}
Contribution of_root(const PlanSetting& s, std::int32_t, std::int64_t k) {
  return {s.root, number(k)};
}
Contribution in_own_block(const PlanSetting& s, std::int32_t rank, std::int64_t k) {
  return {0, number(rank * s.block() + k)};
}
Contribution of_block_owner(const PlanSetting& s, std::int32_t, std::int64_t k) {
  return {number(k / s.block()), number(k % s.block())};
}
Contribution exchanged(const PlanSetting& s, std::int32_t rank, std::int64_t k) {
  return {number(k / s.block()), number(rank * s.block() + k % s.block())};
}
Contribution part_of_root(const PlanSetting& s, std::int32_t rank, std::int64_t k) {
  return {s.root, number(rank * s.block() + k)};
}
Contribution of_previous(const PlanSetting& s, std::int32_t rank, std::int64_t k) {
  return {(rank + s.ranks - 1) % s.ranks, number(k)};
}

constexpr Demand kDemands[] = {
    {.name = "allreduce",
     .sums = true,
     .input = whole,
     .output = whole,
     .result = same_index,
     .shared_at = at_start},
    {.name = "allgather",
     .blocks = true,
     .input = block,
     .output = whole,
     .result = of_block_owner,
     .shared_at = at_own_block},
    {.name = "reduce-scatter",
     .blocks = true,
     .sums = true,
     .input = whole,
     .output = block,
     .result = in_own_block,
     .shared_at = at_own_block},
    {.name = "alltoall",
     .blocks = true,
     .input = whole,
     .output = whole,
     .result = exchanged,
     .shared_at = at_start},
    {.name = "broadcast",
     .rooted = true,
     .root_gives = true,
     .input = whole,
     .output = whole,
     .result = of_root,
     .shared_at = at_start},
    {.name = "reduce",
     .rooted = true,
     .root_takes = true,
     .sums = true,
     .input = whole,
     .output = whole,
     .result = same_index,
     .shared_at = at_start},
    {.name = "gather",
     .blocks = true,
     .rooted = true,
     .root_takes = true,
     .input = block,
     .output = whole,
     .result = of_block_owner,
     .shared_at = at_own_block},
    {.name = "scatter",
     .blocks = true,
     .rooted = true,
     .root_gives = true,
     .input = whole,
     .output = block,
     .result = part_of_root,
     .shared_at = at_own_block},
    {.name = "sendrecv",
     .input = whole,
     .output = whole,
     .result = of_previous,
     .shared_at = at_start},
    {.name = "barrier",
     .any_data = false,
     .input = nothing,
     .output = nothing,
     .shared_at = at_start},
    {.name = "custom",
     .any_data = false,
     .input = nothing,
     .output = nothing,
     .shared_at = at_start},
};

/// Returns a name without the differences between tools.
std::string bare(std::string_view name) {
  std::string out(name);
  std::erase_if(out, [](char c) { return c == '-' || c == '_'; });
  return out;
}

}  // namespace

std::span<const Demand> demands() {
  return kDemands;
}

const Demand* find_demand(std::string_view name) {
  const auto* const found = std::ranges::find_if(
      kDemands, [wanted = bare(name)](const Demand& d) { return bare(d.name) == wanted; });
  return found == std::end(kDemands) ? nullptr : found;
}

}  // namespace orrery::inline algorithms
