#pragma once

#include <string>

#include "scenarios/page/page_words.h"
#include "scenarios/run/explain.h"

namespace orrery::page {

/// What the time of a run is made of: its causes as a bar and a table, then its critical path by round and rank,
/// and the links on it, which open. Nothing where the run has not ended.
std::string why_tables(const Explained& e, const Words& words);

}  // namespace orrery::page
