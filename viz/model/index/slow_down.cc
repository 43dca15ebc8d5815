#include "viz/model/index/slow_down.h"

#include <algorithm>
#include <limits>

namespace orrery::viz {

double rateAlone(const TraceIndex& index, const Trace::Path& path) {
  double rate = std::numeric_limits<double>::infinity();
  for (const LinkId l : path.links) rate = std::min(rate, index.capacity(l));
  return rate;
}

double slowDown(const TraceIndex& index, const Trace::Message& m) {
  double alone = 0;
  for (const Trace::Path& path : m.paths)
    alone = std::max(alone, static_cast<double>(path.bytes.count()) / rateAlone(index, path));
  return alone > 0 ? std::max(1.0, to_seconds(m.end - m.flow) / alone) : 1;
}

}  // namespace orrery::viz
