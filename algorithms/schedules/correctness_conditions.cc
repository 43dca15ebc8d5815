#include "algorithms/schedules/correctness_conditions.h"

#include <cstdint>

#include "algorithms/schedules/circulant.h"
#include "emu/base/check.h"

namespace orrery::circulant {

namespace {

/// Follows one processor r through a phase.
class Phase {
 public:
  Phase(const ScheduleTable& table, int r) : table_(table), r_(r) {
    for (int k = 0; k < q_; ++k)
      if (const int b = table.receive(r, k); b >= 0) {
        own_ = b;
        own_round_ = k;
        ++new_blocks_;
      }
  }

  /// Checks condition 1: the q entries are a permutation of 0 .. q-1, modulo q, and exactly one is
  /// a new block.
  bool receives_every_block() const {
    std::uint64_t blocks = 0;
    for (int k = 0; k < q_; ++k) {
      const int b = table_.receive(r_, k);
      if (b < -q_ || b >= q_) return false;
      blocks |= bit(b < 0 ? b + q_ : b);
    }
    return blocks == bit(q_) - 1 && new_blocks_ == 1;
  }

  /// Checks condition 3: it has every block that it sends: a block of the phase before that it
  /// received in an earlier round or as the new block of that phase, or the new block of this phase
  /// after its arrival. No rank sends to the root.
  bool has_what_it_sends(const Schedule& send) const {
    std::uint64_t has = bit(own_);
    for (int k = 0; k < q_; ++k) {
      const int out = send[static_cast<std::size_t>(k)], in = table_.receive(r_, k);
      const bool ok = out >= 0 ? out == own_ && own_round_ < k : (has & bit(out + q_)) != 0;
      if (!ok && table_.skips().to(r_, k) != 0) return false;
      if (in < 0) has |= bit(in + q_);
    }
    return true;
  }

 private:
  static constexpr std::uint64_t bit(int k) { return std::uint64_t{1} << k; }

  const ScheduleTable& table_;
  int r_;
  int q_ = table_.skips().q;
  int own_ = 0, own_round_ = 0, new_blocks_ = 0;
};

}  // namespace

std::string violation(int p) {
  const Skips skips(p);
  const ScheduleTable table(skips);
  for (int r = 0; r < p; ++r) {
    const Schedule send = send_schedule(skips, r);
    for (int k = 0; k < skips.q; ++k) {
      const int out = send[static_cast<std::size_t>(k)];
      if (out != table.send(r, k)) return text_of("2: p = ", p, ", r = ", r, ", round ", k);
      if (r == 0 && out != k) return text_of("4: p = ", p, ", round ", k);
    }
    if (r == 0) continue;
    const Phase phase(table, r);
    if (!phase.receives_every_block()) return text_of("1: p = ", p, ", r = ", r);
    if (!phase.has_what_it_sends(send)) return text_of("3: p = ", p, ", r = ", r);
  }
  return "";
}

}  // namespace orrery::circulant
