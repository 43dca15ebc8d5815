#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emu/base/complaint.h"
#include "emu/base/letters.h"
#include "emu/base/nearest.h"

/// Small helpers for the texts of errors and options.
namespace orrery::inline text {

/// Returns the complaint for a word that is not in `names`; by default: it is unknown.
template <class Range>
Complaint unknown_word(std::string_view word, const Range& names, std::string what = {}) {
  return {what.empty() ? text_of("'", word, "' is unknown") : std::move(what), one_of(names),
          nearest_of(word, names)};
}

/// Returns "1 rank", "2 ranks".
std::string counted(std::int64_t n, std::string_view noun);

/// Cuts at `separator`; parts are trimmed and may be empty.
std::vector<std::string_view> split(std::string_view text, char separator);
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> split(Temporary&& text,
                                    char separator) = delete;  // the parts would outlive it

}  // namespace orrery::inline text
