#pragma once

#include <memory>
#include <unordered_map>

#include "emu/trace/trace.h"
#include "scenarios/blocks/cargo.h"
#include "viz/model/index/round_totals.h"

namespace orrery::viz {

/// Records a trace up to a number of messages, so that a huge run cannot exhaust the memory: the
/// messages that start first are kept; of the later ones only totals of rounds. Contents are kept up
/// to `most_contents` changes (0: not at all).
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

  /// Whether anything was dropped.
  bool truncated() const { return truncated_; }
  /// Single messages are complete before this time.
  Time completeUntil() const { return until_; }
  /// Whether all contents were kept, and there are any.
  bool hasContents() const { return contents_.complete(); }
  Trace take() { return std::move(trace_); }
  /// Totals of all rounds of which messages were dropped, with those messages that were kept. To be
  /// called before take().
  std::vector<RoundTotal> takeTotals();
  const Contents& contents() const { return contents_.contents(); }
  /// What the kept messages carry; null where contents are not known. To be called once.
  std::shared_ptr<const Cargo> takeCargo() { return contents_.take_cargo(); }

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

}  // namespace orrery::viz
