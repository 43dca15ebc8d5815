#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "scenarios/text/csv_table.h"

namespace orrery::inline run {

/// Facts that the outputs of benchmarks lack, as "machine=lumi,ranks=8,algorithm=ring".
struct GivenFacts {
  std::string text;
  std::string option = "--given";  ///< for errors
};

constexpr const char* kGivenHelp =
    "Facts that the output of a benchmark lacks: machine, ranks, nodes, tasks_per_node, "
    "collective, "
    "algorithm";

/// Returns how many blocks of ranks `bytes` counts, of which the benchmarks of MPI (OSU, IMB) print one: p for gatherv.
std::int64_t blocks_in_bytes(std::string_view collective, int p);

/// Returns whether a table was read from the output of a benchmark (benchmark_log.h).
bool is_benchmark(const CsvTable& table);

/// Returns such a table with the columns of measured collectives (counterparts.h). Leaves out in-place times and those
/// without a size. THROWS InputError for a fact that neither the output nor `given` contains, and for an unknown key.
CsvTable measured_rows(const CsvTable& benchmark, const GivenFacts& given);

}  // namespace orrery::inline run
