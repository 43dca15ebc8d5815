#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "algorithms/algorithm.h"

/// Why ranks are a hindrance, in words, or nothing.
namespace orrery {

/// Why their number is, by `needed`; of shapes of coordinates the algorithms speak themselves.
std::optional<std::string> bad_ranks(Ranks needed, const Problem& x, std::string_view algorithm);

/// Why the root of a reduction is, where an algorithm sums ranks in their order for root 0 only.
std::optional<std::string> bad_root(const Problem& x, std::string_view algorithm);

/// Why an algorithm that needs the ranks' coordinates cannot run.
std::optional<std::string> needs_coordinates(const Problem& x, std::string_view algorithm);

}  // namespace orrery
