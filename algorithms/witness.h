#pragma once

#include <memory>
#include <optional>
#include <string>

#include "emu/comm/comm.h"
#include "emu/payload/real_store.h"

/// What proves a barrier: a rank may leave only if its own calls, one after the other, and each send before the receive that
/// matches it, show that every rank has entered. Times have no part in it.
///
/// Happens-before (Lamport, CACM 21(7), 1978) is the least transitive relation in which a call precedes later calls of
/// its rank, and a send precedes the receive that it matches.
///
/// Example  Three ranks; 1 and 2 send to 0, which answers both. If 0 receives from 1 and from 2 before it answers, each
///          answer proves three entries. If 0 answers after one receive, rank 2 may leave knowing of 0 and 2 alone, even
///          in a run in which rank 1 happened to be early: not_known() names rank 1.
namespace orrery {

/// Sets of ranks, eight to an element: the operator is their union, and a rank contributes itself.
const Op& rank_sets();
/// Allocates the set that holds `rank` alone, of p ranks. REQUIRES a store whose operator is rank_sets().
Slice set_of(int rank, int p, RealStore& store);

/// Returns `c` with messages that tell which ranks are known to have entered, whatever a Comm is made of: the sender's knowledge
/// when it posts a message follows as a message of its own, and the receiver has it once it has waited for the message.
/// `known` holds the calling rank at first, and when the rank ends all ranks that had entered before. REQUIRES a set
/// of c.size() ranks in the store of `c`.
std::unique_ptr<Comm> witness(Comm& c, Slice known);

/// The first of p ranks that `rank` does not know to have entered, in words.
std::optional<std::string> not_known(RealStore& store, Slice known, int rank, int p);

}  // namespace orrery
