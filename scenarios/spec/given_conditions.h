#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "emu/net/conditions.h"

/// Noise, stragglers and faults of a run, as the keys of [conditions] give them and as a network has them.
namespace orrery::inline spec {

struct RunSpec;

/// Conditions as written; "none" means no condition.
struct GivenConditions {
  std::string arrival = "none", slow_ranks = "none", noise = "none";
  std::string slow_links = "none", failed_links = "none", background = "none";
  Time noise_period = 1ms;
  Time time_slice{0};
  int repeats = 1;  ///< runs of a cell, each with a seed of its own
};

/// Returns the canonical form of a key's value, without blanks. THROWS ValueError for values that
/// are wrong for all ranks and links.
std::string arrival_text(std::string_view text);
std::string slow_ranks_text(std::string_view text);
std::string noise_text(std::string_view text);

/// Returns the conditions of the ranks in a complete cell; null: none. THROWS Refused for unknown
/// ranks, for a file that does not give every rank's arrival, and for noise that leaves no time to
/// work.
std::shared_ptr<const Conditions> conditions_of(const RunSpec& spec);

/// Returns the factor by which conditions slow the slowest processor on average; the check of
/// the length of a run uses it.
double longest_factor(const Conditions& conditions);

/// Returns the file with the arrival times of the ranks; empty if there is none.
std::string_view arrival_file(const GivenConditions& given);

}  // namespace orrery::inline spec
