#pragma once

#include <memory>
#include <unordered_map>

#include "emu/trace/trace.h"
#include "viz/model/index/contents.h"
#include "viz/model/index/round_totals.h"

namespace orrery::viz {

/// Records a trace up to a number of messages, so that a huge run cannot exhaust the memory: the
/// messages that start first are kept; of the later ones only totals of rounds. Contents are kept up
/// to `most_contents` changes (0: not at all).
class BoundedTrace : public Sink {
 public:
  explicit BoundedTrace(std::int64_t most_messages, std::int64_t most_contents = 0)
      : most_(most_messages), most_contents_(most_contents) {}

  void start(const MessageEvent& e) override;
  void path(const PathEvent& e) override;
  void part(const PartEvent& e) override;
  void rate(const RateEvent& e) override;
  void round(const RoundEvent& e) override;
  void compute(const ComputeEvent& e) override;
  void message(const MessageEvent& e) override;
  bool wants_contents() const override { return most_contents_ > 0; }
  void content(const ContentEvent& e) override;

  /// Whether anything was dropped.
  bool truncated() const { return truncated_; }
  /// Single messages are complete before this time.
  Time completeUntil() const { return until_; }
  /// Whether all contents were kept, and there are any.
  bool hasContents() const { return !contents_.events.empty() && !contents_truncated_; }
  Trace take() { return std::move(trace_); }
  /// Totals of all rounds of which messages were dropped, with those messages that were kept. To be
  /// called before take().
  std::vector<RoundTotal> takeTotals();
  const Contents& contents() const { return contents_; }
  /// What the kept messages carry; null where contents are not known. To be called once.
  std::shared_ptr<const Cargo> takeCargo();

 private:
  bool keeps(std::int64_t message);
  void load(std::int64_t message, std::uint32_t buffer, std::int64_t element,
            std::int64_t elements);

  Trace trace_;
  RoundTotals totals_;
  std::unordered_map<std::int64_t, std::vector<Trace::Path>> under_way_;  // dropped messages
  Contents contents_;
  BufferContents buffers_;          // now
  int sender_ = -1;                 // of the message that started last
  std::int64_t joined_ = -1;        // the last message that has parts
  int arriving_ = -1;               // the rank that gets what is written next,
  std::int64_t still_to_come_ = 0;  // and how many elements of it
  std::int64_t most_;
  std::int64_t most_contents_;
  bool truncated_ = false;
  bool contents_truncated_ = false;
  Time until_ = Time::max();
};

}  // namespace orrery::viz
