#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace orrery {

#ifdef ORRERY_SLOW
constexpr bool kSlow = true;
#else
constexpr bool kSlow = false;
#endif

/// Returns the submissions that this binary grades: those with a name in `typical` in the default run, the others in the
/// slow one.
template <class Submission>
std::vector<Submission> of_this_binary(std::vector<Submission> all,
                                       const std::set<std::string>& typical) {
  std::erase_if(all, [&](const Submission& s) { return typical.contains(s.name) == kSlow; });
  return all;
}

}  // namespace orrery
