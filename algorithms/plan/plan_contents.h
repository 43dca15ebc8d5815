#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/plan/plan.h"
#include "emu/schedule/schedule_data.h"

namespace orrery {

/// On which connection each message was sent that is read from the wire.
class WireSenders {
 public:
  explicit WireSenders(const Plan& plan);

  /// Index into Plan::connections. REQUIRES chunks on the wire that an action writes as they are.
  std::int32_t connection(const Chunks& c) const;

 private:
  struct Sent {
    std::int64_t first = 0;  // on the wire
    std::int32_t connection = -1;
  };

  std::vector<Sent> sent_;  // in order on the wire
  int shift_ = 0;
  std::vector<std::uint32_t>
      begin_;  // in sent_, of those whose first >> shift_ is at least so much; one more
};

/// What the memory of ranks holds before a plan runs, and must hold afterwards; of every pass over the plan with data
/// of its own. Units are parts of chunks.
class PlanContents {
 public:
  /// `plan` must outlive it.
  explicit PlanContents(const Plan& plan);

  /// Appends what is there before, the rank's input being at unit `input`.
  void add_before(std::int32_t rank, std::int64_t pass, std::int64_t input,
                  std::vector<UnitPiece>& pieces) const;
  /// Appends what must be there afterwards, the rank's output being at unit `output`; in as few pieces as can be.
  void add_after(std::int32_t rank, std::int64_t pass, std::int64_t output,
                 std::vector<UnitPiece>& pieces) const;

 private:
  std::int64_t own_numbers(std::int32_t rank, std::int64_t pass) const;

  const Plan& plan_;
  PlanSetting setting_;
  std::int64_t most_input_;
  bool differ_;  // every rank's data have numbers of their own; sums are of equal ones
};

}  // namespace orrery
