#pragma once

#include <atomic>
#include <cstdint>

#include "viz/model/index/bounded_trace.h"

namespace orrery::viz::inline model {

/// The link between the window and a run under way on another thread.
class RunControl {
 public:
  /// Thrown to stop a run. Not a std::exception, so that it does not count as the run's own
  /// failure.
  struct Cancelled {};

  void cancel() { cancelled_ = true; }
  bool isCancelled() const { return cancelled_; }
  /// Returns the share of the bytes that have arrived, 0 .. 1000; negative while unknown.
  int permille() const { return permille_; }
  void setPermille(int permille) { permille_ = permille; }

 private:
  std::atomic<bool> cancelled_ = false;
  std::atomic<int> permille_ = -1;
};

/// A bounded trace that reports the progress of the run, and ends it when it is cancelled.
class ControlledTrace : public BoundedTrace {
 public:
  /// Creates the trace. `control` may be null; `total`: bytes that will be sent, 0 if unknown.
  ControlledTrace(std::int64_t most_messages, std::int64_t most_contents, RunControl* control,
                  Bytes total)
      : BoundedTrace(most_messages, most_contents), control_(control), total_(total) {}

  void start(const MessageEvent& e) override {
    if (control_ != nullptr && control_->isCancelled()) throw RunControl::Cancelled{};
    BoundedTrace::start(e);
  }
  void message(const MessageEvent& e) override {
    BoundedTrace::message(e);
    if (control_ == nullptr || total_.count() <= 0) return;
    sent_ += static_cast<double>(e.bytes.count());
    control_->setPermille(static_cast<int>(1000 * sent_ / static_cast<double>(total_.count())));
  }

 private:
  RunControl* control_;
  Bytes total_;
  double sent_ = 0;
};

}  // namespace orrery::viz::inline model
