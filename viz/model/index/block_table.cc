#include "viz/model/index/block_table.h"

#include <algorithm>
#include <limits>

namespace orrery::viz {
namespace {

constexpr std::uint32_t kNoBuffer = std::numeric_limits<std::uint32_t>::max();

void sortUnique(std::vector<std::int64_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

BlockTable::BlockTable(const Trace& trace, int ranks, std::vector<std::int64_t> places)
    : edges_(std::move(places)),
      vector_(static_cast<std::size_t>(ranks), kNoBuffer),
      parts_(trace.parts) {
  for (const MessageEvent& m : trace.messages) {
    if (m.elements <= 0 || m.source < 0 || m.source >= ranks) continue;
    // A rank's vector is made before any scratch buffer of its own.
    auto& home = vector_[static_cast<std::size_t>(m.source)];
    home = std::min(home, m.buffer);
  }
  addEdges(trace);
}

void BlockTable::addEdges(const Trace& trace) {
  bool any = false;
  std::size_t limit = 65536;  // duplicates are dropped now and then
  for (const MessageEvent& m : trace.messages) {
    if (!known(m)) continue;
    any = true;
    forEachPart(m, [this](std::int64_t element, std::int64_t elements) {
      edges_.push_back(element);
      edges_.push_back(element + elements);
      return true;
    });
    if (edges_.size() < limit) continue;
    sortUnique(edges_);
    limit = 2 * edges_.size() + 65536;
  }
  sortUnique(edges_);
  if (!any) edges_.clear();
}

template <class F>
void BlockTable::forEachPart(const MessageEvent& m, F&& f) const {
  auto part = std::lower_bound(parts_.begin(), parts_.end(), m.id,
                               [](const PartEvent& p, std::int64_t id) { return p.message < id; });
  if (part == parts_.end() || part->message != m.id) {
    f(m.element, m.elements);
    return;
  }
  for (; part != parts_.end() && part->message == m.id; ++part) {
    if (!f(part->element, part->elements)) return;
  }
}

bool BlockTable::known(const MessageEvent& m) const {
  const auto source = static_cast<std::size_t>(m.source);
  return m.elements > 0 && source < vector_.size() && vector_[source] == m.buffer;
}

int BlockTable::from(std::int64_t element) const {
  return static_cast<int>(std::lower_bound(edges_.begin(), edges_.end(), element) - edges_.begin());
}

BlockRange BlockTable::range(std::int64_t element, std::int64_t elements) const {
  return {from(element), from(element + elements) - 1};
}

std::vector<BlockRange> BlockTable::of(const MessageEvent& m) const {
  std::vector<BlockRange> ranges;
  forEachPart(m, [&](std::int64_t element, std::int64_t elements) {
    const BlockRange next = range(element, elements);
    if (next.last < next.first) return true;
    if (!ranges.empty() && ranges.back().last + 1 == next.first) {
      ranges.back().last = next.last;
    } else {
      ranges.push_back(next);
    }
    return true;
  });
  return ranges;
}

bool BlockTable::carries(const MessageEvent& m, int block) const {
  if (!known(m) || block < 0 || block >= count()) return false;
  bool found = false;
  forEachPart(m, [&](std::int64_t element, std::int64_t elements) {
    found = element <= begin(block) && end(block) <= element + elements;
    return !found;
  });
  return found;
}

std::vector<std::int64_t> placesOf(const Collective& collective, const Problem& x) {
  std::vector<std::int64_t> places;
  const auto add = [&](const std::vector<Piece>& pieces) {
    for (const Piece& piece : pieces) {
      places.push_back(piece.offset);
      places.push_back(piece.offset + piece.count);
    }
    return pieces.size();
  };
  for (int r = 0; r < x.p; ++r) add(collective.before(x, r));
  // Where a rank ends with many pieces they are the same pieces on all ranks that end with any.
  for (int r = 0; r < x.p; ++r) {
    if (add(collective.after(x, r)) > 1) break;
  }
  sortUnique(places);
  return places;
}

}  // namespace orrery::viz
