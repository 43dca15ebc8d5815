#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/net/topology.h"
#include "emu/payload/contributors.h"

/// The events of a run, as plain values: the only contract between the emulator and the pictures.
namespace orrery::inline trace {

/// One transfer. It waits from `posted` to `start` for its partner, pays its latency until `ready`,
/// then its bytes flow from `flow` to `end`. It waits for ports before `start` if they are held for
/// the whole message, and otherwise from `ready` to `flow`. A transfer within one host has no
/// links.
struct MessageEvent {
  std::int64_t id = 0;  ///< 0, 1, 2, ... in order of start
  int source = 0;       ///< rank
  int destination = 0;  ///< rank
  int round = 0;        ///< the sender's round
  int lane = 0;         ///< number of the communicator: 0 = world
  int tag = 0;
  Bytes bytes;
  std::int64_t element = 0;   ///< first element sent, as offset in the sender's buffer
  std::int64_t elements = 0;  ///< number of elements sent
  std::uint32_t buffer = 0;   ///< the sender's buffer
  std::uint32_t slot = 0;     ///< its number among the messages under way: small, reused
  Time posted{0};             ///< the later of the two posts; eager: the send's
  Time start{0};
  Time ready{0};
  Time flow{0};
  Time end{0};
};

/// One path of a transfer: share `bytes` of its bytes over `links`.
struct PathEvent {
  std::int64_t message = 0;
  Bytes bytes;
  std::span<const LinkId> links;
  std::uint32_t slot = 0;  ///< of the message
};

/// From `time` on, path number `path` of `message` flows at `bytes_per_second` (0 = it has ended).
struct RateEvent {
  std::int64_t message = 0;
  int path = 0;
  Time time{0};
  double bytes_per_second = 0;
};

/// A range of the elements of a message of joined slices, in order (see Comm::join). Other messages
/// have no parts: they carry [element, element + elements) of `buffer`.
struct PartEvent {
  std::int64_t message = 0;
  std::uint32_t buffer = 0;
  std::int64_t element = 0;
  std::int64_t elements = 0;
};

/// From `time` on, elements [element, element + elements) of `buffer` represent elements `logical`,
/// logical + 1, ... of the problem and combine the contributions of `set`. Ranks' vectors are the
/// first p buffers. Equal sets have equal numbers.
struct ContentEvent {
  Time time{0};
  std::uint32_t buffer = 0;
  std::int64_t element = 0;
  std::int64_t elements = 0;
  std::int64_t logical = 0;
  ContributorSets::Id contributors = ContributorSets::kUndefined;
  std::span<const Contributors> set;  ///< empty if undefined or mixed
};

/// Rank `rank` enters round `round`.
struct RoundEvent {
  int rank = 0;
  int round = 0;
  Time time{0};
  const char* file = "";  ///< file of the calling line, valid forever
  int line = 0;
};

/// Rank `rank` reduces or copies `bytes` bytes from `start` to `end`.
struct ComputeEvent {
  int rank = 0;
  int round = 0;
  Bytes bytes;
  bool reduction = false;
  Time start{0};
  Time end{0};
};

}  // namespace orrery::inline trace
