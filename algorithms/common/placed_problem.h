#pragma once

#include <optional>

#include "algorithms/collective.h"
#include "emu/net/network.h"

namespace orrery {

/// A problem and its network by value: all that a choice depends on.
struct PlacedProblem {
  explicit PlacedProblem(const Problem& x) : problem(x) {
    problem.network = nullptr;
    if (x.network != nullptr) network = *x.network;
  }
  bool operator==(const PlacedProblem&) const = default;

  Problem problem;  ///< without its network
  std::optional<Network> network;
};

}  // namespace orrery
