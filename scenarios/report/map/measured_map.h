#pragma once

#include <string>
#include <vector>

#include "scenarios/report/map/winner_map.h"
#include "scenarios/report/plot/csv.h"
#include "scenarios/spec/scenario.h"
#include "scenarios/text/csv_table.h"

namespace orrery::inline report {

/// A map of measured times, and the scenario that would run the measured cells.
struct MeasuredMap {
  Scenario scenario;
  WinnerMap map;
};

/// Returns whether a file has measured times instead of a scenario: a table (.csv) or the output of a benchmark.
bool has_measured_times(const std::string& file);

/// Returns the map of a table with the columns algorithm, ranks, bytes, a time (time_s, median_s or completion_time_s)
/// and perhaps collective and machine, of which the rows must be of one. It is of the rows that selected() chooses by
/// `where` and that have a time. Of several rows of one cell the median counts. `x_key` as for make_map(). THROWS
/// InputError.
MeasuredMap measured_map(const CsvTable& table, const std::vector<ColumnValue>& where,
                         const std::string& x_key);

/// Checks that decision tables can be made of a map: all of its algorithms are in the catalogue. THROWS InputError.
void check_known_algorithms(const MeasuredMap& measured);

}  // namespace orrery::inline report
