#include "emu/engine/causes.h"

#include "emu/engine/transfers.h"

namespace orrery {

/// One counts that ended at an instant; others are ties.
void Causes::join(Ended& known, const Ended& by) {
  if (by.time > known.time || known.step() == 0) {
    known = by;
  } else if (by.time == known.time && by.step() != known.step()) {
    const Ended& first = known.as_sender() && !by.as_sender() ? by : known;
    known = {first.step(), first.time, first.as_sender(), known.ties() + 1 + by.ties()};
  }
}

void Causes::send(Index transfer, Index task) {
  Message& m = message_at(transfer);
  m = {};
  m.after = m.sender = task_at(task);
}

void Causes::meet(Index transfer, Index task) {
  Message& m = message_at(transfer);
  const Ended& receiver = task_at(task);
  if (receiver.time > m.sender.time) m.after = receiver;
}

/// A message that waited for its sender's processor began when that was done with what it did before.
void Causes::wait_for_turn(Message& m, const Transfer& t, Time turn) {
  if (turn > t.start) m.after = m.sender = {busy_with(t.source, 0), t.start};
}

LoggedStep Causes::begin_step(LoggedStep::Kind kind, const Message& m, const Transfer& t) const {
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

void Causes::start_within(Index transfer, const Transfer& t, Time turn) {
  Message& m = message_at(transfer);
  wait_for_turn(m, t, turn);
  LoggedStep step = begin_step(LoggedStep::Kind::kMessage, m, t);
  step.bytes = t.from.bytes().count();
  m.after = {log_.add(step), t.start};
  m.logged = true;
  busy_with(t.source, 0) = m.after.step();
}

void Causes::start(Index transfer, const Transfer& t, Time turn, Time busy) {
  Message& m = message_at(transfer);
  wait_for_turn(m, t, turn);
  if (busy == Time(0)) return;
  LoggedStep step = begin_step(LoggedStep::Kind::kOverhead, m, t);
  step.late = Time(0);
  step.time = busy;
  busy_with(t.source, 0) = log_.add(step);
}

void Causes::end_flow(Index transfer, Slowdowns::FlowId flow, Time now) {
  slowdowns_.end(flow, now);
  message_at(transfer).flow = flow;
}

Ended Causes::end(Index transfer, const Transfer& t, Time now) {
  Message& m = message_at(transfer);
  if (!m.logged) {
    LoggedStep step = begin_step(LoggedStep::Kind::kMessage, m, t);
    step.bytes = t.from.bytes().count();
    step.path = t.first_path;
    step.port_to_flow = t.flow - t.ready;
    step.time = now - t.flow - duration_of(t.from.bytes(), {t.ps_per_byte});
    if (m.flow != kNone && step.time > Time(0)) share_out(step, slowdowns_.parts(m.flow));
    m.after = {log_.add(step), now};
  }
  return latest_ = {m.after.step(), now};
}

/// In whole picoseconds, which add up.
void Causes::share_out(LoggedStep& step, const std::vector<Slowdowns::Part>& parts) {
  slowed_.clear();
  double all = 0, so_far = 0;
  for (const auto& part : parts) all += part.ps;
  Time charged{0};
  for (const auto& part : parts) {
    so_far += part.ps;
    const bool last = &part == &parts.back();
    const auto time = static_cast<double>(step.time.count());
    const Time until = last ? step.time : Time(static_cast<std::int64_t>(time * (so_far / all)));
    slowed_.push_back({part.link, until - charged});
    charged = until;
  }
  step.slowed = slowed_;
}

Ended Causes::work(Index task, int rank, int round, int processor, Time start, Time end) {
  Step& busy = busy_with(rank, processor);
  const Ended& begun = task_at(task);
  LoggedStep step;
  step.kind = LoggedStep::Kind::kWork;
  step.after = start > begun.time ? Ended(busy, start) : begun;
  step.rank = rank;
  step.round = round;
  step.time = end - start;
  busy = log_.add(step);
  return {busy, end};
}

}  // namespace orrery
