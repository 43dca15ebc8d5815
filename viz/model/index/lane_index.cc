#include "viz/model/index/lane_index.h"

namespace orrery::viz {
namespace {

/// Numbers of the items by rank, stable; items whose rank is negative are left out.
template <class Items, class RankOf>
void sortByRank(const Items& items, int ranks, RankOf&& rankOf, std::vector<std::size_t>& offsets,
                std::vector<std::uint32_t>& numbers) {
  offsets.assign(static_cast<std::size_t>(ranks) + 1, 0);
  for (const auto& item : items) {
    if (rankOf(item) >= 0) ++offsets[static_cast<std::size_t>(rankOf(item)) + 1];
  }
  for (std::size_t r = 1; r < offsets.size(); ++r) offsets[r] += offsets[r - 1];
  numbers.resize(offsets.back());
  std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const int rank = rankOf(items[i]);
    if (rank >= 0) numbers[next[static_cast<std::size_t>(rank)]++] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace

LaneIndex::LaneIndex(const Trace& trace, int ranks) {
  const auto ended = [](const MessageEvent& m) { return m.end > m.start; };
  sortByRank(
      trace.messages, ranks, [&](const MessageEvent& m) { return ended(m) ? m.source : -1; },
      lists_[kSend].offsets, lists_[kSend].numbers);
  sortByRank(
      trace.messages, ranks, [&](const MessageEvent& m) { return ended(m) ? m.destination : -1; },
      lists_[kReceive].offsets, lists_[kReceive].numbers);
  sortByRank(
      trace.computes, ranks, [](const ComputeEvent& c) { return c.end > c.start ? c.rank : -1; },
      lists_[kCompute].offsets, lists_[kCompute].numbers);
  sortByRank(
      trace.rounds, ranks, [](const RoundEvent& e) { return e.rank; }, lists_[kRound].offsets,
      lists_[kRound].numbers);
}

std::span<const std::uint32_t> LaneIndex::of(Lane lane, int rank) const {
  const Lists& l = lists_[lane];
  const auto r = static_cast<std::size_t>(rank);
  return std::span(l.numbers).subspan(l.offsets[r], l.offsets[r + 1] - l.offsets[r]);
}

}  // namespace orrery::viz
