#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "emu/engine/replay.h"
#include "emu/engine/timetable.h"
#include "emu/trace/metrics.h"
#include "emu/trace/script.h"

namespace orrery {

/// Runs of a family (see size_family.h) done again from the scripts of others. Where two of its members ask for the
/// same in amounts that differ by the factor of their sizes, so do those between.
class SizeReplays {
 public:
  explicit SizeReplays(std::vector<std::int64_t> bytes) : bytes_(std::move(bytes)) {}
  /// What a member measured, and its script where it was emulated; one that is not known says nothing.
  void learn(std::int64_t bytes, const Metrics& metrics, Script script);
  /// What a member measures, and its pattern; nothing where it must be emulated. THROWS Stopped. The network is the same
  /// for all of them.
  std::optional<Metrics> run(std::int64_t bytes, const Network& network,
                             const EngineOptions& options, Pattern& pattern);

 private:
  void make(const Network& network, const EngineOptions& options);
  std::optional<Metrics> from_timetable(std::int64_t bytes) const;

  std::vector<std::int64_t> bytes_;    // of all members
  std::int64_t least_ = 0, most_ = 0;  // sizes of the smallest and the largest that are alike
  Script script_;                      // of the largest
  std::vector<std::pair<std::int64_t, Metrics>> measured_;  // by size, whichever way
  std::unique_ptr<Replay> replay_;                          // for sizes between the two
  std::unique_ptr<Timetable> timetable_;
};

}  // namespace orrery
