#include "scenarios/blocks/cargo.h"

#include <algorithm>
#include <iterator>

namespace orrery::inline blocks {
namespace {

/// Returns the part of `part` in [begin, end).
BufferContents::Part clipped(const BufferContents::Part& part, std::int64_t begin,
                             std::int64_t end) {
  const std::int64_t from = std::max(part.element, begin);
  const std::int64_t to = std::min(part.element + part.elements, end);
  return {from, to - from, part.logical + from - part.element, part.contributors};
}

}  // namespace

void BufferContents::write(const ContentEvent& e) {
  Buffer& buffer = buffers_[e.buffer];
  const std::int64_t begin = e.element, end = e.element + e.elements;
  auto it = buffer.lower_bound(begin);
  if (it != buffer.begin() &&
      std::prev(it)->second.element + std::prev(it)->second.elements > begin)
    --it;
  while (it != buffer.end() && it->first < end) {
    const Part old = it->second;
    it = buffer.erase(it);
    if (old.element < begin) buffer[old.element] = clipped(old, old.element, begin);
    if (old.element + old.elements > end)
      buffer[end] = clipped(old, end, old.element + old.elements);
  }
  buffer[begin] = {begin, e.elements, e.logical, e.contributors};
}

std::vector<BufferContents::Part> BufferContents::read(std::uint32_t buffer, std::int64_t element,
                                                       std::int64_t elements) const {
  std::vector<Part> parts;
  const auto found = buffers_.find(buffer);
  if (found == buffers_.end()) return parts;
  const std::int64_t end = element + elements;
  auto it = found->second.upper_bound(element);
  if (it != found->second.begin()) --it;
  for (; it != found->second.end() && it->first < end; ++it) {
    const Part part = clipped(it->second, element, end);
    if (part.elements > 0) parts.push_back(part);
  }
  return parts;
}

/// Records a message's cargo: the contents of its sender's buffer when it starts.
void ContentRecorder::load(std::int64_t message, std::uint32_t buffer, std::int64_t element,
                           std::int64_t elements) {
  truncated_ |= std::ssize(contents_.cargo.parts) >= most_;
  if (truncated_) return;
  contents_.owners.emplace(buffer, sender_);
  for (const BufferContents::Part& part : buffers_.read(buffer, element, elements))
    contents_.cargo.parts.push_back(
        {static_cast<std::uint32_t>(message), part.contributors, part.logical, part.elements});
}

void ContentRecorder::start(const MessageEvent& e) {
  sender_ = e.source;
  if (e.elements > 0) load(e.id, e.buffer, e.element, e.elements);
}

/// Corrects a message that was taken for one range of its first buffer.
void ContentRecorder::part(const PartEvent& e) {
  auto& cargo = contents_.cargo.parts;
  if (e.message != joined_)
    while (!cargo.empty() && cargo.back().message == e.message) cargo.pop_back();
  joined_ = e.message;
  load(e.message, e.buffer, e.element, e.elements);
}

void ContentRecorder::content(const ContentEvent& e) {
  truncated_ |= std::ssize(contents_.events) >= most_;
  if (truncated_) return;
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

/// Notes the receiver: the data are written to its buffer right after the message has ended.
void ContentRecorder::message(const MessageEvent& e) {
  arriving_ = e.destination;
  still_to_come_ = e.elements;
}

std::shared_ptr<const Cargo> ContentRecorder::take_cargo() {
  if (!complete()) return nullptr;
  return std::make_shared<const Cargo>(
      Cargo{std::move(contents_.cargo.parts), contents_.cargo.sets});
}

}  // namespace orrery::inline blocks
