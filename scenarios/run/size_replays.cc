#include "scenarios/run/size_replays.h"

#include <utility>

namespace orrery {

void SizeReplays::learn(std::int64_t bytes, const Metrics& metrics, Script script) {
  measured_.emplace_back(bytes, metrics);
  if (!script.known() || bytes <= 0) return;
  if (bytes > most_) {
    const bool alike = script.is_like(script_, bytes, most_);
    least_ = alike ? least_ : bytes;
    most_ = bytes;
    script_ = std::move(script);
  } else if (bytes < least_ && script.is_like(script_, bytes, most_)) {
    least_ = bytes;
  } else {
    return;
  }
  replay_.reset();
  timetable_.reset();
}

void SizeReplays::make(const Network& network, const EngineOptions& options) {
  replay_ = std::make_unique<Replay>(script_, network);
  std::vector<std::int64_t> between;
  for (const std::int64_t b : bytes_)
    if (b > least_ && b < most_ && replay_->grows(most_, b)) between.push_back(b);
  timetable_ = std::make_unique<Timetable>(*replay_, network, options, most_, between);
}

std::optional<Metrics> SizeReplays::from_timetable(std::int64_t bytes) const {
  for (const auto& [at, metrics] : measured_)
    if (auto known = timetable_->metrics(bytes, at, metrics)) return known;
  return std::nullopt;
}

std::optional<Metrics> SizeReplays::run(std::int64_t bytes, const Network& network,
                                        const EngineOptions& options, Pattern& pattern) {
  if (bytes <= least_ || bytes >= most_ || !Replay::supports(network, options)) return std::nullopt;
  if (replay_ == nullptr) make(network, options);
  if (!replay_->grows(most_, bytes)) return std::nullopt;
  if (auto metrics = from_timetable(bytes)) {
    pattern.exact = false;
    return metrics;
  }
  return replay_->run(network, options, most_, bytes, pattern);
}

}  // namespace orrery
