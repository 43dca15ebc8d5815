#include "algorithms/schedules/tori/swing_line.h"

#include <bit>

#include "algorithms/common/arithmetic.h"
#include "emu/payload/slice.h"

namespace orrery::inline algorithms {

namespace {

/// Returns the even number of places that pair up.
int paired_places(int d, OddSide odd) {
  return odd == OddSide::kLeftOut ? d - d % 2 : d + d % 2;
}

/// Returns, by distance from an even node, the last step in which it sends to that distance. Ref:
/// the function get_rs_idxs of the paper, Sec. 3.1: step s leads to ρ(s), where all directions
/// turn.
std::vector<int> last_steps(int e, int steps) {
  std::vector<int> last(static_cast<std::size_t>(e), -1);
  const auto reached = [&](int distance, int from) {
    return distance == 0 || last[static_cast<std::size_t>(distance)] >= from;
  };
  for (int s = steps - 1; s >= 0; --s)
    for (int o = 1; o < e; ++o)
      if (int& step = last[static_cast<std::size_t>(o)];
          step < 0 && reached(mod(std::int64_t{rho(s)} - o, e), s + 1))
        step = s;
  return last;
}

}  // namespace

int swing_steps(int d, OddSide odd) {
  return d < 2 ? 0 : ceil_log2(paired_places(d, odd));
}

SwingLine::SwingLine(int d, const Pairs& pairs, int out, OddSide odd)
    : d_(d),
      even_(d == 1 ? 1 : paired_places(d, odd)),
      steps_(swing_steps(d, odd)),
      out_(out),
      ahead_(odd == OddSide::kAhead || odd == OddSide::kAheadVirtualFirst),
      virtual_first_(odd == OddSide::kAheadVirtualFirst),
      forward_(pairs.mirrored ? -1 : 1),
      pairs_{Pairing::kSwing, pairs.mirrored && even_ == d} {
  if (!is_power_of_two(even_)) last_step_ = last_steps(even_, steps_);
}

SwingLine::SwingLine(int d, bool mirrored, OddSide odd, int shift)
    : SwingLine(d, {Pairing::kSwing, mirrored}, mod((mirrored ? 0 : d - 1) + shift, d), odd) {}

SwingLine::SwingLine(int d, bool mirrored, int root)
    : SwingLine(d, {Pairing::kSwing, mirrored}, mod(mirrored ? root + 1 : root - 1, d),
                OddSide::kLeftOut) {}

int SwingLine::place_of(int x) const {
  return even_ == d_ ? x : mod(forward_ * (x - out_) - 1, d_);
}

int SwingLine::node_at(int place) const {
  return even_ == d_ ? place : mod(out_ + forward_ * (std::min(place, d_ - 1) + 1), d_);
}

int SwingLine::first_direct(int s) const {
  if (s >= steps_) return even_;
  return even_ - (even_ >> s);  // e - floor(e / 2^s) = ceil(e/2) + ceil(e/4) + ... for s < steps
}

int SwingLine::direct_step(int place) const {
  int s = 0;
  while (place >= first_direct(s + 1)) ++s;
  return s;
}

int SwingLine::distance(int x, int b) const {
  const bool forward = (x % 2 == 0) != pairs_.mirrored;
  return mod(forward ? std::int64_t{b} - x : std::int64_t{x} - b, even_);
}

int SwingLine::blocks(int s) const {
  if (last_step_.empty()) return even_ >> (s + 1);
  return static_cast<int>(std::count(last_step_.begin(), last_step_.end(), s));
}

int SwingLine::last_step(int x, int b) const {
  if (left_out(b)) return direct_step(place_of(x));
  if (left_out(x)) return direct_step(place_of(b));
  return last_step_at(last_place(x, b), place_of_block(b));
}

int SwingLine::last_step_at(int place, int b) const {
  if (!last_step_.empty()) return last_step_[static_cast<std::size_t>(distance(place, b))];
  return std::countr_zero(pairs_.code(place, steps_) ^ pairs_.code(b, steps_));
}

int SwingLine::last_place(int x, int b) const {
  const int own = place_of(x), to = place_of_block(b);
  return plays_two(x) && last_step_at(d_, to) > last_step_at(own, to) ? d_ : own;
}

int SwingLine::hop(int x, int b) const {
  if (left_out(x) || left_out(b)) return b;
  return node_at(pairs_.partner(last_place(x, b), last_step(x, b), even_));
}

}  // namespace orrery::inline algorithms
