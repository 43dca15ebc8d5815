#pragma once

#include <string>
#include <string_view>

#include "emu/schedule/schedule.h"

/// Schedules in GOAL, the Group Operation Assembly Language, as text, in the dialect of LogGOPSim
/// (Hoefler, Siebert, Lumsdaine, ICPP 2009; Hoefler, Schneider, Lumsdaine, LSAP 2010):
///
///   num_ranks 2
///   rank 0 {
///   l1: calc 100                 nanoseconds
///   l2: send 1024b to 1 tag 7
///   l2 requires l1               l2 begins when l1 has ended (irequires: has begun)
///   }
///   rank 1 {
///   l1: recv 1024b from 0 tag 7
///   }
///
/// with comments (// and /* */), labels and tags that may be left out, and `cpu N` (0 .. 255, the
/// processor that computes; ignored for sends and receives) and `nic N` (ignored).
namespace orrery::inline formats {

/// Reads the text form. THROWS InputError with file and line for other syntax, wildcards (-1),
/// labels that are unknown or defined twice, ranks that are missing or defined twice, and schedules
/// that Schedule::complete refuses. Every rank must have a block, so that a truncated file is
/// detected.
Schedule read_goal(std::string_view text, const std::string& name);

/// Reads the binary form of the same (of LogGOPSim and ATLAHS), also of LogGOPSim 2 if it has
/// nothing but sends, receives and calcs. THROWS InputError with the byte.
Schedule read_goal_binary(std::string_view bytes, const std::string& name);
/// Writes the binary form. Computations are rounded as in the text; cpus beyond 255 are not
/// possible.
std::string goal_binary(const Schedule& graph);

/// Writes the text form. Computations are rounded to whole nanoseconds; empty ones are kept: they
/// join the dependencies of an operation.
std::string goal_text(const Schedule& graph);

}  // namespace orrery::inline formats
