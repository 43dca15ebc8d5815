#pragma once

#include <string>
#include <string_view>

#include "emu/base/quantity.h"

/// Quantities as text, with the units that their parsers (quantity.h) know.
namespace orrery::inline text {

/// Reads an integer without unit in [min, max]. THROWS ValueError.
std::int64_t parse_integer(std::string_view text, std::int64_t min, std::int64_t max);

/// Returns exact texts that the parsers accept: "95.17536us", "2MiB", "400Gb/s", "20ps/B".
std::string time_text(Time t);
std::string size_text(Bytes b);
std::string bandwidth_text(Bandwidth b);
std::string cost_text(CostPerByte c);

/// Returns texts for readers, rounded to at most three decimals, with a space: "95.175 µs", "1.91
/// MiB", "176.28 Gb/s". A size has a decimal unit if that needs fewer decimals, and at most one: "9 kB", "8 KiB".
std::string short_time(Time t);
std::string short_size(Bytes b);
std::string short_bit_rate(double bits_per_second);
std::string short_count(std::int64_t n);  ///< "8,064"
std::string short_share(double share);    ///< "4.9 %" for 0.049; two digits below 1 %

/// Returns decimal seconds, exact to the picosecond: "0.000095175360".
std::string seconds_text(Time t);

}  // namespace orrery::inline text
