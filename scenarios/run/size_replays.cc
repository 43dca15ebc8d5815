#include "scenarios/run/size_replays.h"

#include <utility>

namespace orrery {

void SizeReplays::learn(std::int64_t bytes, Script script) {
  if (!script.known() || bytes <= 0) return;
  if (bytes > most_) {
    const bool alike = script.is_like(script_, bytes, most_);
    least_ = alike ? least_ : bytes;
    most_ = bytes;
    script_ = std::move(script);
    replay_.reset();
  } else if (bytes < least_ && script.is_like(script_, bytes, most_)) {
    least_ = bytes;
  }
}

std::optional<Metrics> SizeReplays::run(std::int64_t bytes, const Network& network,
                                        const EngineOptions& options, Pattern& pattern) {
  if (bytes <= least_ || bytes >= most_ || !Replay::supports(network, options)) return std::nullopt;
  if (!replay_) replay_.emplace(script_, network);
  if (!replay_->grows(most_, bytes)) return std::nullopt;
  return replay_->run(network, options, most_, bytes, pattern);
}

}  // namespace orrery
