#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Small helpers for the texts of errors and options.
namespace orrery {

/// "; did you mean 'ring'?" when one of `names` is close to `word`, otherwise nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> names);

/// "a, b or c".
std::string one_of(std::span<const std::string_view> names);

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// Cuts at `separator`; parts are trimmed and may be empty.
std::vector<std::string_view> split(std::string_view text, char separator);
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> split(Temporary&& text,
                                    char separator) = delete;  // the parts would outlive it

}  // namespace orrery
