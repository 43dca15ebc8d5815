#pragma once

#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "emu/trace/trace.h"

namespace orrery::viz {

struct LinkTotal {
  LinkId link = 0;
  std::int32_t messages = 0;
  Bytes bytes;
  friend bool operator==(const LinkTotal&, const LinkTotal&) = default;
};

struct RankTotal {
  int rank = 0;
  Bytes sent, received;
  friend bool operator==(const RankTotal&, const RankTotal&) = default;
};

/// What links and ranks carry in a round, by number; those that carry nothing are left out.
struct Traffic {
  std::vector<LinkTotal> links;
  std::vector<RankTotal> ranks;
  friend bool operator==(const Traffic&, const Traffic&) = default;
  std::size_t size() const { return links.size() + ranks.size(); }
};

/// All messages of a round, or of a few consecutive ones, together.
struct RoundTotal {
  int first = 0, last = 0;  ///< rounds
  Time begin{0}, end{0};    ///< first start and last end of its messages
  std::int64_t messages = 0;
  std::shared_ptr<const Traffic> traffic;
};

/// Sums up messages by round, so that a run of any length can be seen. Rounds in which the same
/// links carry the same share one table; where tables are still too large, neighbouring rounds are
/// put together, two of them before four.
class RoundTotals {
 public:
  /// At most about `most_entries` entries of tables are kept.
  explicit RoundTotals(std::size_t most_entries = 3'000'000) : most_(most_entries) {}

  /// A message that has ended. Those without a round are left out.
  void add(const MessageEvent& message, std::span<const Trace::Path> paths);
  bool empty() const { return open_.empty() && closed_.empty(); }
  int firstRound() const;  ///< REQUIRES !empty()
  /// In the order of rounds. Nothing can be added any more.
  std::vector<RoundTotal> take();

 private:
  struct Open {
    RoundTotal total;
    Traffic traffic;         // not yet summed up
    std::size_t summed = 0;  // entries when it was summed up last
  };
  Open& open(int round);
  void close(std::map<int, Open>::iterator round);
  std::shared_ptr<const Traffic> shared(Traffic traffic);
  void mergeNeighbours(int most_rounds);

  std::size_t most_;
  std::size_t entries_ = 0;  // of all tables
  std::map<int, Open> open_;
  std::map<int, RoundTotal> closed_;                                             // by last round
  std::unordered_multimap<std::size_t, std::shared_ptr<const Traffic>> tables_;  // by hash
};

}  // namespace orrery::viz
