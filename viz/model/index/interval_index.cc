#include "viz/model/index/interval_index.h"

#include <algorithm>

namespace orrery::viz::inline model {
namespace {
constexpr std::size_t kLeastStride = 256;
}

IntervalIndex::IntervalIndex(const std::vector<Interval>& intervals) {
  entries_.reserve(intervals.size());
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    entries_.push_back({intervals[i], static_cast<std::uint32_t>(i)});
  }
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return a.interval.begin < b.interval.begin;
  });
  // Checkpoints as far apart as the previous one is long keep the index no larger than the entries.
  stride_ = kLeastStride;
  std::size_t widest = 0;
  for (std::size_t e = 0; e < entries_.size(); e += stride_) {
    addCheckpoint(e);
    widest = std::max(widest, offsets_.back() - offsets_[offsets_.size() - 2]);
    if (widest > stride_) {  // start over with a coarser grid
      stride_ *= 4;
      open_.clear();
      offsets_.assign(1, 0);
      widest = 0;
      e = 0 - stride_;
    }
  }
}

void IntervalIndex::addCheckpoint(std::size_t entry) {
  const std::size_t checkpoints = offsets_.size() - 1;
  const Time t = entries_[entry].interval.begin;
  const auto keep = [&](std::size_t e) {
    if (entries_[e].interval.end > t) open_.push_back(static_cast<std::uint32_t>(e));
  };
  if (checkpoints > 0) {
    for (std::size_t i = offsets_[checkpoints - 1]; i < offsets_[checkpoints]; ++i) keep(open_[i]);
    for (std::size_t e = entry - stride_; e < entry; ++e) keep(e);
  }
  offsets_.push_back(open_.size());
}

void IntervalIndex::containing(Time t, std::vector<std::uint32_t>& out) const {
  out.clear();
  const auto past =
      std::upper_bound(entries_.begin(), entries_.end(), t,
                       [](Time when, const Entry& e) { return when < e.interval.begin; });
  if (past == entries_.begin()) return;
  const auto last = static_cast<std::size_t>(past - entries_.begin());
  const std::size_t checkpoint = (last - 1) / stride_;
  const auto take = [&](std::size_t e) {
    if (entries_[e].interval.end > t) out.push_back(entries_[e].number);
  };
  for (std::size_t i = offsets_[checkpoint]; i < offsets_[checkpoint + 1]; ++i) take(open_[i]);
  for (std::size_t e = checkpoint * stride_; e < last; ++e) take(e);
  std::sort(out.begin(), out.end());
}

}  // namespace orrery::viz::inline model
