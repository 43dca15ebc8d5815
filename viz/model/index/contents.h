#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "emu/trace/event.h"

namespace orrery::viz {

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

/// What is recorded of a run with provenance payload: who contributed to what, when.
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

}  // namespace orrery::viz
