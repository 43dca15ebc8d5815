#pragma once

#include <string>
#include <string_view>

namespace orrery {

/// `text` with '?' for what is no valid UTF-8 or a control character other than line feed and tab: texts of
/// strangers move no cursor and ring no bell.
std::string printable(std::string_view text);

}  // namespace orrery
