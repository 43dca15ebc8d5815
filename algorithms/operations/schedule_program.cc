// A communication schedule from a file.
// Letters  r own rank.
// Rounds   the messages of the longest chain. A rank enters round k when it first begins an operation that k earlier
//          messages must precede.
// Sent     the messages of the schedule.
// Time     at least the longest chain of messages, each α + m β, and computations.
#include "algorithms/operations/schedule_program.h"

#include <map>
#include <optional>
#include <unordered_map>

#include "emu/comm/emulated_comm.h"
#include "emu/engine/executor.h"
#include "emu/schedule/rank_progress.h"

namespace orrery::inline algorithms {

namespace {

using Kind = Operation::Kind;

/// The data of rank r's operations. A send carries the contents at its beginning, and a receive has
/// its contents at its end, whatever happens in between.
class Contents {
 public:
  /// Prepares the data; `data` may be null.
  Contents(EmulatedComm& c, const RankData* data, Slice v, std::int64_t unit)
      : c_(c), data_(data), v_(v), unit_(unit) {}

  bool has(std::int32_t i) const { return data_ != nullptr && place(i) >= 0 && c_.has_content(); }

  /// Returns a buffer for the message of operation i.
  Slice begin(std::int32_t i, const Operation& o) {
    const std::int64_t elements = o.amount / v_.element_bytes();
    std::vector<Slice>& spare = spare_[elements];
    if (spare.empty()) spare.push_back(c_.scratch(elements));
    const Slice buffer = used_[i] = spare.back();
    spare.pop_back();
    const Slice from = units(place(i), count(i));
    if (o.kind == Kind::kSend) c_.put_sum(buffer, {&from, 1});
    return buffer;
  }

  void end(std::int32_t i, const Operation& o) {
    if (o.kind == Kind::kCompute) return add_up(data_->sums[static_cast<std::size_t>(place(i))]);
    const Slice buffer = used_.extract(i).mapped();
    const Slice into = units(place(i), count(i));
    if (o.kind == Kind::kReceive) c_.put_sum(into, {&buffer, 1});
    spare_[buffer.count()].push_back(buffer);
  }

 private:
  std::int32_t place(std::int32_t i) const { return data_->place[static_cast<std::size_t>(i)]; }

  std::int32_t count(std::int32_t i) const { return data_->count[static_cast<std::size_t>(i)]; }

  Slice units(std::int32_t first, std::int32_t count) const {
    return v_.part(first * unit_, count * unit_);
  }

  /// Adds up through a buffer, as it may read the places that it writes.
  void add_up(const UnitSum& sum) {
    std::vector<Slice> from;
    from.reserve(sum.from.size());
    for (const std::int32_t f : sum.from) from.push_back(units(f, sum.count));
    const Slice buffer = c_.scratch(sum.count * unit_);
    c_.put_sum(buffer, from);
    c_.put_sum(units(sum.into, sum.count), {&buffer, 1});
  }

  EmulatedComm& c_;
  const RankData* data_;
  Slice v_;
  std::int64_t unit_;
  std::map<std::int64_t, std::vector<Slice>> spare_;  // by size
  std::unordered_map<std::int32_t, Slice> used_;      // by operation
};

/// The progress of rank r.
class ScheduleProgress {
 public:
  /// Begins the program. The memory `v` has units of `unit` elements. `under_way`, all ranks
  /// together: the operation of each pending handle, by its index. `times` may be null.
  ScheduleProgress(EmulatedComm& c, const RankSchedule& tasks, CostPerByte gamma,
                   const RankData* data, Slice v, std::int64_t unit,
                   std::vector<std::int32_t>& under_way, RankTimes* times)
      : c_(c),
        progress_(tasks, times),
        under_way_(under_way),
        gamma_(gamma),
        contents_(c, data, v, unit) {}

  void run() {
    for (;;) {
      const std::span<const Handle> done = c_.wait_some();
      for (const Handle h : done) end(under_way_[h.index]);
      if (done.empty() && !progress_.has_ready()) return;
      progress_.for_each_ready([this](std::int32_t i) { begin(i); });
    }
  }

 private:
  void begin(std::int32_t i) {
    const Operation& o = progress_.operation(i);
    // The operation that the file names here begins as soon as those it depends on have ended.
    if (progress_.enters_round(o)) c_.round(o.step);
    progress_.begin(i, c_.now());
    if (o.kind == Kind::kCompute && work_of(o) == Time(0)) return end(i);
    const Slice slice = o.kind == Kind::kCompute ? Slice()
                        : contents_.has(i)       ? contents_.begin(i, o)
                        : o.amount == 0          ? Slice::token()
                                                 : Slice(0, 1, 0, o.amount);
    const Handle h = o.kind == Kind::kCompute ? c_.icompute(work_of(o), o.processor)
                     : o.kind == Kind::kSend  ? c_.isend(slice, o.peer, o.tag)
                                              : c_.irecv(slice, o.peer, o.tag);
    if (h.index >= under_way_.size()) under_way_.resize(h.index * std::size_t{2} + 1);
    under_way_[h.index] = i;
  }

  Time work_of(const Operation& o) const {
    return o.by_byte ? duration_of(Bytes(o.amount), gamma_) : Time(o.amount);
  }

  void end(std::int32_t i) {
    if (contents_.has(i)) contents_.end(i, progress_.operation(i));
    progress_.end(i, c_.now());
  }

  EmulatedComm& c_;
  RankProgress progress_;
  std::vector<std::int32_t>& under_way_;
  CostPerByte gamma_;
  Contents contents_;
};

}  // namespace

void ScheduleProgram::begin(bool /*has_content*/) const {
  operation_of_.clear();
  if (graph_.has_nodes) times_.assign(graph_.ranks.size(), {});
}

void ScheduleProgram::run(Comm& c, Slice v) const {
  const auto r = static_cast<std::size_t>(c.rank());
  ScheduleProgress(emulated(c), graph_.ranks[r], gamma_,
                   data_ == nullptr ? nullptr : &data_->ranks[r], v, unit_, operation_of_,
                   graph_.has_nodes ? &times_[r] : nullptr)
      .run();
}

std::optional<Metrics> ScheduleProgram::measure(const Network& network,
                                                const EngineOptions& options) const {
  if (!Executor::supports(network, options)) return std::nullopt;
  return Executor(graph_, gamma_)
      .run(network, options, {}, nullptr, graph_.has_nodes ? &times_ : nullptr);
}

void ScheduleProgram::fill(Store& store, Slice v, int rank) const {
  if (data_ == nullptr) return;
  for (const UnitPiece& piece : data_->ranks[static_cast<std::size_t>(rank)].before)
    store.fill(v.part(piece.first * unit_, piece.count * unit_),
               {piece.content.logical * unit_, piece.content.contributor});
}

std::optional<std::string> ScheduleProgram::mismatch(const Store& store, Slice v, int rank) const {
  if (data_ == nullptr || !data_->is_verified) return {};
  for (const UnitPiece& piece : data_->ranks[static_cast<std::size_t>(rank)].after)
    if (auto difference =
            store.mismatch(v.part(piece.first * unit_, piece.count * unit_),
                           {piece.content.logical * unit_, piece.content.contributor}))
      return text_of("rank ", rank, ": ", *difference);
  return {};
}

}  // namespace orrery::inline algorithms
