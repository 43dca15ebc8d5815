#pragma once

#include <cstdint>

#include "emu/trace/event.h"

namespace orrery::viz::inline model {

/// A common value of several; none once two differ.
class Common {
 public:
  void add(std::int64_t value) {
    if (!any_) value_ = value;
    all_ &= value_ == value;
    any_ = true;
  }
  bool exists() const { return any_ && all_; }
  std::int64_t value() const { return value_; }  ///< REQUIRES exists()

 private:
  std::int64_t value_ = 0;
  bool any_ = false, all_ = true;
};

/// A common rule for the receivers of all messages: over a distance d, from r to (r + d) mod p, or
/// to r XOR x.
class PartnerRule {
 public:
  explicit PartnerRule(int ranks) : ranks_(ranks) {}
  void add(const MessageEvent& m) {
    distance_.add((m.destination - m.source + ranks_) % ranks_);
    exclusive_.add(m.destination ^ m.source);
    ++count_;
  }
  std::int64_t count() const { return count_; }
  int ranks() const { return ranks_; }
  const Common& distance() const { return distance_; }
  const Common& exclusive() const { return exclusive_; }

 private:
  int ranks_;
  std::int64_t count_ = 0;
  Common distance_, exclusive_;
};

}  // namespace orrery::viz::inline model
