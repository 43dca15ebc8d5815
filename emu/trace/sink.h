#pragma once

#include "emu/trace/event.h"

namespace orrery::inline trace {

/// The level of detail of a trace.
enum class TraceLevel {
  kRounds,    ///< times at which ranks enter rounds: round()
  kMessages,  ///< and all messages with their paths, and computations
  kAll        ///< and all changes of rates
};

/// A receiver of the events of a run in order of virtual time (a message at its end, a path or part
/// at the start of its message).
class Sink {
 public:
  virtual ~Sink() = default;
  /// Returns which of the functions start() to compute() are called. Called before the run.
  virtual TraceLevel level() const { return TraceLevel::kAll; }
  /// Receives the start of a transfer; flow and end are unknown.
  virtual void start(const MessageEvent&) {}
  virtual void path(const PathEvent&) {}
  virtual void part(const PartEvent&) {}
  virtual void rate(const RateEvent&) {}
  virtual void round(const RoundEvent&) {}
  virtual void compute(const ComputeEvent&) {}
  /// Receives the end of a transfer.
  virtual void message(const MessageEvent&) {}
  /// Returns whether content() is called, with provenance payload: first for the initial contents,
  /// then for every change.
  virtual bool wants_contents() const { return false; }
  virtual void content(const ContentEvent&) {}
};

/// Returns `sink` (which may be null) if its level includes `level`, otherwise null.
inline Sink* sink_for(Sink* sink, TraceLevel level) {
  return sink != nullptr && sink->level() >= level ? sink : nullptr;
}

}  // namespace orrery::inline trace
