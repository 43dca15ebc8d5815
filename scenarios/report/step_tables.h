#pragma once

#include <optional>
#include <string>

#include "scenarios/spec/scenario.h"

/// Who sends which blocks to whom in each step of a run: schedules as papers draw them.
namespace orrery {

/// What to show of it.
struct StepsShown {
  std::optional<int> rank;   ///< only what this rank sends
  std::optional<int> steps;  ///< only the first ones
  int parts = 1;             ///< collectives at once, each on its part of the blocks
};

/// A block of every step with a line for each message: sender, receiver, its blocks (elements of the
/// vectors, in runs such as 4-7; in several parts as part:block) and, where the collective reduces,
/// over which ranks they are summed already. Runs the cell with provenance payload. THROWS InputError
/// if it cannot be run.
std::string steps_table(const RunSpec& spec, const StepsShown& shown);

/// step,from,to,lane,first,last,ranks: a line for each run of blocks first .. last of a message;
/// `ranks` are those whose contributions they hold, such as "0-2 5". THROWS as steps_table.
std::string steps_csv(const RunSpec& spec, const StepsShown& shown);

}  // namespace orrery
