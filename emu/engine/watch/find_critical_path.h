#pragma once

#include "emu/engine/fibers/processors.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/watch/causes.h"
#include "emu/net/network.h"
#include "emu/trace/critical_path.h"

namespace orrery::inline engine {

/// Returns the critical path of a run, followed backwards from its completion. The path stays with
/// a waiting rank until its message arrives, and continues with the sender if that posted later
/// than the receiver. So it follows the data; the partner is late only where a sender on the path
/// had to wait for its receiver. A wait for ports is one stretch; a wait for a processor is the
/// processor's work meanwhile. THROWS LogicError if the stretches do not add up to `completion`.
CriticalPath critical_path(Causes& causes, const Network& network, LinkTable& links,
                           const Processors& processors, Time completion);

}  // namespace orrery::inline engine
