#pragma once

#include <memory>
#include <unordered_map>

#include "emu/trace/trace.h"
#include "scenarios/blocks/cargo.h"
#include "viz/model/index/round_totals.h"

namespace orrery::viz::inline model {

/// A trace up to a number of messages, so that a huge run cannot exhaust the memory. It keeps the
/// messages that start first; of later ones only totals of rounds. It keeps up to `most_contents`
/// changes of contents (0: none).
class BoundedTrace : public Sink {
 public:
  explicit BoundedTrace(std::int64_t most_messages, std::int64_t most_contents = 0)
      : most_(most_messages), wants_contents_(most_contents > 0), contents_(most_contents) {}

  void start(const MessageEvent& e) override;
  void path(const PathEvent& e) override;
  void part(const PartEvent& e) override;
  void rate(const RateEvent& e) override;
  void round(const RoundEvent& e) override;
  void compute(const ComputeEvent& e) override;
  void message(const MessageEvent& e) override;
  bool wants_contents() const override { return wants_contents_; }
  void content(const ContentEvent& e) override;

  /// Returns whether anything was dropped.
  bool truncated() const { return truncated_; }
  /// Returns the time before which single messages are complete.
  Time completeUntil() const { return until_; }
  /// Returns whether all contents were kept, and the trace has some.
  bool hasContents() const { return contents_.complete(); }
  Trace take() { return std::move(trace_); }
  /// Returns the totals of all rounds with dropped messages, including their kept messages. Call it
  /// before take().
  std::vector<RoundTotal> takeTotals();
  const Contents& contents() const { return contents_.contents(); }
  /// Returns the payload of the kept messages; null where contents are not known. Call it once.
  std::shared_ptr<const Cargo> takeCargo() { return contents_.take_cargo(); }

 protected:
  /// Drops messages from now on, those with this number and larger ones.
  void dropFrom(std::int64_t message) { most_ = message; }

 private:
  bool keeps(std::int64_t message);
  Trace trace_;
  RoundTotals totals_;
  std::unordered_map<std::int64_t, std::vector<Trace::Path>> under_way_;  // dropped messages
  std::int64_t most_;
  bool wants_contents_;
  ContentRecorder contents_;
  bool truncated_ = false;
  Time until_ = Time::max();
};

}  // namespace orrery::viz::inline model
