#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "algorithms/schedules/circulant.h"

/// All correct schedules on the circulant graph of p processors, by search. The paper leaves their
/// number open.
///
/// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
///          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Sec. 2 (conditions)
///          and 4 ("How many schedules are there then for given p?"; Table 5 has two for p = 9).
/// Letters  as in circulant.h.
///
/// A schedule is the blocks that all processors but the root receive in all rounds: (p-1) q
/// entries. Two schedules differ if they differ in an entry. A schedule is correct if
/// 1. the q entries of a processor are, modulo q, a permutation of 0 .. q-1, one of them >= 0;
/// 2. and 3. the sender of the block that r > 0 receives in round k has it: the sender is the root,
///    or it received the block in an earlier round of this phase or in the phase before (the blocks
///    of the phase before are complete except for those that come in this phase, the negative
///    entries);
/// 4. the root sends block k in round k, to processor skip[k]. The sends follow from the receives.
///    No rank sends to the root: the root's column of the paper's tables is not a part of the
///    schedule. In every correct schedule the entries >= 0 are the baseblocks in the home rounds,
///    so the search is for the negative entries.
///
///   p          2..8   9   10  11  12  13  14..16  17   18    19   20   ...  31, 32  33
///   schedules  1      9   3   4   3   2   1       288  1071  870  196       1       67690737
namespace orrery::circulant {

/// Returns the number of correct schedules. Nothing if it is 2^64 or more, or if the search takes
/// more than `limit` choices. The default suffices for p <= 64 and 77 <= p <= 128, a second at
/// most; p = 65 (14127369291643619040) takes 10^6 choices, some ten seconds and 300 MB. The other p
/// up to 76, and most above 128, are out of reach. THROWS std::invalid_argument unless 1 <= p <=
/// 4096.
std::optional<std::uint64_t> count_schedules(int p, std::int64_t limit = 200'000);

/// The schedules of all processors, by processor. The root's entries are 0.
using ReceiveSchedules = std::span<const Schedule>;

/// Calls visit for each correct schedule, always in the same order, until it returns false. Returns
/// the number of calls. THROWS std::invalid_argument unless 1 <= p <= 4096.
std::uint64_t for_each_schedule(int p, const std::function<bool(ReceiveSchedules)>& visit);

}  // namespace orrery::circulant
