#pragma once

#include <string>
#include <string_view>

namespace orrery {

/// Returns `text` with '?' in place of what is not valid UTF-8, a control character other than line feed and tab, or a character
/// that has no width or turns the direction of writing: foreign texts move no cursor and ring no bell.
std::string printable(std::string_view text);

}  // namespace orrery
