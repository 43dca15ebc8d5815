#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "emu/schedule/recording.h"

namespace orrery::inline formats {

/// The channel of each message with data: by side (0 senders, 1 receivers), and by sender and
/// receiver; in the order in which that rank has the messages.
using MessageChannels =
    std::array<std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::int32_t>>, 2>;

/// Assigns channels on which the sends of a thread block, and the receives of one, proceed as in
/// the run: a message follows another on a channel only if it never began before that one, and its
/// receive never before that one's had ended. Uses the fewest channels, from 0 on for each pair of
/// ranks.
MessageChannels channels_of(const Recording& recording);

}  // namespace orrery::inline formats
