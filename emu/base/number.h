#pragma once

#include <optional>
#include <string_view>

namespace orrery {

/// Reads a finite number without a unit: "1.5", "-2e3". Returns nullopt for any other text.
std::optional<double> plain_number(std::string_view text);

}  // namespace orrery
