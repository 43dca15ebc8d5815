#include "viz/model/index/bounded_trace.h"

#include <algorithm>
#include <iterator>

namespace orrery::viz {

bool BoundedTrace::keeps(std::int64_t message) {
  if (message < most_) return true;
  truncated_ = true;
  return false;
}

/// What a message carries is what its sender's buffer holds when it starts.
void BoundedTrace::load(std::int64_t message, std::uint32_t buffer, std::int64_t element,
                        std::int64_t elements) {
  contents_truncated_ |= std::ssize(contents_.cargo.parts) >= most_contents_;
  if (contents_truncated_) return;
  contents_.owners.emplace(buffer, sender_);
  for (const BufferContents::Part& part : buffers_.read(buffer, element, elements))
    contents_.cargo.parts.push_back(
        {static_cast<std::uint32_t>(message), part.contributors, part.logical, part.elements});
}

void BoundedTrace::start(const MessageEvent& e) {
  sender_ = e.source;
  if (wants_contents() && e.elements > 0 && keeps(e.id))
    load(e.id, e.buffer, e.element, e.elements);
}

void BoundedTrace::path(const PathEvent& e) {
  if (keeps(e.message)) return trace_.path(e);
  if (most_ > 0) under_way_[e.message].push_back({e.bytes, {e.links.begin(), e.links.end()}});
}

void BoundedTrace::part(const PartEvent& e) {
  if (!keeps(e.message)) return;
  trace_.part(e);
  if (!wants_contents()) return;
  // The message was taken for one range of its first buffer.
  auto& cargo = contents_.cargo.parts;
  if (e.message != joined_)
    while (!cargo.empty() && cargo.back().message == e.message) cargo.pop_back();
  joined_ = e.message;
  load(e.message, e.buffer, e.element, e.elements);
}

void BoundedTrace::content(const ContentEvent& e) {
  contents_truncated_ |= std::ssize(contents_.events) >= most_contents_;
  if (contents_truncated_) return;
  buffers_.write(e);
  if (still_to_come_ > 0) contents_.owners.emplace(e.buffer, arriving_);
  still_to_come_ -= e.elements;
  contents_.events.push_back(e);
  contents_.events.back().set = {};
  const auto id = static_cast<std::size_t>(e.contributors);
  auto& sets = contents_.cargo.sets;
  if (id >= sets.size()) sets.resize(id + 1);
  if (sets[id].empty()) sets[id].assign(e.set.begin(), e.set.end());
}

void BoundedTrace::rate(const RateEvent& e) {
  if (keeps(e.message)) trace_.rate(e);
}

void BoundedTrace::round(const RoundEvent& e) {
  if (!truncated_) trace_.round(e);
}

void BoundedTrace::compute(const ComputeEvent& e) {
  if (!truncated_) trace_.compute(e);
}

/// The data are written to the receiver's buffer right after the message has ended.
void BoundedTrace::message(const MessageEvent& e) {
  arriving_ = e.destination;
  still_to_come_ = e.elements;
  if (keeps(e.id)) {
    trace_.message(e);
  } else {
    until_ = std::min(until_, e.start);
    if (most_ == 0) return;
    const auto paths = under_way_.extract(e.id);
    totals_.add(
        e, paths ? std::span<const Trace::Path>(paths.mapped()) : std::span<const Trace::Path>());
  }
}

std::shared_ptr<const Cargo> BoundedTrace::takeCargo() {
  if (!hasContents()) return nullptr;
  return std::make_shared<const Cargo>(
      Cargo{std::move(contents_.cargo.parts), contents_.cargo.sets});
}

std::vector<RoundTotal> BoundedTrace::takeTotals() {
  if (totals_.empty()) return {};
  const int first = totals_.firstRound();
  for (const Trace::Message& m : trace_.messages) {
    if (m.round >= first && m.end > m.start) totals_.add(m, m.paths);
  }
  return totals_.take();
}

}  // namespace orrery::viz
