#pragma once

#include <cstdint>

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

}  // namespace orrery::viz
