#pragma once

#include <string>
#include <vector>

#include "scenarios/grade/assignment.h"

/// The runs of a part.
namespace orrery::inline grade {

/// Returns complete cells, in a fixed order; their algorithm is a built-in one, to be replaced. The
/// part's random cases follow from the assignment's seed and the name of the part. THROWS
/// InputError at the part's place.
std::vector<RunSpec> cases_of(const Assignment& assignment, const GradedPart& part);

/// Returns the keys of a cell: collective and algorithm, ranks and topology, then every key that is
/// not the default.
Overrides keys_of(const RunSpec& spec);

/// Returns "p = 3, root 1, payload real".
std::string words_of(const RunSpec& spec);

/// Returns "orrery run --plugin FILE --forbid-catalogue --collective broadcast ...", a line for a
/// shell.
std::string command_line_of(const RunSpec& spec, const std::string& plugin);

}  // namespace orrery::inline grade
