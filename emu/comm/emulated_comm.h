#pragma once

#include "emu/comm/comm.h"

namespace orrery {

class Endpoint;

/// A Comm on an emulated rank. Valid as long as the Endpoint is.
std::unique_ptr<Comm> make_comm(Endpoint& endpoint);

}  // namespace orrery
