#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenarios/run/explain.h"

/// Two runs side by side: which cause makes the difference.
namespace orrery {

/// A run with what it is called beside another.
struct Side {
  std::string name;
  const Explained& run;
};

/// "swing is 84 us faster: 61 us less latency in rounds 4 to 9, 23 us less contention". REQUIRES that both
/// are measured.
std::string difference_text(const Side& a, const Side& b);

/// Both by cause, with the differences, and difference_text(); what failed where one is not measured.
std::string against_text(const Side& a, const Side& b);

}  // namespace orrery
