#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "emu/engine/executor.h"
#include "emu/schedule/recording.h"

namespace orrery {

/// Runs of a family (see size_family.h) done again from the recordings of others. Where two of its members do the same
/// with amounts that differ by the factor of their sizes, so do those between.
class RecordedSizes {
 public:
  /// What a member that was emulated did; one that is not known says nothing.
  void learn(std::int64_t bytes, Recording recording);
  /// What a member measures, and its pattern; nothing where it must be emulated. THROWS Stopped. The network is the same
  /// for all of them.
  std::optional<Metrics> run(std::int64_t bytes, const Network& network,
                             const EngineOptions& options, Pattern& pattern);

 private:
  std::int64_t least_ = 0, most_ = 0;  // sizes of the smallest and the largest that are alike
  Recording recording_;                // of the largest
  Schedule schedule_;                  // of the largest, once it is needed, as the next
  std::unique_ptr<Executor> executor_;
};

}  // namespace orrery
