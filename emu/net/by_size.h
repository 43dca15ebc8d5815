#pragma once

#include <vector>

#include "emu/base/units.h"

namespace orrery {

/// A cost that depends on the size of a message: every step holds from its size up to the next
/// step.
template <class Value>
struct BySize {
  struct Step {
    Bytes from;  ///< >= 0
    Value value{};
    bool operator==(const Step&) const = default;
  };
  std::vector<Step> steps;  ///< `from` ascends strictly; empty: independent of size

  /// Returns the value for a size; `otherwise` below the first step.
  Value at(Bytes bytes, Value otherwise) const {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
      if (bytes >= step->from) return step->value;
    return otherwise;
  }
  bool operator==(const BySize&) const = default;
};

}  // namespace orrery
