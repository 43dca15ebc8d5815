#pragma once

#include <optional>
#include <string_view>

namespace orrery {

/// A number without a unit: "1.5", "-2e3". Nothing where the text is more than that, or not finite.
std::optional<double> plain_number(std::string_view text);

}  // namespace orrery
