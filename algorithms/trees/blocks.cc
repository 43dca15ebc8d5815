#include "algorithms/trees/blocks.h"

#include "emu/base/check.h"

namespace orrery::trees {

Blocks::Blocks(std::vector<std::int64_t> sizes) : sizes_(std::move(sizes)) {
  EMU_CHECK(!sizes_.empty(), "no block sizes; expected at least one");
  EMU_CHECK(sizes_.size() <= INT32_MAX, "more than 2^31 - 1 block sizes");
  prefix_.reserve(sizes_.size() + 1);
  prefix_.push_back(0);
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    EMU_CHECK(sizes_[i] >= 0, "the block of rank ", i, " has size ", sizes_[i],
              "; expected at least 0");
    EMU_CHECK(prefix_.back() <= INT64_MAX - sizes_[i], "the block sizes of ranks 0 .. ", i,
              " add up to 2^63 or more");
    prefix_.push_back(prefix_.back() + sizes_[i]);
  }
}

Blocks Blocks::one_vector(int p, std::int64_t m) {
  EMU_CHECK(p >= 1 && m >= 0, "a vector of ", m, " units on ", p,
            " ranks; expected at least 0 units and 1 rank");
  Blocks blocks;
  blocks.sizes_.assign(static_cast<std::size_t>(p), m);
  blocks.prefix_.assign(static_cast<std::size_t>(p) + 1, 0);
  blocks.shared_ = true;
  return blocks;
}

void check_costs(const Blocks& blocks, const TreeCosts& costs) {
  EMU_CHECK(costs.alpha >= 0 && costs.beta >= 0 && costs.gamma >= 0, "costs are alpha ",
            costs.alpha, ", beta ", costs.beta, ", gamma ", costs.gamma, "; expected at least 0");
  // A linear tree has p messages, a binomial or binary one sends no block more than 64 times. A
  // vector is sent whole by every rank.
  const std::int64_t times = blocks.shared() ? std::int64_t{blocks.ranks()} + 64 : 64;
  std::int64_t latency = 0, rate = 0, data = 0, most = 0;
  const bool too_much =
      __builtin_mul_overflow(costs.alpha, std::int64_t{blocks.ranks()} + 64, &latency) ||
      __builtin_add_overflow(costs.beta, costs.gamma, &rate) ||
      __builtin_mul_overflow(rate, times, &rate) ||
      __builtin_mul_overflow(rate, blocks.total(), &data) ||
      __builtin_add_overflow(latency, data, &most) || most > INT64_MAX / 2;
  EMU_CHECK(!too_much, "times may reach 2^63 with ", blocks.total(), " units, alpha ", costs.alpha,
            ", beta ", costs.beta, ", gamma ", costs.gamma,
            "; choose larger units of data or time");
}

}  // namespace orrery::trees
