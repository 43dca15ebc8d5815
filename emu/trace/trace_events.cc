#include "emu/trace/trace_events.h"

#include <array>

namespace orrery::inline trace {
namespace {

constexpr std::array<TraceField, 15> kMessage{
    {{"id", "0, 1, 2, ... in order of start"},
     {"source", "Rank that sends"},
     {"destination", "Rank that receives"},
     {"round", "Round of the sender"},
     {"lane", "Number of the communicator; 0 is that of all ranks"},
     {"tag", "Tag of the message"},
     {"bytes", "Size of the message"},
     {"element", "First element sent, counted in the buffer of the sender"},
     {"elements", "Number of elements sent"},
     {"posted_ps", "Time at which both sides had posted it; with the eager protocol the sender"},
     {"start_ps", "Time at which it had its ports and its latency began"},
     {"ready_ps", "Time at which its latency had passed"},
     {"flow_ps", "Time at which its first byte moved; later than ready_ps if it waited for a port"},
     {"end_ps", "Time at which its last byte had arrived"},
     {"paths",
      "A list of its paths, each with its share of the bytes and the numbers of its links; "
      "empty within a host"}}};
constexpr std::array<TraceField, 6> kLink{
    {{"link", "Its number, as in the paths of messages"},
     {"from", "The node where it begins: the name that a file gave it, or its number"},
     {"to", "The node where it ends"},
     {"level", "Its level; 0 at the hosts"},
     {"bytes_per_second", "Its bandwidth"},
     {"latency_ps", "Its latency"}}};
constexpr std::array<TraceField, 4> kRate{
    {{"message", "Id of the message"},
     {"path", "Number of the path of that message"},
     {"time_ps", "Time from which on it flows at that rate"},
     {"bytes_per_second", "The rate; 0 when the path has ended"}}};
constexpr std::array<TraceField, 3> kRound{{{"rank", "Rank that enters the round"},
                                            {"round", "Number of the round"},
                                            {"time_ps", "Time at which it enters"}}};
constexpr std::array<TraceField, 4> kWholeRound{
    {{"round", "Number of the round"},
     {"ranks", "Number of ranks, or lanes of ranks, that entered it"},
     {"first_ps", "Time at which the first of them entered"},
     {"last_ps", "Time at which the last of them entered"}}};
constexpr std::array<TraceField, 5> kCompute{
    {{"rank", "Rank that computes"},
     {"round", "Round of that rank"},
     {"bytes", "Number of bytes that it reduces or copies"},
     {"start_ps", "Time at which it begins"},
     {"end_ps", "Time at which it ends"}}};

constexpr std::array<TraceLine, 7> kLines{
    {{"link", "messages, all", "The data of a link, before the first message that crosses it",
      kLink},
     {"message", "messages, all", "A transfer between two ranks has ended", kMessage},
     {"rate", "all", "A path of a message flows at another rate", kRate},
     {"round", "messages, all", "A rank enters a round", kRound},
     {"round", "rounds", "A whole round, written at the end of the run", kWholeRound},
     {"reduce", "messages, all", "A rank reduces bytes", kCompute},
     {"copy", "messages, all", "A rank copies bytes", kCompute}}};

}  // namespace

std::span<const TraceLine> trace_lines() {
  return kLines;
}

}  // namespace orrery::inline trace
