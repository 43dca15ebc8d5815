#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "emu/schedule/recording.h"

namespace orrery {

/// By side, 0 that of senders and 1 that of receivers, and by sender and receiver: the channel of each message with
/// data, in the order in which that rank has them.
using MessageChannels =
    std::array<std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::int32_t>>, 2>;

/// Channels on which what a thread block sends, and what one receives, goes on as it did in the run: a message
/// follows another on a channel only where it never began before that one, and its receive never before that one's
/// had ended. As few as that takes, from 0 on for each pair of ranks.
MessageChannels channels_of(const Recording& recording);

}  // namespace orrery
