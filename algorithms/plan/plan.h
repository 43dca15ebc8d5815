#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/plan/demand.h"
#include "emu/schedule/schedule.h"

/// A plan of a collective in the terms of other tools: the steps of every rank's thread blocks on
/// chunks of buffers, their messages, and their order. Readers of all formats create it; it is
/// checked (plan_check.h) without timing, and becomes a Schedule for timing (lower.h).
namespace orrery::inline algorithms {

enum class Buffer : std::uint8_t {
  kInput,
  kOutput,
  kScratch,
  kWire  ///< contents of a connection: written by its sender, read by its receiver, once each
};

/// Returns 'i', 'o', 's', as MSCCL and MSCCL++ call them, or 'w'.
constexpr char letter_of(Buffer buffer) {
  return "iosw"[static_cast<std::size_t>(buffer)];
}
/// Returns the buffer of a rank with this letter; nullopt if there is none.
std::optional<Buffer> buffer_called(std::string_view letter);

/// Chunks `first` to first+count-1 of a buffer, in parts (Plan::parts). With count 0 on another
/// rank: a signal, a message without data.
struct Chunks {
  std::int32_t rank = 0;
  Buffer buffer = Buffer::kInput;
  std::int32_t first = 0, count = 0;
};

/// A step of a thread block: reads, adds up chunk by chunk, and writes the sum. A read or write of
/// another rank's buffer is a message.
struct Action {
  std::int32_t rank = 0;
  std::int32_t thread = 0;       ///< number among those of all ranks; its actions are sequential
  std::int32_t block = 0;        ///< thread block number in the file; -1: none
  std::int32_t step = 0;         ///< number within the block in the file
  std::int32_t line = 0;         ///< of the file; 0: unknown
  std::int32_t connection = -1;  ///< connection of its send, index into Plan::connections; -1: none
  std::uint32_t reads = 0, writes = 0, end = 0;  ///< operands [reads, writes) and [writes, end)
  std::uint16_t word = 0;                        ///< name in the file: index into Plan::words
  bool packets = false;  ///< its messages carry a flag in every word: twice the bytes
};

/// `later` does not begin before `earlier` has ended and, between ranks, before its message has
/// arrived.
struct Precedence {
  std::int32_t later = 0, earlier = 0;
};

/// A channel from rank to rank: its messages arrive in order.
struct Connection {
  std::int32_t source = 0, destination = 0, channel = 0;
  auto operator<=>(const Connection&) const = default;
};

/// The capacity of a connection before its sender waits.
struct WireBuffer {
  std::int64_t entries = 0, entry_bytes = 0;
};

/// An action that waits for an event that never happens.
struct Hopeless {
  std::int32_t action = 0;
  std::string reason;  ///< "for a signal that is never sent"
};

/// The file's description of itself, and its counts; the plan's behaviour does not depend on it.
struct PlanDescription {
  std::string protocol;                             ///< "Simple"; empty: unknown
  std::int32_t channels = 0;                        ///< 0: unknown
  std::int32_t input = 0, output = 0, scratch = 0;  ///< chunks, the most that a rank declares
  std::int64_t blocks = 0, steps = 0;               ///< thread blocks, and their steps
  std::uint64_t least_bytes = 0, most_bytes = 0;    ///< range of sizes in which executors use it;
                                                    ///< 0: no limit
  std::optional<std::int64_t> epochs;               ///< epochs of time in the synthesizer's
                                                    ///< planning
  std::map<std::string_view, std::int64_t> kinds;   ///< number of steps of each kind
};

class Plan {
 public:
  std::string name;
  PlanDescription description;
  const Demand* demand = nullptr;    ///< the collective; never null in a plan from a reader
  PlanSetting setting;               ///< chunks whole, not in parts
  std::optional<std::int32_t> root;  ///< nullopt: the one that verifies
  bool in_place = false, out_of_place = false;
  bool knows_memory = true;       ///< whether the shared parts of input and output are known
  bool depends_on_bytes = false;  ///< whether it must be read again for other bytes of the vector
  std::int32_t parts = 1;         ///< of a chunk; the unit of operands
  std::string_view step_word = "step";
  std::vector<std::string_view> words;  ///< of actions; views of static strings
  std::optional<WireBuffer> wire_buffer;
  std::vector<std::int32_t> scratch;        ///< used parts of each rank's scratch
  std::vector<std::int32_t> input, output;  ///< parts of each rank's buffers; one entry a rank

  std::vector<Action> actions;  ///< grouped by thread, in order
  std::vector<Chunks> operands;
  std::vector<Precedence> precedences;  ///< in addition to those of threads
  /// Sends on connections of a rank that must have ended, not only begun, before another action of
  /// the rank begins. These orders hold anyway; only times differ.
  std::vector<Precedence> sends_ended;
  std::vector<Connection> connections;
  std::vector<Hopeless> hopeless;
  std::int32_t threads = 0;
  std::int64_t wire = 0;  ///< parts of kWire
  std::vector<std::string> warnings;

  /// Appends an action with its reads and writes; returns its number.
  std::int32_t add(Action a, std::span<const Chunks> reads, std::span<const Chunks> writes);
  std::span<const Chunks> reads(const Action& a) const {
    return std::span(operands).subspan(a.reads, a.writes - a.reads);
  }
  std::span<const Chunks> writes(const Action& a) const {
    return std::span(operands).subspan(a.writes, a.end - a.writes);
  }
  /// Returns "gpu 0 tb 3 step 2 (rrs, line 17)".
  std::string place(const Action& a) const;
  std::string place(std::int32_t action) const {
    return place(actions[static_cast<std::size_t>(action)]);
  }
  /// Returns "o[3]", with whole chunks.
  std::string chunk(Buffer buffer, std::int64_t part) const;
};

/// The place of a mistake in a plan; -1, and line 0: unknown.
struct PlanPlace {
  std::int32_t rank = -1, block = -1, step = -1, line = 0;
  std::int64_t chunk = -1;
};

/// A wrong plan. what() reads "race: gpu 0 tb 1 step 2 (r, line 7): ...".
class PlanError : public std::runtime_error {
 public:
  PlanError(Fault fault, PlanPlace place, const std::string& message);
  /// Creates the error for an action, which begins the text.
  PlanError(Fault fault, const Plan& plan, std::int32_t action, const std::string& message,
            std::int64_t chunk = -1);
  Fault fault() const { return fault_; }
  const PlanPlace& place() const { return place_; }

 private:
  Fault fault_;
  PlanPlace place_;
};

/// Messages and chunks from one rank to another.
struct PairTraffic {
  std::int32_t source = 0, destination = 0;
  std::int64_t messages = 0;
  double chunks = 0;
};

struct PlanTraffic {
  std::int64_t messages = 0, empty = 0;  ///< with data, and without
  double chunks = 0;
  std::vector<PairTraffic> pairs;  ///< with data, in order
};
PlanTraffic traffic_of(const Plan& plan);

/// Chunks that ranks add to others, and that they copy within their memory.
struct PlanWork {
  double reduced = 0, copied = 0;
};
PlanWork work_of(const Plan& plan);

}  // namespace orrery::inline algorithms
