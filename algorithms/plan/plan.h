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
#include "emu/schedule/fault.h"

/// A plan of a collective as other tools write it: what the thread blocks of every rank do to chunks of
/// buffers, which sends what to whom, and what has to come before what. Readers of all formats make it;
/// it is checked (plan_check.h) without timing, and becomes a Schedule to be timed (lower.h).
namespace orrery {

enum class Buffer : std::uint8_t {
  kInput,
  kOutput,
  kScratch,
  kWire  ///< what a connection holds: written by its sender, read by its receiver, once each
};

/// Returns 'i', 'o', 's', as MSCCL and MSCCL++ call them, or 'w'.
constexpr char letter_of(Buffer buffer) {
  return "iosw"[static_cast<std::size_t>(buffer)];
}
/// Returns nothing where no buffer of a rank is called so.
std::optional<Buffer> buffer_called(std::string_view letter);

/// Chunks `first` to first+count-1 of a buffer, in parts (Plan::parts). With count 0 on another rank: a
/// signal, a message without data.
struct Chunks {
  std::int32_t rank = 0;
  Buffer buffer = Buffer::kInput;
  std::int32_t first = 0, count = 0;
};

/// A step of a thread block: reads, adds up chunk by chunk what it has read, and writes the sum.
/// What is read from another rank's buffer, or written there, is a message.
struct Action {
  std::int32_t rank = 0;
  std::int32_t thread =
      0;                   ///< number among those of all ranks; its actions run one after the other
  std::int32_t block = 0;  ///< thread block as the file numbers it; -1: none
  std::int32_t step = 0;   ///< within the block, as the file numbers it
  std::int32_t line = 0;   ///< of the file; 0: not known
  std::int32_t connection = -1;  ///< that it sends on, index into Plan::connections; -1: none
  std::uint32_t reads = 0, writes = 0, end = 0;  ///< operands [reads, writes) and [writes, end)
  std::uint16_t word = 0;                        ///< what the file calls it: index into Plan::words
  bool packets = false;  ///< its messages carry a flag in every word: twice the bytes
};

/// `later` does not begin before `earlier` has ended and, between ranks, before its message is there.
struct Precedence {
  std::int32_t later = 0, earlier = 0;
};

/// One way from rank to rank: what is sent on it arrives in order.
struct Connection {
  std::int32_t source = 0, destination = 0, channel = 0;
  auto operator<=>(const Connection&) const = default;
};

/// What a connection holds before its sender waits.
struct WireBuffer {
  std::int64_t entries = 0, entry_bytes = 0;
};

/// An action that waits for what never comes.
struct Hopeless {
  std::int32_t action = 0;
  std::string reason;  ///< "for a signal that is never sent"
};

/// A file as it says itself, and as it counts; what its plan does does not depend on it.
struct PlanDescription {
  std::string protocol;                             ///< "Simple"; empty: not said
  std::int32_t channels = 0;                        ///< 0: not said
  std::int32_t input = 0, output = 0, scratch = 0;  ///< chunks, the most that a rank declares
  std::int64_t blocks = 0, steps = 0;               ///< thread blocks, and their steps
  std::uint64_t least_bytes = 0, most_bytes = 0;    ///< that executors use it for; 0: no limit
  std::optional<std::int64_t> epochs;               ///< of time that a synthesizer planned with
  std::map<std::string_view, std::int64_t> kinds;   ///< how often each kind of step is there
};

class Plan {
 public:
  std::string name;
  PlanDescription description;
  const Demand* demand = nullptr;    ///< what it is for; never null in what a reader returns
  PlanSetting setting;               ///< chunks whole, not in parts
  std::optional<std::int32_t> root;  ///< nothing: that for which it holds
  bool in_place = false, out_of_place = false;
  bool knows_memory = true;  ///< false: which parts of input and output are one memory is not said
  bool depends_on_bytes = false;  ///< for other bytes of the vector it must be read again
  std::int32_t parts = 1;         ///< of a chunk, that operands count in
  std::string_view step_word = "step";
  std::vector<std::string_view> words;  ///< of actions; what they view lives for ever
  std::optional<WireBuffer> wire_buffer;
  std::vector<std::int32_t> scratch;        ///< parts of each rank's scratch that are used
  std::vector<std::int32_t> input, output;  ///< parts of each rank's buffers; one entry a rank

  std::vector<Action> actions;  ///< those of a thread in order, one after the other
  std::vector<Chunks> operands;
  std::vector<Precedence> precedences;  ///< beside those of threads
  /// Sends on connections of a rank that have ended, not only begun, before something else of the rank begins.
  /// They are among what it follows anyway; time alone is different.
  std::vector<Precedence> sends_ended;
  std::vector<Connection> connections;
  std::vector<Hopeless> hopeless;
  std::int32_t threads = 0;
  std::int64_t wire = 0;  ///< parts of kWire
  std::vector<std::string> warnings;

  /// Appends an action with what it reads and writes; returns its number.
  std::int32_t add(Action a, std::span<const Chunks> reads, std::span<const Chunks> writes);
  std::span<const Chunks> reads(const Action& a) const {
    return std::span(operands).subspan(a.reads, a.writes - a.reads);
  }
  std::span<const Chunks> writes(const Action& a) const {
    return std::span(operands).subspan(a.writes, a.end - a.writes);
  }
  /// "gpu 0 tb 3 step 2 (rrs, line 17)".
  std::string place(const Action& a) const;
  std::string place(std::int32_t action) const {
    return place(actions[static_cast<std::size_t>(action)]);
  }
  /// "o[3]", with whole chunks.
  std::string chunk(Buffer buffer, std::int64_t part) const;
};

/// Where a plan is wrong; -1, and line 0: not known.
struct PlanPlace {
  std::int32_t rank = -1, block = -1, step = -1, line = 0;
  std::int64_t chunk = -1;
};

/// A plan that is wrong. what() reads "race: gpu 0 tb 1 step 2 (r, line 7): ...".
class PlanError : public std::runtime_error {
 public:
  PlanError(Fault fault, PlanPlace place, const std::string& message);
  /// At an action, which the text begins with.
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

}  // namespace orrery
