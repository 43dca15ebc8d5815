#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/text/csv_table.h"

/// Reads outputs of benchmarks of collectives as they were printed: OSU micro-benchmarks, Intel MPI Benchmarks (IMB),
/// nccl-tests and rccl-tests, and the output of --style.
namespace orrery::inline text {

/// Returns "an OSU allgather output", "an IMB output", "a log of nccl-tests"; empty for any other text.
std::string benchmark_in_words(std::string_view text);

/// Returns the measurements, a row for each time; nothing for a text that is no such output. Columns are tool,
/// collective, algorithm, ranks, nodes, bytes (as `bytes` of a scenario counts them, if known), placement (out-of-place
/// or in-place), time_s, least_s, most_s, repetitions, bandwidth_Bps and busbw_Bps; unknown cells are empty. `name` is
/// for errors. THROWS InputError for an output without measurements, or a damaged row.
std::optional<CsvTable> benchmark_table(std::string_view text, const std::string& name);

}  // namespace orrery::inline text
