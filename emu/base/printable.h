#pragma once

#include <string>
#include <string_view>

namespace orrery::inline base {

/// Returns `text` with '?' in place of invalid UTF-8, control characters (except line feed and tab)
/// and characters that have no width, separate lines or change the writing direction: untrusted
/// texts move no cursor and ring no bell.
std::string printable(std::string_view text);

}  // namespace orrery::inline base
