#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/plan/plan.h"

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

}  // namespace orrery
