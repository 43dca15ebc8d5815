#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/plan/plan.h"
#include "emu/schedule/schedule_data.h"

namespace orrery::inline algorithms {

/// The connection of each message that is read from the wire.
class WireSenders {
 public:
  explicit WireSenders(const Plan& plan);

  /// Returns an index into Plan::connections. REQUIRES chunks on the wire exactly as an action
  /// writes them.
  std::int32_t connection(const Chunks& c) const;

 private:
  struct Sent {
    std::int64_t first = 0;  // on the wire
    std::int32_t connection = -1;
  };

  std::vector<Sent> sent_;  // in order on the wire
  int shift_ = 0;
  std::vector<std::uint32_t>
      begin_;  // in sent_: first entry with first >> shift_ of at least the index; one more at the
               // end
};

/// The contents of the ranks' memory before a plan runs, and the required contents afterwards; for
/// every pass over the plan with its own data. Units are parts of chunks.
class PlanContents {
 public:
  /// Prepares the contents. `plan` must outlive it.
  explicit PlanContents(const Plan& plan);

  /// Appends the contents before, with the rank's input at unit `input`.
  void add_before(std::int32_t rank, std::int64_t pass, std::int64_t input,
                  std::vector<UnitPiece>& pieces) const;
  /// Appends the required contents afterwards, with the rank's output at unit `output`; in as few
  /// pieces as possible.
  void add_after(std::int32_t rank, std::int64_t pass, std::int64_t output,
                 std::vector<UnitPiece>& pieces) const;

 private:
  std::int64_t own_numbers(std::int32_t rank, std::int64_t pass) const;

  const Plan& plan_;
  PlanSetting setting_;
  std::int64_t most_input_;
  bool differ_;  // every rank's data have their own numbers; sums are of equal ones
};

}  // namespace orrery::inline algorithms
