#include "scenarios/reproduce/swing_load.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

#include "algorithms/common/arithmetic.h"
#include "emu/base/coordinates.h"

namespace orrery::inline reproduce {

namespace {

struct SwingStep {
  std::size_t dimension;
  int sigma;
};

/// Returns the steps of the collective that begins with dimension 0.
std::vector<SwingStep> swing_steps(const std::vector<int>& sides) {
  std::vector<SwingStep> steps;
  int most = 0;
  for (const int side : sides) most = std::max(most, ceil_log2(side));
  for (int sigma = 0; sigma < most; ++sigma)
    for (std::size_t d = 0; d < sides.size(); ++d)
      if (sigma < ceil_log2(sides[d])) steps.push_back({d, sigma});
  return steps;
}

/// Returns ρ(σ) = 1, -1, 3, -5, 11, ...
int swing_rho(int sigma) {
  return (1 - (sigma % 2 == 0 ? -1 : 1) * (2 << sigma)) / 3;
}

/// By step, and then by node, dimension and direction.
using Loads = std::vector<std::map<std::tuple<int, std::size_t, int>, std::int64_t>>;

/// One of the 2D collectives: which dimension comes first, and the sign of all ρ.
class SwingCollective {
 public:
  SwingCollective(const std::vector<int>& sides, std::size_t first, int sign)
      : sides_(sides), coordinates_(coordinates_in(sides)), sign_(sign), p_(places_in(sides)) {
    for (const SwingStep& s : swing_steps(rotated(first)))
      steps_.push_back({(s.dimension + first) % sides.size(), s.sigma});
    find_reach();
  }

  std::size_t steps() const { return steps_.size(); }

  void add_to(Loads& ports, Loads& links) const {
    for (int r = 0; r < p_; ++r) {
      std::vector<char> sent(static_cast<std::size_t>(p_));
      sent[static_cast<std::size_t>(r)] = 1;
      for (std::size_t s = steps_.size(); s-- > 0;) add(r, s, take(r, s, sent), ports[s], links[s]);
    }
  }

 private:
  using Blocks = std::vector<char>;  // by rank: whether its block is sent

  std::vector<int> rotated(std::size_t first) const {
    std::vector<int> all = sides_;
    std::ranges::rotate(all, all.begin() + static_cast<std::ptrdiff_t>(first));
    return all;
  }
  int moved(int r, std::size_t d, int by) const {
    const Coordinate& along = coordinates_[d];
    return along.moved(r, ((along.of(r) + by) % along.side + along.side) % along.side);
  }
  /// Returns the change of the coordinate in step s.
  int move(int r, std::size_t s) const {
    const SwingStep& step = steps_[s];
    return sign_ * swing_rho(step.sigma) * (coordinates_[step.dimension].of(r) % 2 == 0 ? 1 : -1);
  }
  int peer(int r, std::size_t s) const { return moved(r, steps_[s].dimension, move(r, s)); }

  /// Finds reach(r, s): the ranks that r reaches from step s on, directly or through others.
  void find_reach() {
    const auto ranks = static_cast<std::size_t>(p_);
    reach_.assign(steps_.size() + 1, std::vector<Blocks>(ranks, Blocks(ranks)));
    for (std::size_t s = steps_.size(); s-- > 0;)
      for (int r = 0; r < p_; ++r) {
        Blocks& own = reach_[s][static_cast<std::size_t>(r)];
        own = reach_[s + 1][static_cast<std::size_t>(r)];
        unite(own, peer(r, s), s);
      }
  }
  void unite(Blocks& with, int q, std::size_t s) const {
    const Blocks& further = reach_[s + 1][static_cast<std::size_t>(q)];
    for (std::size_t b = 0; b < with.size(); ++b) with[b] = with[b] != 0 || further[b] != 0 ? 1 : 0;
    with[static_cast<std::size_t>(q)] = 1;
  }

  /// Returns the number of blocks that r sends in step s and in no later one; `sent` has those of
  /// later steps, and gets these.
  std::int64_t take(int r, std::size_t s, Blocks& sent) const {
    Blocks blocks(sent.size());
    unite(blocks, peer(r, s), s);
    std::int64_t count = 0;
    for (std::size_t b = 0; b < blocks.size(); ++b)
      if (blocks[b] != 0 && std::exchange(sent[b], 1) == 0) ++count;
    return count;
  }

  /// Adds blocks along the shorter direction; in the direction of ρ if both are equally long.
  void add(int r, std::size_t s, std::int64_t blocks, Loads::value_type& port,
           Loads::value_type& link) const {
    const std::size_t d = steps_[s].dimension;
    const int by = move(r, s) % sides_[d], side = sides_[d];
    const int way = 2 * std::abs(by) <= side ? by : by - (by > 0 ? side : -side);
    const int direction = way > 0 ? 1 : -1;
    port[{r, d, direction}] += blocks;
    for (int hop = 0; hop < std::abs(way); ++hop, r = moved(r, d, direction))
      link[{r, d, direction}] += blocks;
  }

  const std::vector<int>& sides_;
  std::vector<Coordinate> coordinates_;
  int sign_, p_;
  std::vector<SwingStep> steps_;
  std::vector<std::vector<Blocks>> reach_;
};

double sum_of_largest(const Loads& loads, int p) {
  double sum = 0;
  for (const auto& step : loads) {
    std::int64_t most = 0;
    for (const auto& [where, blocks] : step) most = std::max(most, blocks);
    sum += static_cast<double>(most) / p;
  }
  return sum;
}

}  // namespace

SwingLoad swing_load(const std::vector<int>& sides) {
  const int p = places_in(sides);
  Loads ports(swing_steps(sides).size()), links = ports;
  for (std::size_t first = 0; first < sides.size(); ++first)
    for (const int sign : {1, -1}) SwingCollective(sides, first, sign).add_to(ports, links);
  return {sum_of_largest(ports, p), sum_of_largest(links, p)};
}

}  // namespace orrery::inline reproduce
