#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/text/errors.h"

/// Ranges, which stand for the values of a list: "8..1024*2" is 8, 16, ..., 1024; "1KiB..1GiB*4" is
/// 1KiB, 4KiB, ..., 1GiB; "2..10+4" is 2, 6, 10; "1..5" goes in steps of 1. Values with units need
/// them at both ends and in the step. The last value is the largest up to the end.
namespace orrery::inline text {

/// Returns the values of a range, or any other text as the only value. THROWS ValueError for a
/// range without an end, a factor below 2, a step of 0, an end below the beginning, and more than a
/// million values.
std::vector<std::string> values_in(std::string_view text);

/// Returns whether `text` is meant as a range: it begins with a digit and has two dots.
bool is_range(std::string_view text);

}  // namespace orrery::inline text
