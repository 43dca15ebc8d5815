#pragma once

#include "emu/trace/event.h"

namespace orrery {

/// How much of a run is traced.
enum class TraceLevel {
  kRounds,    ///< when each rank enters which round: round()
  kMessages,  ///< and all messages with their paths, and computations
  kAll        ///< and every change of a rate
};

/// Receives the events of a run in order of virtual time (a message when it ends, a path or part
/// when its message starts).
class Sink {
 public:
  virtual ~Sink() = default;
  /// What of start() to compute() is to be called. Asked before the run.
  virtual TraceLevel level() const { return TraceLevel::kAll; }
  /// A transfer starts; flow and end are not known yet.
  virtual void start(const MessageEvent&) {}
  virtual void path(const PathEvent&) {}
  virtual void part(const PartEvent&) {}
  virtual void rate(const RateEvent&) {}
  virtual void round(const RoundEvent&) {}
  virtual void compute(const ComputeEvent&) {}
  /// A transfer has ended.
  virtual void message(const MessageEvent&) {}
  /// Whether content() is to be called, with provenance payload: first for everything there is at
  /// the start, then for every change.
  virtual bool wants_contents() const { return false; }
  virtual void content(const ContentEvent&) {}
};

/// `sink` (which may be null) if it wants what `level` adds, otherwise null.
inline Sink* sink_for(Sink* sink, TraceLevel level) {
  return sink != nullptr && sink->level() >= level ? sink : nullptr;
}

}  // namespace orrery
