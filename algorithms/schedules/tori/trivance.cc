#include "algorithms/schedules/tori/trivance.h"

#include <algorithm>
#include <utility>

#include "emu/base/coordinates.h"
#include "emu/base/index.h"
#include "emu/payload/slice.h"

namespace orrery::trivance {

namespace {

/// Returns reach[s]: whether steps s, s + 1, .. can still bring a block home, by x.
std::vector<std::vector<bool>> reaches(int d, const std::vector<int>& deltas) {
  std::vector<std::vector<bool>> reach(deltas.size() + 1, std::vector<bool>(at(d)));
  reach.back()[0] = true;
  for (int s = static_cast<int>(deltas.size()) - 1; s >= 0; --s)
    for (int x = 0; x < d; ++x) {
      if (!reach[at(s) + 1][at(x)]) continue;
      for (const int way : {0, deltas[at(s)], -deltas[at(s)]})
        reach[at(s)][at(mod(x + way, d))] = true;
    }
  return reach;
}

/// One of the collectives.
class Part {
 public:
  Part(const std::vector<int>& dims, int c) : dims_(dims), stages_(trivance::stages(dims, c)) {
    for (const int d : dims) hops_.push_back(hops(d)), deltas_.push_back(distances(d));
  }

  int stages() const { return static_cast<int>(stages_.size()); }

  /// Returns the rank that is `ways` distances of this stage from r.
  int peer(int r, int stage, int ways) const {
    const auto [dimension, step] = stages_[at(stage)];
    return moved(dims_, r, dimension, ways * deltas_[at(dimension)][at(step)]);
  }

  /// Returns the blocks that rank r sends in this stage and direction.
  std::vector<int> blocks(int r, int stage, int direction) const {
    const int p = places_in(dims_);
    std::vector<int> blocks;
    for (int b = 0; b < p; ++b)
      if (leaves(ahead(b, r), stage, direction)) blocks.push_back(b);
    return blocks;
  }

 private:
  std::vector<int> ahead(int b, int r) const {
    std::vector<int> x = coordinates_of(b, dims_);
    const std::vector<int> own = coordinates_of(r, dims_);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = mod(x[i] - own[i], dims_[i]);
    return x;
  }

  /// Returns whether a block leaves now: in the first stage in which one of its dimensions must.
  bool leaves(const std::vector<int>& x, int stage, int direction) const {
    for (int s = 0; s <= stage; ++s) {
      const auto [dimension, step] = stages_[at(s)];
      const Hop& hop = hops_[at(dimension)][at(x[at(dimension)])];
      if (hop.step == step) return s == stage && hop.direction == direction;
    }
    return false;
  }

  const std::vector<int>& dims_;
  std::vector<DimensionStep> stages_;
  std::vector<std::vector<Hop>> hops_;
  std::vector<std::vector<int>> deltas_;
};

bool is_power_of_three(int d) {
  while (d % 3 == 0) d /= 3;
  return d == 1;
}

/// T or B of the steps: sums of n_s ranks at an end of the window of 3^s.
class WindowEnd {
 public:
  /// Creates it: `w` is the last window, `n` the needed part of it.
  WindowEnd(int w, int n) : windows_{{w, n}} {
    // n_s = q 3^(s-1) + n_(s-1) with 1 <= n_(s-1) <= 3^(s-1).
    while (windows_.back().ranks > 1) {
      const auto [ranks, end] = windows_.back();
      windows_.push_back({ranks / 3, end == 0 ? 0 : (end - 1) % (ranks / 3) + 1});
    }
    std::ranges::reverse(windows_);
  }

  int ranks() const { return windows_.back().end; }
  bool is_all() const { return is_all(windows_.size() - 1); }
  /// Returns the growth from the window of step s to the next one.
  Growth growth(std::size_t s) const {
    if (windows_[s + 1].end == 0 || is_all(s + 1)) return Growth::kNone;
    switch ((windows_[s + 1].end - 1) / windows_[s].ranks) {
      case 0:
        return Growth::kPartner;
      case 1:
        return is_all(s) ? Growth::kOwnOfAll : Growth::kOwn;
      default:
        return Growth::kOtherSide;
    }
  }
  /// Returns whether a partner needs this sum besides F in step s, with this growth.
  bool travels(std::size_t s, Growth so) const { return growth(s) == so && !is_all(s); }

 private:
  struct Window {
    int ranks, end;
  };
  bool is_all(std::size_t s) const { return windows_[s].end == windows_[s].ranks; }

