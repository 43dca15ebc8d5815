#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algorithms/plan/plan.h"

/// Dependencies of MSCCL++ operations besides those on earlier operations: signals and semaphores,
/// packets, barriers. Actions are known by ids until their thread block is in the plan (place);
/// join() then adds the dependencies.
namespace orrery::mscclpp {

using Placed = std::unordered_map<std::int32_t, std::int32_t>;  ///< actions of the plan by id

struct CounterKey {
  std::int32_t kind = 0;  ///< 0 memory channel, 1 port channel, 2 semaphore
  std::int32_t from = 0, to = 0, number = 0;
  auto operator<=>(const CounterKey&) const = default;
};

/// Counts that threads add to and take from: a thread that takes waits until the count suffices.
class Counters {
 public:
  void start(const CounterKey& key, std::int32_t value) { counters_[key].start = value; }
  void release(const CounterKey& key, std::int64_t thread, std::int32_t id) {
    unplaced_.push_back({key, thread, id, false});
  }
  void acquire(const CounterKey& key, std::int64_t thread, std::int32_t id) {
    unplaced_.push_back({key, thread, id, true});
  }
  void place(const Placed& placed);
  /// Adds the dependencies. THROWS PlanError (kUnmatched): signals without a wait.
  void join(Plan& plan) const;

 private:
  using Threads = std::map<std::int64_t, std::vector<std::int32_t>>;  // actions by thread
  struct Counter {
    std::int64_t start = 0;
    Threads releases, acquires;
  };
  static void join(Plan& plan, const CounterKey& key, const Counter& counter);

  struct Use {
    CounterKey key;
    std::int64_t thread = 0;
    std::int32_t id = 0;
    bool acquires = false;
  };
  std::map<CounterKey, Counter> counters_;
  std::vector<Use> unplaced_;
};

/// Chunks that carry flags of their own: a reader waits until they were written.
class Packets {
 public:
  void read(std::int32_t id, const Chunks& chunks) { reads_.emplace_back(id, chunks); }
  void write(std::int32_t id, const Chunks& chunks) { writes_.emplace_back(id, chunks); }
  void place(const Placed& placed);
  void join(Plan& plan) const;

 private:
  std::vector<std::pair<std::int32_t, Chunks>> reads_, writes_;
  std::size_t placed_reads_ = 0, placed_writes_ = 0;
};

/// Barriers: thread blocks of a GPU wait until all of them have come, the k-th time for the k-th.
class Barriers {
 public:
  void pass(std::pair<std::int32_t, std::int32_t> barrier, std::int32_t block, std::int32_t blocks,
            std::int32_t arrives, std::int32_t leaves);
  void place(const Placed& placed);
  /// Adds the dependencies. THROWS PlanError (kStructure): more thread blocks than the barrier is
  /// for.
  void join(Plan& plan) const;

 private:
  struct Pass {
    std::pair<std::int32_t, std::int32_t> barrier;
    std::int32_t block = 0, blocks = 0, arrives = 0, leaves = 0;
  };
  std::vector<Pass> passes_;
  std::size_t placed_ = 0;
};

}  // namespace orrery::mscclpp
