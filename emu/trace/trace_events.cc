#include "emu/trace/trace_events.h"

#include <array>

namespace orrery {
namespace {

constexpr std::array<TraceField, 15> kMessage{
    {{"id", "0, 1, 2, ... in order of start"},
     {"source", "Rank that sends"},
     {"destination", "Rank that receives"},
     {"round", "Round of the sender"},
     {"lane", "Number of the communicator; 0 is the one of all ranks"},
     {"tag", "Tag of the message"},
     {"bytes", "Size of the message"},
     {"element", "First element sent, counted in the buffer of the sender"},
     {"elements", "Number of elements sent"},
     {"posted_ps", "When both sides had posted it; the sender, if the protocol is eager"},
     {"start_ps", "When it had its ports and its latency began"},
     {"ready_ps", "When its latency had passed"},
     {"flow_ps", "When its first byte moved: later where it waited for a port until then"},
     {"end_ps", "When its last byte had arrived"},
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
     {"time_ps", "From when on it flows at that rate"},
     {"bytes_per_second", "The rate; 0 when the path has ended"}}};
constexpr std::array<TraceField, 3> kRound{{{"rank", "Rank that enters the round"},
                                            {"round", "Number of the round"},
                                            {"time_ps", "When it does"}}};
constexpr std::array<TraceField, 4> kWholeRound{
    {{"round", "Number of the round"},
     {"ranks", "How many ranks, or lanes of ranks, entered it"},
     {"first_ps", "When the first of them did"},
     {"last_ps", "When the last of them did"}}};
constexpr std::array<TraceField, 5> kCompute{{{"rank", "Rank that computes"},
                                              {"round", "Round of that rank"},
                                              {"bytes", "How much it reduces or copies"},
                                              {"start_ps", "When it begins"},
                                              {"end_ps", "When it is done"}}};

constexpr std::array<TraceLine, 7> kLines{
    {{"link", "messages, all", "What a link is, before the first message that crosses it", kLink},
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

}  // namespace orrery
