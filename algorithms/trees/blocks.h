#pragma once

#include <cstdint>
#include <vector>

/// The input of a gather or scatter: the sizes of the blocks and the costs of moving them.
namespace orrery::trees {

/// Time, α, β and γ, as whole numbers in a unit that the user chooses (cycles, ns, ps): all times
/// are exact.
using Cost = std::int64_t;

/// Costs of a homogeneous system: a message of x > 0 units takes α + β x; without data there is no
/// message and no time; a copy of x units takes γ x.
struct TreeCosts {
  Cost alpha = 0;
  Cost beta = 0;
  Cost gamma = 0;
  Cost message(std::int64_t size) const { return size == 0 ? 0 : alpha + beta * size; }
  Cost copy(std::int64_t size) const { return gamma * size; }
};

/// The block sizes m_i of the p ranks, with prefix sums. A value.
class Blocks {
 public:
  /// Creates the blocks. THROWS std::invalid_argument, naming the rank, if there is none, one is
  /// negative or the sum is 2^63 or more.
  explicit Blocks(std::vector<std::int64_t> sizes);
  /// Creates the blocks of a broadcast or reduction: one vector of m units, which is the size of
  /// any range of ranks (Träff, Thm. 4). All constructions on blocks accept it.
  static Blocks one_vector(int p, std::int64_t m);

  int ranks() const { return static_cast<int>(sizes_.size()); }
  std::int64_t size(int i) const { return sizes_[static_cast<std::size_t>(i)]; }
  const std::vector<std::int64_t>& sizes() const { return sizes_; }
  /// Returns the size that a tree over the ranks i .. j sends. REQUIRES 0 <= i <= j < p.
  std::int64_t sum(int i, int j) const { return shared_ ? sizes_[0] : before(j + 1) - before(i); }
  /// Returns the sum of the sizes of the ranks below i; 0 for a vector.
  std::int64_t before(int i) const { return prefix_[static_cast<std::size_t>(i)]; }
  std::int64_t total() const { return sum(0, ranks() - 1); }
  /// Returns whether this is a vector that all ranks share.
  bool shared() const { return shared_; }

 private:
  Blocks() = default;
  std::vector<std::int64_t> sizes_;
  std::vector<std::int64_t> prefix_;  // p + 1 of them
  bool shared_ = false;
};

/// Checks the costs. THROWS std::invalid_argument if a cost is negative or the times of the trees
/// of this library could reach 2^63.
void check_costs(const Blocks& blocks, const TreeCosts& costs);

}  // namespace orrery::trees
