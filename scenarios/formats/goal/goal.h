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
/// with comments (// and /* */), labels and tags that may be left out, and `cpu N` (0 .. 255, which
/// processor computes; at sends and receives it means nothing here) and `nic N` (means nothing here).
namespace orrery {

/// THROWS InputError with file and line: whatever does not follow this, wildcards (-1), labels that
/// are unknown or there twice, ranks that are missing or there twice, what Schedule::complete
/// refuses. Every rank has a block, so that a file that was cut off is found out.
Schedule read_goal(std::string_view text, const std::string& name);

/// The binary form of the same (of LogGOPSim and ATLAHS), also of LogGOPSim 2 where it has nothing but sends,
/// receives and calcs. THROWS InputError with the byte.
Schedule read_goal_binary(std::string_view bytes, const std::string& name);
/// Computations are rounded as in the text; cpus beyond 255 are not possible.
std::string goal_binary(const Schedule& graph);

/// Computations are rounded to whole nanoseconds, those of nothing are kept: they join what an
/// operation requires.
std::string goal_text(const Schedule& graph);

}  // namespace orrery
