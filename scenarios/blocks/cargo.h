#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "emu/trace/event.h"

namespace orrery::inline blocks {

/// Elements [logical, logical + elements) of the problem, as a message carries them.
struct CargoPart {
  std::uint32_t message = 0;
  ContributorSets::Id contributors = ContributorSets::kUndefined;
  std::int64_t logical = 0;
  std::int64_t elements = 0;
};

/// The contents of messages, from any buffer.
struct Cargo {
  std::vector<CargoPart> parts;                 ///< by message, in its order
  std::vector<std::vector<Contributors>> sets;  ///< by number
};

/// The recorded contents of a run with provenance payload: contributors and times.
struct Contents {
  std::vector<ContentEvent> events;  ///< in order of time; their `set` is not kept
  Cargo cargo;                       ///< its sets are those of the events, too
  std::map<std::uint32_t, int>
      owners;  ///< ranks that send from a scratch buffer, or receive into it
};

/// The contents of buffers at one moment.
class BufferContents {
 public:
  /// A range of a buffer, and the elements of the problem in it.
  struct Part {
    std::int64_t element = 0;
    std::int64_t elements = 0;
    std::int64_t logical = 0;
    ContributorSets::Id contributors = ContributorSets::kUndefined;
  };

  void write(const ContentEvent& e);
  /// Returns the parts that were written to [element, element + elements) of a buffer, in order.
  std::vector<Part> read(std::uint32_t buffer, std::int64_t element, std::int64_t elements) const;

 private:
  using Buffer = std::map<std::int64_t, Part>;  // by first element
  std::map<std::uint32_t, Buffer> buffers_;
};

/// Records the contents of a run with provenance payload. It gets the events of a Sink, in that
/// order.
class ContentRecorder {
 public:
  /// Creates a recorder that keeps at most `most` changes, and parts of cargo; later ones are
  /// dropped.
  explicit ContentRecorder(std::int64_t most) : most_(most) {}

  void start(const MessageEvent& e);
  void part(const PartEvent& e);
  void content(const ContentEvent& e);
  void message(const MessageEvent& e);

  /// Returns whether all were kept, and there are any.
  bool complete() const { return !contents_.events.empty() && !truncated_; }
  const Contents& contents() const { return contents_; }
  /// Returns the contents of messages; null unless complete(). To be called once.
  std::shared_ptr<const Cargo> take_cargo();

 private:
  void load(std::int64_t message, std::uint32_t buffer, std::int64_t element,
            std::int64_t elements);

  Contents contents_;
  BufferContents buffers_;          // now
  int sender_ = -1;                 // of the most recently started message
  std::int64_t joined_ = -1;        // the last message that has parts
  int arriving_ = -1;               // the rank that receives the next written parts,
  std::int64_t still_to_come_ = 0;  // and the number of elements still to come
  std::int64_t most_;
  bool truncated_ = false;
};

}  // namespace orrery::inline blocks
