#pragma once

#include <memory>
#include <optional>
#include <string>

#include "emu/comm/comm.h"
#include "emu/payload/real_store.h"

/// A proof of a barrier: a rank may leave only if its own calls, in order, and the send before each
/// matching receive, imply that every rank has entered. Times are irrelevant.
///
/// Happens-before (Lamport, CACM 21(7), 1978) is the least transitive relation in which a call precedes later calls of
/// its rank, and a send precedes the receive that it matches.
///
/// Example  Three ranks; 1 and 2 send to 0, which answers both. If 0 receives from 1 and from 2
///          before it answers, each answer proves three entries. If 0 answers after one receive,
///          rank 2 may leave with knowledge of 0 and 2 only, even in a run in which rank 1
///          happened to be early: not_known() names rank 1.
namespace orrery::inline algorithms {

/// Returns the operator on sets of ranks, eight to an element: it forms their union, and a rank
/// contributes itself.
const Op& rank_sets();
/// Allocates the set that has only `rank`, of p ranks. REQUIRES a store whose operator is
/// rank_sets().
Slice set_of(int rank, int p, RealStore& store);

/// Returns `c` with messages that carry the set of ranks known to have entered, for any Comm: the
/// sender's set at the time of posting follows as a message of its own, and the receiver has it
/// after its wait for the message. `known` has the calling rank at first, and at the rank's end all
/// ranks that had entered before. REQUIRES a set of c.size() ranks in the store of `c`.
std::unique_ptr<Comm> witness(Comm& c, Slice known);

/// Describes the first of p ranks that `rank` does not know to have entered; nullopt if there is
/// none.
std::optional<std::string> not_known(RealStore& store, Slice known, int rank, int p);

}  // namespace orrery::inline algorithms
