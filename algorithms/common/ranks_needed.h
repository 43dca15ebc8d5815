#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "algorithms/collective.h"

/// Why a number of ranks is a hindrance, in words, or nothing.
namespace orrery {

std::optional<std::string> needs_even_ranks(const Problem& x, std::string_view algorithm);
std::optional<std::string> needs_power_of_two_ranks(const Problem& x, std::string_view algorithm);

}  // namespace orrery
