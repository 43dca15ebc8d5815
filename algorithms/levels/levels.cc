#include "algorithms/levels/levels.h"

#include <algorithm>
#include <numeric>

namespace orrery::inline algorithms {

namespace {

using Sizes = std::vector<std::int64_t>;

bool all_equal(const Sizes& sizes) {
  return std::ranges::adjacent_find(sizes, std::ranges::not_equal_to()) == sizes.end();
}

std::int64_t sum_of(const Sizes& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
}

/// Returns the sizes, or none if they are those of an even partition.
Sizes unless_even(const Sizes& sizes) {
  const Partition even(sum_of(sizes), static_cast<int>(sizes.size()));
  for (int i = 0; i < even.blocks(); ++i)
    if (even.size(i) != sizes[static_cast<std::size_t>(i)]) return sizes;
  return {};
}

void append_all(Slices& all, const Slices& more) {
  for (const Slice& s : more) append(all, s);
}

}  // namespace

Levels::Levels(const Problem& x, bool rooted, const RankGroups& groups, int rank, Slice v)
    : x_(x),
      root_(rooted ? x.root : 0),
      groups_(groups),
      rank_(rank),
      v_(v),
      partition_(x.partition(v.count())) {}

int Levels::leader_place() const {
  return j() == root_node() ? root_place() : 0;
}

std::vector<int> Levels::leaders() const {
  std::vector<int> leaders;
  leaders.reserve(static_cast<std::size_t>(groups_.count()));
  for (int k = 0; k < groups_.count(); ++k)
    leaders.push_back(k == root_node() ? root_ : groups_.members(k).front());
  return leaders;
}

std::vector<int> Levels::lane() const {
  return i() < lanes() ? groups_.lane(i()) : std::vector<int>();
}

Slice Levels::lane_part(int i) const {
  return i < lanes() ? v_.block(i, lanes()) : Slice();
}

std::vector<std::int64_t> Levels::lane_sizes() const {
  std::vector<std::int64_t> sizes;
  sizes.reserve(node().size());
  for (int i = 0; i < std::ssize(node()); ++i) sizes.push_back(lane_part(i).count());
  return sizes;
}

Slices Levels::blocks_of(const std::vector<int>& ranks) const {
  Slices all;
  for (const int r : ranks) append(all, block(r));
  return all;
}

bool Levels::takes_part(const std::vector<int>& ranks) {
  const bool takes = std::ranges::find(ranks, rank_) != ranks.end();
  if (!takes) pass();
  return takes;
}

Problem Levels::part_problem(const std::vector<int>& ranks, int root, std::int64_t count) const {
  Problem y;
  y.p = static_cast<int>(ranks.size());
  y.root = root;
  y.count = count;
  y.element_bytes = x_.element_bytes;
  y.tuning() = x_.tuning();
  y.skips.clear();  // these and the order are of all ranks
  y.order = Order::kLinear;
  y.commutative = x_.commutative;
  y.cost = x_.cost;
  y.no_dims = "a part of the ranks has none";
  y.groups = coarser_groups(x_, ranks);
  return y;
}

void Levels::append_padded(Slices& all, const Slices& block, std::int64_t size) {
  append_all(all, block);
  if (const std::int64_t missing = size - elements_of(block); missing > 0)
    append(all, scratch(missing));
}

void Levels::append_filled(Slices& all, const Slices& block, std::int64_t size) const {
  append_all(all, block);
  for (std::int64_t missing = size - elements_of(block); missing > 0;) {
    const std::int64_t n = std::min(missing, v_.count() / 2);
    append(all, v_.part(0, n));
    missing -= n;
  }
}

void Levels::whole(int role, const std::vector<int>& ranks, int root, Slice vector) {
  if (!takes_part(ranks)) return;
  part(role, false, ranks, part_problem(ranks, root, vector.count()),
       [&] { return vector.empty() ? Slices() : Slices{vector}; });
}

void Levels::blocks(int role, const std::vector<int>& ranks, int root, const Sizes& sizes,
                    const BlockOf& block) {
  if (!takes_part(ranks)) return;
  const bool reduces = collective_of(role) == "reduce-scatter", equal = all_equal(sizes);
  const bool irregular = !reduces && !equal && has_irregular(role);
  const std::int64_t largest = std::ranges::max(sizes);
  Problem y = part_problem(ranks, root, reduces || irregular ? sum_of(sizes) : largest);
  if (reduces || irregular) y.sizes = reduces ? unless_even(sizes) : sizes;
  const auto own = static_cast<int>(std::ranges::find(ranks, rank_) - ranks.begin());
  part(role, irregular, ranks, y, [&] {
    Slices all;
    for (int b = 0; b < y.p; ++b) append_padded(all, block(b), reduces || irregular ? 0 : largest);
    // The rank's own block follows once more after the blocks of all ranks.
    if (irregular && collective_of(role) != "allgather") append_padded(all, block(own), largest);
    return all;
  });
}

void Levels::exchange(int role, const std::vector<int>& ranks, std::int64_t size,
                      const BlockOf& out, const BlockOf& in) {
  if (!takes_part(ranks)) return;
  const Problem y = part_problem(ranks, 0, size);
  part(role, false, ranks, y, [&] {
    Slices all;
    for (int b = 0; b < y.p; ++b) append_filled(all, out(b), size);
    for (int b = 0; b < y.p; ++b) append_padded(all, in(b), size);
    return all;
  });
}

}  // namespace orrery::inline algorithms
