#include "viz/model/block_table.h"

#include <algorithm>
#include <limits>

namespace orrery::viz {
namespace {
constexpr std::uint32_t kNoBuffer = std::numeric_limits<std::uint32_t>::max();
}

BlockTable::BlockTable(const Trace& trace, int ranks)
    : vector_(static_cast<std::size_t>(ranks), kNoBuffer) {
  for (const MessageEvent& m : trace.messages) {
    if (m.elements <= 0 || m.source < 0 || m.source >= ranks) continue;
    // A rank's vector is made before any scratch buffer of its own.
    auto& home = vector_[static_cast<std::size_t>(m.source)];
    home = std::min(home, m.buffer);
  }
  std::size_t limit = 65536;  // duplicates are dropped now and then
  for (const MessageEvent& m : trace.messages) {
    if (!known(m)) continue;
    edges_.push_back(m.element);
    edges_.push_back(m.element + m.elements);
    if (edges_.size() >= limit) {
      std::sort(edges_.begin(), edges_.end());
      edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
      limit = 2 * edges_.size() + 65536;
    }
  }
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
}

bool BlockTable::known(const MessageEvent& m) const {
  const auto source = static_cast<std::size_t>(m.source);
  return m.elements > 0 && source < vector_.size() && vector_[source] == m.buffer;
}

BlockRange BlockTable::of(const MessageEvent& m) const {
  const auto index = [this](std::int64_t edge) {
    return static_cast<int>(std::lower_bound(edges_.begin(), edges_.end(), edge) - edges_.begin());
  };
  return {index(m.element), index(m.element + m.elements) - 1};
}

}  // namespace orrery::viz
