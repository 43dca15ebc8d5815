#pragma once

#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "emu/trace/trace.h"

namespace orrery::viz::inline model {

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

/// The data on links and ranks in a round, by number; links and ranks without data are left out.
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

/// Sums of messages by round, so that a run of any length can be shown. Rounds with the same
/// traffic share one table; where tables are still too large, neighbouring rounds are merged, two
/// of them before four.
class RoundTotals {
 public:
  /// Keeps at most about `most_entries` entries of tables.
  explicit RoundTotals(std::size_t most_entries = 3'000'000) : most_(most_entries) {}

  /// Adds a message that has ended. Leaves out those without a round.
  void add(const MessageEvent& message, std::span<const Trace::Path> paths);
  bool empty() const { return open_.empty() && closed_.empty(); }
  int firstRound() const;  ///< REQUIRES !empty()
  /// Returns the totals in the order of rounds. Nothing can be added afterwards.
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

}  // namespace orrery::viz::inline model
