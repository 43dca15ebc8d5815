#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "emu/comm/comm.h"
#include "emu/payload/op.h"

/// What proves a barrier: a rank may leave only if its own calls, one after the other, and each send before the receive that
/// matches it, show that every rank has entered. Times have no part in it.
namespace orrery {

/// Sets of ranks, eight to an element: the operator is their union, and a rank contributes itself.
const Op& rank_sets();
/// Elements of a set of p ranks.
constexpr std::int64_t rank_set_length(int p) {
  return (std::int64_t{p} + 7) / 8;
}

/// Runs `program` on `c` so that every message tells who is known to have entered, whatever a Comm is made of: the sender's
/// knowledge when it posts a message follows as a message of its own, and the receiver has it once it has waited for the
/// message. `known` holds the calling rank at first, and afterwards all ranks that had entered before this one left.
/// REQUIRES a store whose operator is rank_sets(), and rank_set_length(c.size()) elements.
void run_witnessed(Comm& c, Slice known, const std::function<void(Comm&)>& program);

/// The first of p ranks that `rank` does not know to have entered, in words.
std::optional<std::string> not_known(std::span<const std::byte> known, int rank, int p);

}  // namespace orrery
