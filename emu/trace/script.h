#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/handle.h"

namespace orrery {

/// What the ranks of a run asked for: enough to do the run again without their programs (see emu/engine/replay.h). It is
/// lost where a rank might have asked for something else at another time, or has lanes.
class Script {
 public:
  /// One call of a rank. Its sends and receives are numbered in their order, from 0 on.
  struct Call {
    enum class Kind : std::uint8_t {
      kRound,    ///< it enters round `what`
      kSend,     ///< to rank `what`
      kReceive,  ///< from rank `what`
      kAwait,    ///< its send or receive number `what` must be done before it passes the next kWait
      kWait,
      kReduce,  ///< its processor combines, copies, or uses new scratch
      kCopy,
      kTouch,
      kEnd  ///< its last one
    };
    Kind kind = Kind::kEnd;
    std::int32_t rank = 0;
    std::int32_t what = 0;
    std::int32_t tag = 0;
    std::int64_t bytes = 0;
  };
  /// Whether a rank may have to wait before it goes on.
  static bool takes_time(Call::Kind kind) {
    using enum Call::Kind;
    return kind == kWait || kind == kReduce || kind == kCopy || kind == kTouch;
  }
  static constexpr std::size_t kMost = std::size_t{1} << 22;  ///< calls; a longer one is lost

  Script() = default;
  explicit Script(int ranks) : posted_(static_cast<std::size_t>(ranks)), known_(true) {}

  bool known() const { return known_; }
  void lose();
  int ranks() const { return static_cast<int>(posted_.size()); }
  /// In the order of the run; every rank's are in its own order.
  std::span<const Call> calls() const { return calls_; }

  void add(const Call& call) {
    if (!known_) return;
    if (calls_.size() == kMost) return lose();
    calls_.push_back(call);
  }
  /// A send or receive, which has become the request.
  void post(const Call& call, Handle request);
  void await(int rank, std::span<const Handle> requests);

  /// Whether every rank asks for the same in `other`, but that all amounts of bytes are larger by the factor to / from.
  bool is_like(const Script& other, std::int64_t from, std::int64_t to) const;
  /// The largest number of bytes of which all amounts are multiples; 0: no bytes.
  std::int64_t unit() const;

 private:
  std::vector<std::uint32_t> by_rank() const;

  std::vector<Call> calls_;
  std::vector<std::int32_t> posted_;   // by rank: sends and receives so far
  std::vector<std::int32_t> numbers_;  // by request
  bool known_ = false;
};

}  // namespace orrery
