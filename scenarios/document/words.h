#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emu/base/blanks.h"

/// Small helpers for the texts of errors and options.
namespace orrery {

/// The one of `names` that was probably meant by `word`; empty if none is near.
std::string nearest_of(std::string_view word, std::span<const std::string_view> names);

/// "a, b or c".
std::string one_of(std::span<const std::string_view> names);

/// "1 rank", "2 ranks".
std::string counted(std::int64_t n, std::string_view noun);

/// Cuts at `separator`; parts are trimmed and may be empty.
std::vector<std::string_view> split(std::string_view text, char separator);
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> split(Temporary&& text,
                                    char separator) = delete;  // the parts would outlive it

}  // namespace orrery
