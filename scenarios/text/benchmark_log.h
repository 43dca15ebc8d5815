#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/text/csv_table.h"

/// Output of benchmarks of collectives, as it was printed: OSU micro-benchmarks, Intel MPI Benchmarks (IMB), nccl-tests and
/// rccl-tests, and what --style writes.
namespace orrery {

/// Returns "an OSU allgather output", "an IMB output", "a log of nccl-tests"; empty: it is none of these.
std::string benchmark_in_words(std::string_view text);

/// Returns what was measured, a row for each time; nothing for a text that is no such output. Columns are tool,
/// collective, algorithm, ranks, nodes, bytes (as `bytes` of a scenario counts them, where that is known), placement
/// (out-of-place or in-place), time_s, least_s, most_s, repetitions, bandwidth_Bps and busbw_Bps; cells are empty where the
/// output does not say. `name` is for errors. THROWS InputError: an output without measurements, a row that is damaged.
std::optional<CsvTable> benchmark_table(std::string_view text, const std::string& name);

}  // namespace orrery