  std::vector<Window> windows_;
};

void add_stage(BlockPlan& plan, const Part& part, int r, int stage, int first_block) {
  const auto placed = [&](std::vector<int> blocks) {
    for (int& b : blocks) b += first_block;
    return blocks;
  };
  for (const int way : {1, -1}) {
    const int to = part.peer(r, stage, way), from = part.peer(r, stage, -way);
    if (auto blocks = part.blocks(r, stage, way); !blocks.empty())
      plan.send(stage, to, placed(std::move(blocks)));
    if (auto blocks = part.blocks(from, stage, way); !blocks.empty())
      plan.receive(stage, from, placed(std::move(blocks)), Arrival::kAdd);
  }
}

}  // namespace

std::vector<int> sides(const Problem& x) {
  return x.dims.empty() ? std::vector<int>{x.p} : x.dims;
}

int moved(const std::vector<int>& dims, int r, int dimension, int by) {
  const Coordinate along = coordinates_in(dims)[at(dimension)];
  return along.moved(r, mod(along.of(r) + by, along.side));
}

int WindowStep::operations() const {
  const auto of = [](Growth g) {
    return g == Growth::kOwn ? 1 : g == Growth::kOwnOfAll || g == Growth::kOtherSide ? 2 : 0;
  };
  return (down > 0 ? 1 : 0) + (up > 0 ? 1 : 0) + of(T) + of(B);
}

std::vector<WindowStep> window_steps(int d) {
  const std::vector<int> deltas = distances(d);
  if (deltas.empty()) return {};
  int w = 1;
  while (3 * w < d) w *= 3;
  const WindowEnd T(w, (d - w + 1) / 2), B(w, (d - w) / 2);
  std::vector<WindowStep> all;
  for (std::size_t s = 0; s + 1 < deltas.size(); ++s) {
    WindowStep step{deltas[s], deltas[s], {'F'}, {'F'}, T.growth(s), B.growth(s)};
    if (T.travels(s, Growth::kPartner)) step.to_lower.push_back('T');
    if (B.travels(s, Growth::kOtherSide)) step.to_lower.push_back('B');
    if (T.travels(s, Growth::kOtherSide)) step.to_upper.push_back('T');
    if (B.travels(s, Growth::kPartner)) step.to_upper.push_back('B');
    all.push_back(std::move(step));
  }
  WindowStep last{T.ranks(), B.ranks(), {T.is_all() ? 'F' : 'T'}, {}};
  if (last.up > 0) last.to_upper = {B.is_all() ? 'F' : 'B'};
  all.push_back(std::move(last));
  return all;
}

std::vector<int> distances(int d) {
  std::vector<int> all;
  for (int w = 1; w < d; w *= 3) all.push_back(3 * w < d ? w : (d - w + 1) / 2);
  return all;
}

std::vector<Hop> hops(int d) {
  const std::vector<int> deltas = distances(d);
  const auto reach = reaches(d, deltas);
  std::vector<Hop> all(at(d));
  for (int s = 0; s < static_cast<int>(deltas.size()); ++s)
    for (int x = 1; x < d; ++x) {
      if (!reach[at(s)][at(x)]) continue;
      const bool forth = reach[at(s) + 1][at(mod(x - deltas[at(s)], d))],
                 back = reach[at(s) + 1][at(mod(x + deltas[at(s)], d))];
      all[at(x)] = {s, forth && (!back || 2 * x <= d) ? 1 : -1};
    }
  return all;
}

std::vector<DimensionStep> stages(const std::vector<int>& dims, int c) {
  std::vector<int> steps;
  steps.reserve(dims.size());
  for (const int d : dims) steps.push_back(static_cast<int>(distances(d).size()));
  return interleaved(steps, c);
}

std::vector<DimensionStep> latency_stages(const std::vector<int>& dims, int c) {
  if (std::ranges::all_of(dims, is_power_of_three)) return stages(dims, c);
  const int D = static_cast<int>(dims.size());
  std::vector<DimensionStep> all;
  for (int i = 0; i < D; ++i) {
    const int dimension = (c + i) % D;
    for (int step = 0; step < std::ssize(distances(dims[at(dimension)])); ++step)
      all.push_back({dimension, step});
  }
  return all;
}

int rounds(const std::vector<int>& dims) {
  return 2 * static_cast<int>(stages(dims, 0).size());
}

BlockPlan allreduce(const std::vector<int>& dims, int r) {
  const int D = static_cast<int>(dims.size()), half = rounds(dims) / 2;
  const int p = places_in(dims);
  BlockPlan plan;
  plan.pieces = D * p;
  plan.parts = D;
  std::vector<Part> parts;
  parts.reserve(dims.size());
  for (int c = 0; c < D; ++c) parts.emplace_back(dims, c);
  for (int stage = 0; stage < half; ++stage)
    for (int c = 0; c < D; ++c) add_stage(plan, parts[at(c)], r, stage, c * p);
  return in_sequence(plan, half, backwards(plan, half));
}

}  // namespace orrery::trivance
