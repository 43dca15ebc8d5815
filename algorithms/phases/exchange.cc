#include "algorithms/phases/exchange.h"

#include <algorithm>
#include <utility>

namespace orrery::inline algorithms {

namespace {

std::vector<SwingLine> lines_of(const Torus& torus, const Direction& direction, OddSide odd) {
  std::vector<SwingLine> lines;
  lines.reserve(torus.sides().size());
  for (const int side : torus.sides())
    lines.emplace_back(side, direction.pairs.mirrored, odd, direction.turn.nodes(side));
  return lines;
}

std::vector<SwingLine> lines_to(const Torus& torus, bool mirrored, int root) {
  std::vector<SwingLine> lines;
  lines.reserve(torus.sides().size());
  for (int i = 0; i < torus.dimensions(); ++i)
    lines.emplace_back(torus.side(i), mirrored, torus.coordinate(root, i));
  return lines;
}

}  // namespace

SwingPlan::SwingPlan(const Torus& torus, int rank, std::vector<SwingLine> lines, int first)
    : torus_(torus), rank_(rank), lines_(std::move(lines)) {
  std::vector<int> steps;
  steps.reserve(lines_.size());
  for (const SwingLine& line : lines_) steps.push_back(line.steps());
  order_ = interleaved(steps, first);
}

SwingPlan::SwingPlan(const Torus& torus, const Direction& direction, int rank, OddSide odd)
    : SwingPlan(torus, rank, lines_of(torus, direction, odd), direction.first) {}

SwingPlan::SwingPlan(const Torus& torus, const Direction& direction, int rank, int root)
    : SwingPlan(torus, rank, lines_to(torus, direction.pairs.mirrored, root), direction.first) {}

int SwingPlan::blocks() const {
  int product = 1;
  for (const SwingLine& line : lines_) product *= line.blocks();
  return product;
}

bool SwingPlan::holds_up(int s, int peer) const {
  const int i = dimension(s), x = torus_.coordinate(rank_, i), y = torus_.coordinate(peer, i);
  const bool ahead = sigma(s) == 0 && line(i).ahead(y, x);
  return !ahead && !line(i).plays_two(x) && !line(i).left_out(x) && !line(i).left_out(y);
}

bool SwingPlan::gets_ahead(int i) const {
  const int x = torus_.coordinate(rank_, i), d = torus_.side(i);
  return line(i).ahead(mod(x - 1, d), x) || line(i).ahead(mod(x + 1, d), x);
}

int SwingPlan::returns(int s) const {
  int first = s, last = s;
  while (first > 0 && !settles(first)) --first;
  while (last + 1 < steps() && !settles(last + 1)) ++last;
  return first + last - s;
}

/// Returns the coordinates in dimension i of the blocks that do not leave along it before step s.
std::vector<int> SwingPlan::coordinates_left(int i, int s) const {
  const int x = torus_.coordinate(rank_, i);
  const auto first = static_cast<int>(
      std::count_if(order_.begin(), order_.begin() + s,
                    [i](const DimensionStep& step) { return step.dimension == i; }));
  std::vector<int> left;
  for (int b = 0; b < line(i).blocks(); ++b)
    if (line(i).owns(x, b) || line(i).last_step(x, b) >= first) left.push_back(b);
  return left;
}

void SwingPlan::list_blocks(int s, int x, int y, bool ahead, std::vector<int>& out) const {
  const auto [dimension, sigma] = order_[static_cast<std::size_t>(s)];
  if (ahead != (follows(s) && line(dimension).ahead(x, y))) return out.clear();
  out.assign(1, 0);
  int stride = blocks();
  for (int i = torus_.dimensions() - 1; i >= 0; --i) {
    std::vector<int> coordinates;
    if (i != dimension) {
      coordinates = coordinates_left(i, s);
    } else {
      for (int b = 0; b < line(i).blocks(); ++b)
        if (!line(i).owns(x, b) && line(i).last_step(x, b) == sigma && line(i).hop(x, b) == y)
          coordinates.push_back(b);
    }
    stride /= line(i).blocks();
    std::vector<int> product;
    product.reserve(out.size() * coordinates.size());
    for (const int base : out)
      for (const int b : coordinates) product.push_back(base + b * stride);
    out.swap(product);
  }
}

SwingPlan::Departure SwingPlan::departure(int r, int b) const {
  for (int s = 0; s < steps(); ++s) {
    const auto [i, sigma] = order_[static_cast<std::size_t>(s)];
    const int x = torus_.coordinate(r, i), y = torus_.coordinate(b, i);
    if (x != y && line(i).last_step(x, y) == sigma)
      return {s, torus_.moved(r, i, line(i).hop(x, y))};
  }
  return {steps(), r};
}

std::vector<int> SwingPlan::arrivals(int s, int b) const {
  const auto [i, sigma] = order_[static_cast<std::size_t>(s)];
  std::vector<int> ranks;
  line(i).for_each_partner(torus_.coordinate(rank_, i), sigma, [&, i = i](int y) {
    const int r = torus_.moved(rank_, i, y);
    if (departure(r, b) == Departure{s, rank_}) ranks.push_back(r);
  });
  return ranks;
}

}  // namespace orrery::inline algorithms
