#pragma once

#include <span>
#include <string>
#include <vector>

#include "emu/trace/sink.h"

namespace orrery::inline trace {

/// A whole run in memory, for stepping in the viewer. Plain values, cheap to move between threads.
class Trace : public Sink {
 public:
  struct Path {
    Bytes bytes;
    std::vector<LinkId> links;
  };
  struct Message : MessageEvent {
    std::vector<Path> paths;  ///< empty for a transfer within one host
  };

  void path(const PathEvent& e) override;
  void part(const PartEvent& e) override { parts.push_back(e); }
  void rate(const RateEvent& e) override { rates.push_back(e); }
  void round(const RoundEvent& e) override { rounds.push_back(e); }
  void compute(const ComputeEvent& e) override { computes.push_back(e); }
  void message(const MessageEvent& e) override;

  std::vector<Message> messages;  ///< index = MessageEvent::id
  std::vector<PartEvent> parts;   ///< of messages of joined slices, by message
  std::vector<RateEvent> rates;   ///< in order of time
  std::vector<RoundEvent> rounds;
  std::vector<ComputeEvent> computes;

 private:
  Message& slot(std::int64_t id);
};

}  // namespace orrery::inline trace
