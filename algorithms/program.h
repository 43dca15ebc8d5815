#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emu/comm/comm.h"
#include "emu/engine/world.h"
#include "emu/payload/store.h"
#include "emu/schedule/rank_times.h"

namespace orrery::inline algorithms {

/// The program of the ranks of a machine, each with its own vector v: an algorithm on a problem
/// (Instance), or operations given one by one (ScheduleProgram).
class Program {
 public:
  virtual ~Program() = default;

  /// Returns the elements of every rank's vector.
  virtual std::int64_t length() const = 0;
  /// Writes the initial contents of `rank` into its vector.
  virtual void fill(Store& store, Slice v, int rank) const = 0;
  /// Prepares a run, in a store that holds data or only sizes. Called before the ranks run, each time, on no fiber.
  virtual void begin(bool /*has_content*/) const {}
  /// Runs the program of rank c.rank().
  virtual void run(Comm& c, Slice v) const = 0;
  /// Returns the metrics of a run without data and watchers, if there is a shortcut for run() on
  /// every rank; otherwise nullopt.
  virtual std::optional<Metrics> measure(const Network& /*network*/,
                                         const EngineOptions& /*options*/) const {
    return std::nullopt;
  }
  /// Describes the first difference between `rank`'s vector and its required contents; nullopt if
  /// there is none.
  virtual std::optional<std::string> mismatch(const Store& store, Slice v, int rank) const = 0;
  /// A program that a rank leaves only after every rank has entered it.
  struct Barrier {
    const Program* program;
    int ranks;
    std::string operation = {};  ///< its name; empty if the barrier is the whole program
  };
  virtual std::vector<Barrier> barriers() const { return {}; }
  /// Returns the output of its code on stdout and stderr, if it is separate from that of this
  /// process.
  virtual std::string printed() const { return {}; }
  /// Returns the times of every rank in the last run, by purpose; empty if the program's operations
  /// have no purposes.
  virtual std::vector<RankTimes> rank_times() const { return {}; }
};

}  // namespace orrery::inline algorithms
