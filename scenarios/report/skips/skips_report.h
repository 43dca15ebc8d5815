#pragma once

#include <string>
#include <vector>

#include "scenarios/run/skip_search.h"

/// Which skips are best on a network, and why, as text.
namespace orrery {

/// A sequence with all that is known of its run.
struct SkipsRow {
  std::vector<int> skips;
  RunResult result;
};

/// The fastest `best` of a search and the four named ones if they were tried, each run in full.
std::vector<SkipsRow> skips_rows(const RunSpec& spec, const SkipSearch& search, std::size_t best,
                                 int jobs);

/// A table of the rows, and what sets the fastest apart from the paper's, halving.
std::string skips_table(const SkipSearch& search, const std::vector<SkipsRow>& rows);

/// skips,time_s of all that were tried, the fastest first; skips separated by blanks.
std::string skips_csv(const SkipSearch& search);

}  // namespace orrery
