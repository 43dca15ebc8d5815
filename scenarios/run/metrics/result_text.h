#pragma once

#include <string>
#include <string_view>

#include "scenarios/run/runner.h"

namespace orrery::inline run {

/// Returns everything in a result except its spec as one line of JSON, to be kept or sent. Times
/// are integer picoseconds; real numbers survive bit for bit.
std::string result_text(const RunResult& result);

/// Reads the result of a cell from such a text. THROWS std::invalid_argument.
RunResult parse_result(const RunSpec& spec, std::string_view text);

/// Returns a cell of a CSV file: printable, quoted if necessary (RFC 4180), and with a ' before text
/// that a spreadsheet would compute (= + - @ and no number). read_csv() removes that.
std::string csv_text(std::string_view text);
/// Returns whether csv_text() leaves such cells as they are; --csv-formulas sets it.
bool& formulas_in_csv();
/// Returns the same without a '.
std::string csv_quoted(std::string_view text);

}  // namespace orrery::inline run
