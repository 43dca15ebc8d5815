#include "scenarios/run/sizes/recorded_sizes.h"

namespace orrery {

void RecordedSizes::learn(std::int64_t bytes, Recording recording) {
  if (!recording.valid() || bytes <= 0) return;
  if (bytes > most_) {
    const bool alike = recording.scales_to(recording_, bytes, most_);
    least_ = alike ? least_ : bytes;
    most_ = bytes;
    recording_ = std::move(recording);
    executor_.reset();
  } else if (bytes < least_ && recording.scales_to(recording_, bytes, most_)) {
    least_ = bytes;
  }
}

std::optional<Metrics> RecordedSizes::run(std::int64_t bytes, const Network& network,
                                          const EngineOptions& options, Pattern& pattern) {
  if (bytes <= least_ || bytes >= most_ || !Executor::supports(network, options))
    return std::nullopt;
  if (executor_ == nullptr) {
    schedule_ = recording_.schedule();
    join_identical(schedule_, network);
    executor_ = std::make_unique<Executor>(schedule_);
  }
  const Scale scale{most_, bytes};
  if (!executor_->divides(scale)) return std::nullopt;
  return executor_->run(network, options, scale, &pattern);
}

}  // namespace orrery
