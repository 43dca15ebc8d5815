#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "emu/trace/event.h"

namespace orrery {

/// Elements [logical, logical + elements) of the problem, as a message carries them.
struct CargoPart {
  std::uint32_t message = 0;
  ContributorSets::Id contributors = ContributorSets::kUndefined;
  std::int64_t logical = 0;
  std::int64_t elements = 0;
};

/// What messages carry, whatever buffer they are sent from.
struct Cargo {
  std::vector<CargoPart> parts;                 ///< by message, in its order
  std::vector<std::vector<Contributors>> sets;  ///< by number
};

/// What is recorded of a run with provenance payload: which ranks contributed to what, and when.
struct Contents {
  std::vector<ContentEvent> events;  ///< in order of time; their `set` is not kept
  Cargo cargo;                       ///< its sets are those of the events, too
  std::map<std::uint32_t, int>
      owners;  ///< ranks that send from a scratch buffer, or receive into it
};

/// What the buffers hold at one moment.
class BufferContents {
 public:
  /// A range of a buffer, and what it stands for.
  struct Part {
    std::int64_t element = 0;
    std::int64_t elements = 0;
    std::int64_t logical = 0;
    ContributorSets::Id contributors = ContributorSets::kUndefined;
  };

  void write(const ContentEvent& e);
  /// What was ever written to [element, element + elements) of a buffer, in order.
  std::vector<Part> read(std::uint32_t buffer, std::int64_t element, std::int64_t elements) const;

 private:
  using Buffer = std::map<std::int64_t, Part>;  // by first element
  std::map<std::uint32_t, Buffer> buffers_;
};

/// Takes down the contents of a run with provenance payload. It is told what a Sink is told, in that
/// order.
class ContentRecorder {
 public:
  /// At most so many changes, and parts of cargo, are kept; what comes later is not.
  explicit ContentRecorder(std::int64_t most) : most_(most) {}

  void start(const MessageEvent& e);
  void part(const PartEvent& e);
  void content(const ContentEvent& e);
  void message(const MessageEvent& e);

  /// Whether all were kept, and there are any.
  bool complete() const { return !contents_.events.empty() && !truncated_; }
  const Contents& contents() const { return contents_; }
  /// What messages carry; null unless complete(). To be called once.
  std::shared_ptr<const Cargo> take_cargo();

 private:
  void load(std::int64_t message, std::uint32_t buffer, std::int64_t element,
            std::int64_t elements);

  Contents contents_;
  BufferContents buffers_;          // now
  int sender_ = -1;                 // of the message that started last
  std::int64_t joined_ = -1;        // the last message that has parts
  int arriving_ = -1;               // the rank that gets what is written next,
  std::int64_t still_to_come_ = 0;  // and how many elements of it
  std::int64_t most_;
  bool truncated_ = false;
};

}  // namespace orrery
