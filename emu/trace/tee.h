#pragma once

#include <algorithm>
#include <array>

#include "emu/trace/sink.h"

namespace orrery::inline trace {

/// A sink that passes to two sinks the events that each of them requests.
class Tee : public Sink {
 public:
  /// Joins two sinks, which must outlive it.
  Tee(Sink& a, Sink& b) : sinks_{&a, &b} {}

  TraceLevel level() const override { return std::max(sinks_[0]->level(), sinks_[1]->level()); }
  bool wants_contents() const override {
    return sinks_[0]->wants_contents() || sinks_[1]->wants_contents();
  }
  void start(const MessageEvent& e) override { tell(TraceLevel::kMessages, &Sink::start, e); }
  void path(const PathEvent& e) override { tell(TraceLevel::kMessages, &Sink::path, e); }
  void part(const PartEvent& e) override { tell(TraceLevel::kMessages, &Sink::part, e); }
  void rate(const RateEvent& e) override { tell(TraceLevel::kAll, &Sink::rate, e); }
  void round(const RoundEvent& e) override { tell(TraceLevel::kRounds, &Sink::round, e); }
  void compute(const ComputeEvent& e) override { tell(TraceLevel::kMessages, &Sink::compute, e); }
  void message(const MessageEvent& e) override { tell(TraceLevel::kMessages, &Sink::message, e); }
  void content(const ContentEvent& e) override {
    for (Sink* sink : sinks_)
      if (sink->wants_contents()) sink->content(e);
  }

 private:
  template <class Event>
  void tell(TraceLevel level, void (Sink::*call)(const Event&), const Event& e) {
    for (Sink* sink : sinks_)
      if (sink->level() >= level) (sink->*call)(e);
  }

  std::array<Sink*, 2> sinks_;
};

}  // namespace orrery::inline trace
