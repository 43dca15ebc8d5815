#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "emu/engine/executor.h"
#include "emu/schedule/recording.h"

namespace orrery {

/// Runs members of a family (see size_family.h) from recordings of others. Where two members do the same with amounts
/// that differ by the factor of their sizes, so do those between.
class RecordedSizes {
 public:
  /// Takes the recording of a member; one that is not valid is ignored.
  void learn(std::int64_t bytes, Recording recording);
  /// Returns the metrics of a member, and its pattern; nothing if it must be emulated. The network is the same for all
  /// members. THROWS Stopped.
  std::optional<Metrics> run(std::int64_t bytes, const Network& network,
                             const EngineOptions& options, Pattern& pattern);

 private:
  std::int64_t least_ = 0, most_ = 0;  // sizes of the smallest and the largest that are alike
  Recording recording_;                // of the largest
  Schedule schedule_;                  // of the largest, once it is needed, as the next
  std::unique_ptr<Executor> executor_;
};

}  // namespace orrery
