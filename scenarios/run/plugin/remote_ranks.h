#pragma once

#include <functional>

#include "emu/comm/comm.h"
#include "scenarios/run/plugin/mailbox.h"

namespace orrery::inline run {

/// Answers requests for tasks, inside (inside.h), until another question waits for its answer. Each of `p` ranks runs
/// `program` on its vector. A rank runs until it has made a number of calls, or all.
void serve_ranks(Mailbox& box, int p, const std::function<void(Comm&, Slice)>& program);

}  // namespace orrery::inline run
