#include "algorithms/schedules/swing_line.h"

#include <algorithm>
#include <bit>

#include "algorithms/common/arithmetic.h"
#include "emu/payload/slice.h"

namespace orrery {

namespace {

/// The even number of nodes that pair up.
int paired_nodes(int d) {
  return d - d % 2;
}

/// By distance from an even node: the last step in which it sends to that distance. Ref: the
/// function get_rs_idxs of the paper, Sec. 3.1: step s leads to ρ(s), where all directions turn.
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

int swing_steps(int d) {
  return d < 2 ? 0 : ceil_log2(paired_nodes(d));
}

SwingLine::SwingLine(int d, bool mirrored)
    : d_(d),
      even_(d == 1 ? 1 : paired_nodes(d)),
      steps_(swing_steps(d)),
      pairs_{Pairing::kSwing, mirrored} {
  if (!is_power_of_two(even_)) last_step_ = last_steps(even_, steps_);
}

int SwingLine::first_direct(int s) const {
  if (s >= steps_) return even_;
  return even_ - (even_ >> s);  // e - floor(e / 2^s) = ceil(e/2) + ceil(e/4) + ... for s < steps
}

int SwingLine::direct_step(int x) const {
  int s = 0;
  while (x >= first_direct(s + 1)) ++s;
  return s;
}

int SwingLine::distance(int x, int b) const {
  const bool forward = (x % 2 == 0) != pairs_.mirrored;
  return mod(forward ? std::int64_t{b} - x : std::int64_t{x} - b, even_);
}

int SwingLine::last_step(int x, int b) const {
  if (b == even_) return direct_step(x);
  if (x == even_) return direct_step(b);
  if (!last_step_.empty()) return last_step_[static_cast<std::size_t>(distance(x, b))];
  return std::countr_zero(pairs_.code(x, steps_) ^ pairs_.code(b, steps_));
}

int SwingLine::hop(int x, int b) const {
  if (x == even_ || b == even_) return b;
  return pairs_.partner(x, last_step(x, b), even_);
}

}  // namespace orrery
