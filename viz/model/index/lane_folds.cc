#include "viz/model/index/lane_folds.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "viz/model/index/slow_down.h"

namespace orrery::viz::inline model {
namespace {

constexpr double kAsAlone =
    1.4;  ///< below this, about the square root of 2, a message counts as alone
constexpr int kMostDoublings = 3;

std::size_t hashOf(const std::vector<std::int64_t>& values) {
  std::size_t hash = values.size();
  for (const std::int64_t v : values) {
    hash = (hash ^ static_cast<std::size_t>(v)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  }
  return hash;
}

}  // namespace

bool foldsLanes(const TraceIndex& index) {
  return index.network().ranks() >= kLeastFoldedRanks && !index.operations().any() &&
         index.steps() == nullptr;
}

LaneFolds::LaneFolds(const TraceIndex& index) {
  findDoublings(index);
  const int ranks = index.network().ranks();
  std::unordered_multimap<std::size_t, int> rows;  // by hash of their activity
  std::vector<std::vector<std::int64_t>> signatures;
  for (int rank = 0; rank < ranks; ++rank) {
    std::vector<std::int64_t> signature = signatureOf(index, rank);
    const std::size_t hash = hashOf(signature);
    const auto [from, to] = rows.equal_range(hash);
    const auto known = std::find_if(from, to, [&](const auto& entry) {
      return signatures[static_cast<std::size_t>(entry.second)] == signature;
    });
    const int row = known == to ? this->rows() : known->second;
    if (known == to) {
      rows.emplace(hash, row);
      signatures.push_back(std::move(signature));
      ranks_.emplace_back();
    }
    row_.push_back(row);
    ranks_[static_cast<std::size_t>(row)].push_back(rank);
  }
}

void LaneFolds::findDoublings(const TraceIndex& index) {
  const auto& messages = index.trace().messages;
  doublings_.reserve(messages.size());
  for (const Trace::Message& m : messages) {
    const double times = m.end > m.flow ? slowDown(index, m) : 1;
    const int doublings = times < kAsAlone ? 0 : static_cast<int>(std::lround(std::log2(times)));
    doublings_.push_back(static_cast<std::uint8_t>(std::clamp(doublings, 0, kMostDoublings)));
    most_doublings_ = std::max<int>(most_doublings_, doublings_.back());
  }
}

/// Returns everything that the picture of a lane depends on.
std::vector<std::int64_t> LaneFolds::signatureOf(const TraceIndex& index, int rank) const {
  std::vector<std::int64_t> all;
  for (const auto lane : {LaneIndex::kSend, LaneIndex::kReceive})
    for (const std::uint32_t number : index.lanes().of(lane, rank)) {
      const Trace::Message& m = index.trace().messages[number];
      all.insert(all.end(),
                 {lane, m.start.count(), m.flow.count(), m.end.count(), doublings(number)});
    }
  for (const std::uint32_t number : index.lanes().of(LaneIndex::kCompute, rank)) {
    const ComputeEvent& c = index.trace().computes[number];
    all.insert(all.end(), {LaneIndex::kCompute, c.start.count(), c.end.count()});
  }
  return all;
}

}  // namespace orrery::viz::inline model
