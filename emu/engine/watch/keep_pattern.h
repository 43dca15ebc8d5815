#pragma once

#include <cstdint>
#include <numeric>

#include "emu/base/random.h"
#include "emu/engine/event_queue.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/world.h"
#include "emu/trace/pattern.h"

/// Functions by which a run fills in its pattern.
namespace orrery::inline engine {

void begin(Pattern& p, const Network& network, const LinkTable& links,
           const EngineOptions& options);
inline void note(Pattern& p, const Event& e, bool first_of_instant) {
  p.order = mixed(p.order ^ (std::uint64_t{first_of_instant} << 63 |
                             static_cast<std::uint64_t>(e.kind) << 32 | e.index));
}
/// Notes an amount of bytes sent or worked on.
inline void note(Pattern& p, Bytes amount) {
  p.unit = std::gcd(p.unit, amount.count());
}
/// Completes the pattern. `exact`: flows ended at whole picoseconds; `joins`: which rounds
/// overlapped (Traffic::joins).
void end(Pattern& p, bool exact, std::uint64_t joins);

}  // namespace orrery::inline engine
