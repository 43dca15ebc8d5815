#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "emu/engine/watch/observers.h"
#include "emu/net/network.h"
#include "emu/payload/store.h"
#include "emu/trace/metrics.h"

namespace orrery::inline comm {
class Comm;  // emu/comm/comm.h
}

/// The heart of the emulator: one fiber per rank, a virtual clock, message matching, ports and
/// links. run() executes everything on its own thread; Worlds share nothing, so different threads
/// may run different Worlds.
namespace orrery::inline engine {

enum class Protocol {
  kSync,  ///< a transfer starts when both sides have posted; both are released at its end
  kEager  ///< a transfer starts when the send is posted; the sender is released at its end,
          ///< independent of the receiver
};

enum class Sync {
  kAsync,  ///< ranks run freely
  kRounds  ///< a barrier without cost separates rounds (all transfers of a round end before the
           ///< next begins)
};

struct EngineOptions {
  Protocol protocol = Protocol::kSync;
  Sync sync = Sync::kAsync;
  /// Largest message between hosts that the sender copies into a buffer: it starts immediately, and
  /// the sender continues when its processor has done its part (Costs::overhead and eager_copy).
  /// Negative: none.
  Bytes eager_limit{-1};
};

/// A rank that waits for a peer forever.
struct Wait {
  int rank = 0, peer = 0;
  bool in_cycle = false;
};

/// All unfinished ranks wait for something that cannot happen. what() is the complete report, one
/// line
/// for each waiting rank.
class DeadlockError : public std::runtime_error {
 public:
  DeadlockError(const std::string& report, std::vector<int> waiting, std::vector<Wait> waits)
      : std::runtime_error(report), waiting_(std::move(waiting)), waits_(std::move(waits)) {}
  const std::vector<int>& waiting() const { return waiting_; }  ///< ranks, ascending
  const std::vector<Wait>& waits() const { return waits_; }     ///< of the cycle first

 private:
  std::vector<int> waiting_;
  std::vector<Wait> waits_;
};

/// A rank's program threw, misused a call or received a message larger than its buffer. what()
/// names the rank.
class RankError : public std::runtime_error {
 public:
  RankError(int rank, const std::string& message) : std::runtime_error(message), rank_(rank) {}
  int rank() const { return rank_; }

 private:
  int rank_;
};

class World {
 public:
  /// Creates a World. `store` may be null (ghost); it, the observers and `network` must outlive the
  /// World.
  World(const Network& network, const EngineOptions& options, Store* store = nullptr,
        const Observers& observers = {})
      : network_(network), options_(options), store_(store), observers_(observers) {}
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// Runs `program` on every rank until all have returned. Each call receives an EmulatedComm of
  /// all ranks, valid until it returns. Once per World. THROWS DeadlockError, RankError, Stopped
  /// (emu/engine/stop.h); std::bad_alloc or std::invalid_argument if the ranks do not fit in
  /// memory.
  void run(const std::function<void(Comm&)>& program);

  /// Returns the metrics. Valid after run().
  const Metrics& metrics() const { return metrics_; }

 private:
  const Network& network_;
  EngineOptions options_;
  Store* store_;
  Observers observers_;
  Metrics metrics_;
};

}  // namespace orrery::inline engine
