#include "emu/engine/watch/causes.h"

#include <algorithm>

#include "emu/engine/transfers.h"

namespace orrery::inline engine {

/// Merges two ends: the later one counts; at the same instant one counts, and others are ties.
void Causes::join(Ended& known, const Ended& by) {
  if (by.time > known.time || known.step() == 0) {
    known = by;
  } else if (by.time == known.time && by.step() != known.step()) {
    const Ended& first = known.as_sender() && !by.as_sender() ? by : known;
    known = {first.step(), first.time, first.as_sender(), known.ties() + 1 + by.ties()};
  }
}

Causes::Begun Causes::begun(Index transfer, const Transfer& t) const {
  const std::uint64_t after = after_[transfer];
  const std::uint32_t when = when_[transfer];
  if (when >= kLogged) {
    const Ended both = Ended::of(after, when == kPosted ? t.posted : t.start);
    return {both, both};
  }
  const Ended& sender = senders_[when];
  return {sender.bits() == after ? sender : Ended::of(after, t.posted), sender};
}

void Causes::note(Index transfer, std::uint64_t after, std::uint32_t when) {
  if (when_[transfer] < kLogged) senders_.give_back(when_[transfer]);
  after_[transfer] = after;
  when_[transfer] = when;
}

std::uint32_t Causes::keep(const Ended& sender) {
  const Index i = senders_.take();
  senders_[i] = sender;
  return i;
}

/// Records the match. Each step ends once: if sender and receiver are in the same step, neither was
/// late.
void Causes::meet(Index transfer, const Transfer& t, Index task, Time posted, bool waited) {
  if (t.posted == posted || when_[transfer] != kPosted) return;
  const Ended sender = Ended::of(after_[transfer], posted);
  note(transfer, waited ? tasks_[task].bits() : sender.bits(), keep(sender));
}

LoggedStep Causes::begin_step(LoggedStep::Kind kind, Index transfer, const Transfer& t) const {
  const Begun m = begun(transfer, t);
  LoggedStep step;
  step.kind = kind;
  step.after = m.after;
  step.sender = m.sender;
  step.late = m.after.time - m.sender.time;
  step.port_to_start = t.start - m.after.time;
  step.rank = t.source;
  step.partner = t.destination;
  step.round = t.round;
  return step;
}

void Causes::start_within(Index transfer, const Transfer& t, const Turn& turn) {
  if (turn.preempted > Time(0)) start_preempted(transfer, t, turn.preempted);
  LoggedStep step = begin_step(LoggedStep::Kind::kMessage, transfer, t);
  step.bytes = t.from.bytes().count();
  busy_with(t.source, 0) = log_.add(step);
  note(transfer, Ended(busy_with(t.source, 0), t.start).bits(), kLogged);
}

/// Logs the preemption: the message began when the processor was back, as if all of the absence
/// came first.
void Causes::start_preempted(Index transfer, const Transfer& t, Time preempted) {
  LoggedStep step = begin_step(LoggedStep::Kind::kAbsence, transfer, t);
  step.time = preempted;
  note(transfer, Ended(log_.add(step), t.start).bits(), kTurned);
}

/// Logs a preemption until `back` before the work of `step`; its wait for a port came earlier.
void Causes::absent_before(LoggedStep& step, Time preempted, Time back) {
  if (preempted == Time(0)) return;
  step.kind = LoggedStep::Kind::kAbsence;
  step.time = preempted;
  step.after = {log_.add(step), back};
  step.port_to_start = Time(0);
}

/// Logs the turn of a processor with a message, from the end of `begun`.
Ended Causes::occupy(LoggedStep::Kind kind, const Transfer& t, int rank, const Ended& begun,
                     const Turn& turn) {
  if (turn.work() == Time(0)) return begun;
  LoggedStep step;
  step.after = begun;
  step.rank = rank;
  step.partner = rank == t.source ? t.destination : t.source;
  step.round = t.round;
  absent_before(step, turn.preempted, begun.time + turn.preempted);
  step.kind = kind;
  step.time = turn.work();
  return {busy_with(rank, 0) = log_.add(step), begun.time + turn.preempted + turn.work()};
}

void Causes::buffer(Index send, Index transfer, const Transfer& t, const Turn& copying,
                    const Turn& overhead) {
  const Ended posted = begun(transfer, t).after;
  const Ended begun =
      copying.start > posted.time ? Ended(busy_with(t.source, 0), copying.start) : posted;
  const Ended copied = occupy(LoggedStep::Kind::kWork, t, t.source, begun, copying);
  note(transfer, copied.bits(), keep(posted));
  at(work_, send) = occupy(LoggedStep::Kind::kOverhead, t, t.source, copied, overhead);
}

void Causes::start_buffered(Index transfer, const Transfer& t) {
  if (t.ready > t.start) return note(transfer, after_[transfer], kTurned);
  after_[transfer] = senders_[when_[transfer]].bits();
}

void Causes::unpack(const Transfer& t, const Ended& by, const Turn& overhead, const Turn& copying) {
  const Ended begun =
      overhead.start > by.time ? Ended(busy_with(t.destination, 0), overhead.start) : by;
  const Ended turned = occupy(LoggedStep::Kind::kOverhead, t, t.destination, begun, overhead);
  at(work_, t.receive) = occupy(LoggedStep::Kind::kWork, t, t.destination, turned, copying);
}

/// Records the start. A message that waited for its sender's processor began at the end of the
/// processor's previous work.
void Causes::start(Index transfer, const Transfer& t, const Turn& turn) {
  if (turn.start > t.start) note(transfer, Ended(busy_with(t.source, 0), t.start).bits(), kTurned);
  if (t.paths == 0) return start_within(transfer, t, turn);
  if (turn.work() == Time(0)) return;
  LoggedStep step = begin_step(LoggedStep::Kind::kOverhead, transfer, t);
  step.late = Time(0);
  absent_before(step, turn.preempted, t.start);
  step.kind = LoggedStep::Kind::kOverhead;
  step.time = turn.work();
  busy_with(t.source, 0) = log_.add(step);
}

/// Ends a message. All flows except the last were forgotten when they ended.
Ended Causes::end(Index transfer, const Transfer& t, std::span<const Slowdowns::FlowId> flows,
                  Time now) {
  StepPlace ended = Ended::of(after_[transfer], now).step();
  if (when_[transfer] != kLogged) {
    LoggedStep step = begin_step(LoggedStep::Kind::kMessage, transfer, t);
    step.bytes = t.from.bytes().count();
    step.path = t.first_path;
    step.port_to_flow = t.flow - t.ready;
    step.time = now - t.flow - duration_of(t.from.bytes(), {t.ps_per_byte});
    const auto last =
        std::ranges::find_if(flows, [&](auto f) { return slowdowns_.was_held_up(f); });
    if (last != flows.end()) {
      slowdowns_.end(*last, static_cast<double>(step.time.count()), parts_);
      if (step.time > Time(0) && !parts_.empty()) share_out(step);
    }
    ended = log_.add(step);
  }
  note(transfer, 0, kPosted);
  return latest_ = {ended, now};
}

/// Divides the delay among links, in whole picoseconds that add up.
void Causes::share_out(LoggedStep& step) {
  slowed_.clear();
  double all = 0, so_far = 0;
  for (const auto& part : parts_) all += part.ps;
  Time charged{0};
  for (const auto& part : parts_) {
    so_far += part.ps;
    const bool last = &part == &parts_.back();
    const auto time = static_cast<double>(step.time.count());
    const Time until = last ? step.time : Time(static_cast<std::int64_t>(time * (so_far / all)));
    slowed_.push_back({part.link, until - charged});
    charged = until;
  }
  step.slowed = slowed_;
}

Ended Causes::work(Index task, int rank, int round, int processor, const Turn& turn) {
  StepPlace& busy = busy_with(rank, processor);
  const Ended& begun = tasks_[task];
  LoggedStep step;
  step.after = turn.start > begun.time ? Ended(busy, turn.start) : begun;
  step.rank = rank;
  step.round = round;
  absent_before(step, turn.preempted, turn.start + turn.preempted);
  step.kind = LoggedStep::Kind::kWork;
  step.time = turn.work();
  busy = log_.add(step);
  return {busy, turn.end};
}

/// Records the preemption. A task released by a barrier waited for the last event of the run.
void Causes::be_preempted(Index task, int rank, int round, Time now, Time back) {
  LoggedStep step;
  step.kind = LoggedStep::Kind::kAbsence;
  step.after = tasks_[task].time == now ? tasks_[task] : latest_;
  step.rank = rank;
  step.round = round;
  step.time = back - now;
  tasks_[task] = {log_.add(step), back};
}

}  // namespace orrery::inline engine
