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
    replay_ = alike ? std::optional<Replay>(script_) : std::nullopt;
  } else if (bytes < least_ && script.is_like(script_, bytes, most_)) {
    least_ = bytes;
    if (!replay_) replay_.emplace(script_);
  }
}

std::optional<Metrics> SizeReplays::run(std::int64_t bytes, const Network& network,
                                        const EngineOptions& options, Pattern& pattern) const {
  if (!replay_ || bytes < least_ || bytes > most_ || !Replay::supports(network, options) ||
      !replay_->grows(most_, bytes))
    return std::nullopt;
  return replay_->run(network, options, most_, bytes, pattern);
}

}  // namespace orrery
