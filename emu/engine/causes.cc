#include "emu/engine/causes.h"

#include "emu/engine/transfers.h"

namespace orrery {

/// One counts that ended at an instant; others are ties.
void Causes::join(Ended& known, const Ended& by) {
  if (by.time > known.time || known.step == 0) {
    known = by;
  } else if (by.time == known.time && by.step != known.step) {
    const std::uint32_t ties = known.ties + 1 + by.ties;
    if (known.as_sender && !by.as_sender) known = by;
    known.ties = ties;
  }
}

void Causes::send(Index transfer, Index task, Index receive) {
  Message& m = message_at(transfer);
  m.after = m.sender = task_at(task);
  m.late = m.port_to_start = Time(0);
  m.step = 0;
  m.slowed.clear();
  if (receive == kNone) return;
  const Ended& other = receive_at(receive);
  if (other.time == m.after.time && other.step != m.after.step) ++m.after.ties;
}

void Causes::meet(Index transfer, Index task) {
  Message& m = message_at(transfer);
  const Ended& receiver = task_at(task);
  m.late = receiver.time - m.sender.time;
  if (m.late > Time(0))
    m.after = receiver;
  else if (receiver.step != m.after.step)
    ++m.after.ties;
}

/// A message that waited for its sender's processor began when that was done with what it did before.
void Causes::wait_for_turn(Message& m, const Transfer& t, Time turn) {
  m.port_to_start = t.start - m.after.time;
  if (turn == t.start) return;
  m.after = busy_with(t.source, 0);
  m.late = m.port_to_start = Time(0);
}

LoggedStep Causes::begin_step(LoggedStep::Kind kind, const Message& m, const Transfer& t) const {
  LoggedStep step;
  step.kind = kind;
  step.after = m.after;
  step.port_to_start = m.port_to_start;
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
  step.sender = m.sender;
  step.late = m.late;
  m.step = log_.add(step);
  busy_with(t.source, 0) = {.step = m.step};
}

void Causes::start(Index transfer, const Transfer& t, Time turn, Time busy) {
  Message& m = message_at(transfer);
  wait_for_turn(m, t, turn);
  if (busy == Time(0)) return;
  LoggedStep step = begin_step(LoggedStep::Kind::kOverhead, m, t);
  step.time = busy;
  busy_with(t.source, 0) = {.step = log_.add(step)};
}

/// The last one to end counts.
void Causes::end_flow(Index transfer, Slowdowns::FlowId flow, Time now) {
  message_at(transfer).slowed = slowdowns_.end(flow, now);
}

Ended Causes::end(Index transfer, const Transfer& t, Time now) {
  Message& m = message_at(transfer);
  if (m.step == 0) {
    LoggedStep step = begin_step(LoggedStep::Kind::kMessage, m, t);
    step.bytes = t.from.bytes().count();
    step.sender = m.sender;
    step.late = m.late;
    step.path = t.first_path;
    step.port_to_flow = t.flow - t.ready;
    step.time = now - t.flow - duration_of(t.from.bytes(), {t.ps_per_byte});
    share_out(step, m.slowed);
    m.step = log_.add(step);
  }
  return latest_ = {.step = m.step, .time = now};
}

/// In whole picoseconds, which add up.
void Causes::share_out(LoggedStep& step, const std::vector<Slowdowns::Part>& parts) const {
  if (step.time <= Time(0)) return;
  double all = 0, so_far = 0;
  for (const auto& part : parts) all += part.ps;
  Time charged{0};
  for (const auto& part : parts) {
    so_far += part.ps;
    const bool last = &part == &parts.back();
    const Time until = last ? step.time
                            : Time(static_cast<std::int64_t>(
                                  static_cast<double>(step.time.count()) * (so_far / all)));
    step.slowed.push_back({part.link, until - charged});
    charged = until;
  }
}

Ended Causes::work(Index task, int rank, int round, int processor, Time start, Time end) {
  Ended& busy = busy_with(rank, processor);
  const Ended& begun = task_at(task);
  LoggedStep step;
  step.kind = LoggedStep::Kind::kWork;
  step.after = start > begun.time ? busy : begun;
  step.rank = rank;
  step.round = round;
  step.time = end - start;
  busy = {.step = log_.add(step)};
  return {.step = busy.step, .time = end};
}

}  // namespace orrery
