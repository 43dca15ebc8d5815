#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emu/net/conditions.h"

/// Noise, stragglers and faults of a run, as the keys of [conditions] give them and as a network has them.
namespace orrery {

struct RunSpec;

/// As written; "none" is no noise at all.
struct GivenConditions {
  std::string arrival = "none", slow_ranks = "none", noise = "none";
  std::string slow_links = "none", failed_links = "none", background = "none";
  Time noise_period = 1ms;
  Time time_slice{0};
  int repeats = 1;  ///< runs of a cell, each with a seed of its own
};

/// The canonical form of what a key is given: without blanks. THROWS ValueError for what cannot be meant,
/// whatever the ranks and links are.
std::string arrival_text(std::string_view text);
std::string slow_ranks_text(std::string_view text);
std::string noise_text(std::string_view text);

/// What the ranks of a complete cell suffer; null: nothing. THROWS Refused for ranks that there are not, for a file
/// that does not say when all arrive, and for noise that leaves no time to work.
std::shared_ptr<const Conditions> conditions_of(const RunSpec& spec);

/// Returns by how much longer than without noise the slowest processor works on average: to tell whether a
/// run is too long.
double longest_factor(const Conditions& conditions);

/// The file that says when ranks arrive; empty if none does.
std::string_view arrival_file(const GivenConditions& given);

}  // namespace orrery
