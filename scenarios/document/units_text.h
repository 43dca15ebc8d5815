#pragma once

#include <string>
#include <string_view>

#include "emu/base/units.h"

/// Quantities as text. Units are always written out: k M G T are powers of 1000, Ki Mi Gi Ti powers
/// of 1024, b is a bit and B a byte. All parsers THROW ValueError (errors.h) saying what was wrong
/// and what was expected: a missing or unknown unit, a negative number, a value that is too large,
/// or one finer than a picosecond or a byte.
namespace orrery {

Time parse_time(std::string_view text);                  ///< "500ns", "1.5us"; ps ns us µs ms s
Bytes parse_bytes(std::string_view text);                ///< "2MiB", "64kB", "0B"
Bandwidth parse_bandwidth(std::string_view text);        ///< "400Gb/s", "50GB/s"; > 0
CostPerByte parse_cost_per_byte(std::string_view text);  ///< "20ps/B", "0.1ns/B"

/// An integer without unit in [min, max]. THROWS likewise.
std::int64_t parse_integer(std::string_view text, std::int64_t min, std::int64_t max);

/// Exact, and accepted by the parsers: "95.17536us", "2MiB", "400Gb/s", "20ps/B".
std::string time_text(Time t);
std::string size_text(Bytes b);
std::string bandwidth_text(Bandwidth b);
std::string cost_text(CostPerByte c);

/// For people: rounded to at most three decimals, with a space: "95.175 µs", "1.91 MiB", "176.28
/// Gb/s".
std::string short_time(Time t);
std::string short_size(Bytes b);
std::string short_bit_rate(double bits_per_second);
std::string short_count(std::int64_t n);  ///< "8,064"

/// Decimal seconds, exact to the picosecond: "0.000095175360".
std::string seconds_text(Time t);

}  // namespace orrery
