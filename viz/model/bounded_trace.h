#pragma once

#include "emu/trace/trace.h"

namespace orrery::viz {

/// Records a trace up to a number of messages, so that a huge run cannot exhaust the memory: the
/// messages that start first are kept, and everything about the later ones is dropped.
class BoundedTrace : public Sink {
 public:
  explicit BoundedTrace(std::int64_t most_messages) : most_(most_messages) {}

  void path(const PathEvent& e) override;
  void rate(const RateEvent& e) override;
  void round(const RoundEvent& e) override;
  void compute(const ComputeEvent& e) override;
  void message(const MessageEvent& e) override;

  /// Whether anything was dropped.
  bool truncated() const { return truncated_; }
  /// The pictures are complete before this time.
  Time completeUntil() const { return until_; }
  Trace take() { return std::move(trace_); }

 private:
  bool keeps(std::int64_t message);

  Trace trace_;
  std::int64_t most_;
  bool truncated_ = false;
  Time until_ = Time::max();
};

}  // namespace orrery::viz
