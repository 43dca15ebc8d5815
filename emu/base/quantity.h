#pragma once

#include <optional>
#include <string_view>

#include "emu/base/units.h"

/// Quantities from text. Units are always written out: k M G T are powers of 1000, Ki Mi Gi Ti
/// powers of 1024, b is a bit and B a byte. All parsers THROW ValueError (complaint.h) with the
/// mistake and the expected form: a missing or unknown unit, a negative number, a value that is too
/// large, or one finer than a picosecond or a byte.
namespace orrery::inline base {

Time parse_time(std::string_view text);            ///< reads "500ns", "1.5us"; ps ns us µs ms
                                                   ///< s
Bytes parse_bytes(std::string_view text);          ///< reads "2MiB", "64kB", "0B"
Bandwidth parse_bandwidth(std::string_view text);  ///< reads "400Gb/s", "50GB/s"; > 0
CostPerByte parse_cost_per_byte(std::string_view text);  ///< reads "20ps/B", "0.1ns/B"

/// Reads a finite number without a unit: "1.5", "-2e3". Returns nullopt for any other text.
std::optional<double> plain_number(std::string_view text);

}  // namespace orrery::inline base
