#pragma once

#include "emu/engine/fibers/processors.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/watch/causes.h"
#include "emu/net/network.h"
#include "emu/trace/critical_path.h"

namespace orrery {

/// What a run waited for, followed backwards from its completion. The path stays with a rank that waits
/// until a message comes, and goes on with its sender where that posted later than the receiver. So it
/// follows the data; only where a sender on the path had to wait for its receiver is the partner late. A wait
/// for ports is one stretch; a wait for a processor is what that did meanwhile. THROWS LogicError if the
/// stretches do not add up to `completion`.
CriticalPath critical_path(Causes& causes, const Network& network, LinkTable& links,
                           const Processors& processors, Time completion);

}  // namespace orrery
