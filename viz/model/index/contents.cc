#include "viz/model/index/contents.h"

#include <algorithm>

namespace orrery::viz {
namespace {

/// What of `part` lies in [begin, end).
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

}  // namespace orrery::viz
