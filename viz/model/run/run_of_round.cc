#include "viz/model/run/run_of_round.h"

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_map>

#include "scenarios/cell/validate.h"
#include "viz/model/run/run_control.h"

namespace orrery::viz::inline model {
namespace {

/// The rounds that a picture of one of them may show, and the time at which the last of them ends.
struct Window {
  int first = 0, last = 0;
  Time begin{0}, until{0};
  bool has(int round) const { return first <= round && round <= last; }
};

/// Returns the rounds with messages while `round` or the next one may be shown.
Window windowOf(const std::vector<RoundMetrics>& rounds, int round) {
  const auto at = [&](int k) -> const RoundMetrics& { return rounds[static_cast<std::size_t>(k)]; };
  const int count = static_cast<int>(rounds.size());
  int next = round + 1;
  while (next < count && at(next).messages == 0) ++next;
  Time end{0};
  for (int k = 0; k <= next && k < count; ++k) end = std::max(end, at(k).last_end);
  Window window{round, round, at(round).first_start, end};
  for (int k = 0; k < count; ++k) {
    if (at(k).messages == 0 || at(k).last_end <= window.begin || at(k).first_start > end) continue;
    window.first = std::min(window.first, k);
    window.last = std::max(window.last, k);
  }
  for (int k = window.first; k <= window.last; ++k)
    window.until = std::max(window.until, at(k).last_end);
  return window;
}

/// A bounded trace of the messages of a window. Of others it keeps their payload, as messages that never end: blocks
/// have borders where payload begins or ends. It stops the run (RunControl::Cancelled) at the end of the window, once
/// no messages are kept any more.
class RoundTrace : public BoundedTrace {
 public:
  RoundTrace(const Window& window, std::int64_t most)
      : BoundedTrace(std::numeric_limits<std::int64_t>::max()), window_(window), most_(most) {
    pending_.id = kNone;
    keepEndless({});  // number 0: the first message dropped has a larger number
  }

  void start(const MessageEvent& e) override {
    keepPending();
    if (e.id == most_) dropFrom(next_), is_full_ = true;
    if (is_full_ && e.start > window_.until) throw RunControl::Cancelled{};
    const bool in_window = window_.has(e.round);
    if (in_window && numbers_.empty()) first_ = e.id;
    if (in_window || !numbers_.empty()) numbers_.push_back(in_window ? next_++ : kNone);
    if (is_full_) return;
    const auto round = static_cast<std::size_t>(std::max(e.round, 0));
    if (round >= largest_.size()) largest_.resize(round + 1);
    largest_[round] = std::max(largest_[round], e.bytes);
    if (e.elements > 0) noteVector(e);
    if (!in_window) pending_ = e;
  }
  void path(const PathEvent& e) override {
    keepPending();
    if (const std::int64_t n = number(e.message); n != kNone)
      BoundedTrace::path({n, e.bytes, e.links, e.slot});
  }
  void part(const PartEvent& e) override {
    if (pending_.id == e.message) {
      keepPayload(pending_, e.element, e.elements);
      pending_.elements = 0;
    }
    if (const std::int64_t n = number(e.message); n != kNone)
      BoundedTrace::part({n, e.buffer, e.element, e.elements});
  }
  void rate(const RateEvent& e) override {
    if (const std::int64_t n = number(e.message); n != kNone)
      BoundedTrace::rate({n, e.path, e.time, e.bytes_per_second});
  }
  void round(const RoundEvent& /*event*/) override {}
  /// Keeps work of the window; of other work, whether its round reduces and whether it takes time.
  void compute(const ComputeEvent& e) override {
    if (is_full_) return;
    const bool is_new =
        e.reduction && e.round != last_reducing_ && reducing_.insert(e.round).second;
    if (e.reduction) last_reducing_ = e.round;
    const bool is_first = !works_ && e.end > e.start;
    works_ = works_ || is_first;
    const bool in_window = e.end > window_.begin && e.start <= window_.until;
    if (is_new || is_first || in_window) BoundedTrace::compute(e);
  }
  void message(const MessageEvent& e) override {
    keepPending();
    const std::int64_t n = number(e.id);
    if (n == kNone) return;
    MessageEvent kept = e;
    kept.id = n;
    BoundedTrace::message(kept);
  }

  /// Returns whether the payload of messages outside the window is known.
  bool knowsPayload() const { return knows_payload_; }
  /// Returns the size of the largest message of a round.
  Bytes largest(std::size_t round) const {
    return round < largest_.size() ? largest_[round] : Bytes(0);
  }

 private:
  static constexpr std::int64_t kNone = -1;
  static constexpr std::uint32_t kNoBuffer = ~std::uint32_t{0};

