#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "algorithms/algorithm.h"

/// Reasons, in words, why the ranks of a problem do not fit an algorithm; nullopt if they do.
namespace orrery::inline algorithms {

/// Returns why the number of ranks does not fit `needed`; algorithms check shapes of coordinates
/// themselves.
std::optional<std::string> bad_ranks(Ranks needed, const Problem& x, std::string_view algorithm);

/// Returns why the root of a reduction does not fit, if an algorithm sums ranks in their order only
/// for root 0.
std::optional<std::string> bad_root(const Problem& x, std::string_view algorithm);

/// Returns why an algorithm that needs the ranks' coordinates cannot run.
std::optional<std::string> needs_coordinates(const Problem& x, std::string_view algorithm);

}  // namespace orrery::inline algorithms
