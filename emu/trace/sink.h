#pragma once

#include "emu/trace/event.h"

namespace orrery {

/// Receives the events of a run in order of virtual time (a message when it ends, a path when its
/// message starts).
class Sink {
 public:
  virtual ~Sink() = default;
  /// A transfer starts; flow and end are not known yet.
  virtual void start(const MessageEvent&) {}
  virtual void path(const PathEvent&) {}
  virtual void rate(const RateEvent&) {}
  virtual void round(const RoundEvent&) {}
  virtual void compute(const ComputeEvent&) {}
  /// A transfer has ended.
  virtual void message(const MessageEvent&) {}
};

}  // namespace orrery
