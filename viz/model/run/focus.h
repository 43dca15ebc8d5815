#pragma once

#include <cstdint>
#include <string>

#include "emu/net/topology.h"

namespace orrery::viz {

/// What the spectator follows through all views; -1: nothing of that kind.
struct Focus {
  int rank = -1;
  int block = -1;
  LinkId link = -1;
  std::int64_t message = -1;
  bool any() const { return rank >= 0 || block >= 0 || link >= 0 || message >= 0; }
  friend bool operator==(const Focus&, const Focus&) = default;
};

struct FinishedRun;
/// What "rank 3", "link 3 -> 4" or "block 2" names in a run that has pictures; nothing for anything else.
Focus focusNamed(const FinishedRun& run, const std::string& text);

}  // namespace orrery::viz