  std::int64_t number(std::int64_t message) const {
    const auto i = static_cast<std::size_t>(message - first_);
    return message < first_ || i >= numbers_.size() ? kNone : numbers_[i];
  }
  void keepPending() {
    if (pending_.elements > 0) keepPayload(pending_, pending_.element, pending_.elements);
    pending_.elements = 0;
  }
  /// Notes the rank's vector, which is the earliest of its buffers.
  void noteVector(const MessageEvent& e) {
    const auto source = static_cast<std::size_t>(e.source);
    if (source >= vectors_.size()) vectors_.resize(source + 1, kNoBuffer), kept_.resize(source + 1);
    if (e.buffer < vectors_[source] && vectors_[source] != kNoBuffer) knows_payload_ = false;
    vectors_[source] = std::min(vectors_[source], e.buffer);
  }
  /// Keeps a range of the rank's vector, unless it is known.
  void keepPayload(const MessageEvent& e, std::int64_t element, std::int64_t elements) {
    const auto source = static_cast<std::size_t>(e.source);
    if (e.buffer != vectors_[source]) return;
    if (!ranges_[element].insert(elements).second && kept_[source]) return;
    kept_[source] = true;
    MessageEvent kept = e;
    kept.element = element;
    kept.elements = elements;
    keepEndless(kept);
  }
  void keepEndless(MessageEvent e) {
    e.id = next_++;
    e.round = -1;
    e.start = e.flow = e.end = Time(0);
    BoundedTrace::message(e);
  }

  Window window_;
  std::int64_t most_;
  std::int64_t first_ = 0, next_ = 0;
  std::vector<std::int64_t> numbers_;  // by message from first_ on
  MessageEvent pending_;               // whose parts may follow, with elements 0 once it is kept
  std::vector<Bytes> largest_;         // by round
  std::unordered_map<std::int64_t, std::set<std::int64_t>> ranges_;  // sizes, by first element
  std::vector<std::uint32_t> vectors_;  // by rank: number of its buffer
  std::vector<bool> kept_;              // by rank: whether a range of its vector is
  bool knows_payload_ = true;
  std::set<int> reducing_;  // rounds
  int last_reducing_ = std::numeric_limits<int>::min();
  bool works_ = false;    // some work takes time
  bool is_full_ = false;  // no other messages are kept
};

/// Adds a message for each round before the window that has some: these rounds have marks.
void addEarlierRounds(Trace& trace, const std::vector<RoundMetrics>& rounds, int first,
                      const RoundTrace& recorded) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(first); ++k) {
    if (rounds[k].messages == 0) continue;
    Trace::Message& m = trace.messages.emplace_back();
    m.id = std::ssize(trace.messages) - 1;
    m.round = static_cast<int>(k);
    m.bytes = recorded.largest(k);
    m.start = m.ready = m.flow = rounds[k].first_start;
    m.end = rounds[k].last_end;
  }
}

/// Adds the rounds after the window, without their traffic.
void addLaterRounds(std::vector<RoundTotal>& totals, const std::vector<RoundMetrics>& rounds,
                    int last) {
  for (std::size_t k = static_cast<std::size_t>(last) + 1; k < rounds.size(); ++k) {
    const RoundMetrics& r = rounds[k];
    const int round = static_cast<int>(k);
    if (r.messages > 0)
      totals.push_back({round, round, r.first_start, r.last_end, r.messages, nullptr});
  }
}

/// Returns whether representative ranks tell the metrics of a cell.
bool isSymmetric(const RunSpec& spec) {
  const Preparation result = prepare(spec);
  const auto* const cell = std::get_if<Prepared>(&result);
  return cell != nullptr && cell->algorithm != nullptr && cell->symmetry != nullptr;
}

/// Returns null for a run of another kind, and for a round without messages.
std::shared_ptr<const FinishedRun> partOfLongRun(const RunSpec& spec, int round,
                                                 const RunLimits& limits) {
  if (round < 0 || !isSymmetric(spec)) return nullptr;
  auto run = std::make_shared<FinishedRun>();
  run->result = run_one(spec, {}, Detail::kRounds);
  const Metrics& metrics = run->result.metrics;
  const std::vector<RoundMetrics>& rounds = metrics.per_round;
  if (!is_measured(run->result) || metrics.messages <= limits.messages ||
      round >= std::ssize(rounds) || rounds[static_cast<std::size_t>(round)].messages == 0)
    return nullptr;
  const Window window = windowOf(rounds, round);
  RoundTrace recorded(window, limits.messages);
  try {
    run_one(spec, &recorded, Detail::kTime);
  } catch (const RunControl::Cancelled&) {
    // The window has ended.
  }
  std::vector<RoundTotal> totals = recorded.takeTotals();
  const bool drops_some = !totals.empty();
  addLaterRounds(totals, rounds, window.last);
  if (totals.empty() || !recorded.knowsPayload()) return nullptr;
  const auto trace = std::make_shared<Trace>(recorded.take());
  addEarlierRounds(*trace, rounds, window.first, recorded);
  run->truncated = true;
  run->complete_until = drops_some ? recorded.completeUntil() : totals.front().begin;
  const RunSpec& whole = run->result.spec;
  run->stage = std::make_shared<const Stage>(
      TraceIndex(trace, std::make_shared<const Network>(make_network(whole)),
                 Pieces(find_collective(whole.collective), make_problem(whole)), nullptr,
                 std::move(totals), run->complete_until));
  return run;
}

}  // namespace

std::shared_ptr<const FinishedRun> runOfRound(const RunSpec& spec, int round,
                                              const RunLimits& limits) {
  std::shared_ptr<const FinishedRun> run;
  try {
    run = partOfLongRun(spec, round, limits);
  } catch (const std::exception&) {
    run = nullptr;  // runCell reports the error
  }
  return run ? run : runCell(spec, nullptr, limits);
}

}  // namespace orrery::viz::inline model
