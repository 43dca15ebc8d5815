#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emu/comm/comm.h"
#include "emu/engine/world.h"
#include "emu/payload/store.h"
#include "emu/schedule/rank_times.h"

namespace orrery {

/// What the ranks of a machine do, every one with a vector v of its own: an algorithm on a problem
/// (Instance), or operations that are given one by one (ScheduleProgram).
class Program {
 public:
  virtual ~Program() = default;

  /// Elements of every rank's vector.
  virtual std::int64_t length() const = 0;
  /// Puts what `rank` has before into its vector.
  virtual void fill(Store& store, Slice v, int rank) const = 0;
  /// Prepares a run, in a store that holds data or only sizes. Called before the ranks run, each time, on no fiber.
  virtual void begin(bool /*has_content*/) const {}
  /// What rank c.rank() does.
  virtual void run(Comm& c, Slice v) const = 0;
  /// What a run without data and watchers measures, where there is a shorter way than run() on every rank.
  virtual std::optional<Metrics> measure(const Network& /*network*/,
                                         const EngineOptions& /*options*/) const {
    return std::nullopt;
  }
  /// The first difference, in words, between `rank`'s vector and what it must be afterwards.
  virtual std::optional<std::string> mismatch(const Store& store, Slice v, int rank) const = 0;
  /// A program that no rank may leave before every rank has entered it.
  struct Barrier {
    const Program* program;
    int ranks;
    std::string operation = {};  ///< its name; empty where the barrier is the whole program
  };
  virtual std::vector<Barrier> barriers() const { return {}; }
  /// What its code has written to stdout and stderr, where that is kept from those of this process.
  virtual std::string printed() const { return {}; }
  /// What the time of every rank went into in the last run; empty where the program does not say what its operations
  /// are part of.
  virtual std::vector<RankTimes> rank_times() const { return {}; }
};

}  // namespace orrery
