#include "viz/model/index/slow_down.h"

#include <algorithm>
#include <limits>

namespace orrery::viz::inline model {

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

double worstSlowDown(const TraceIndex& index) {
  if (index.totalsFrom() < index.end()) return std::numeric_limits<double>::infinity();
  double worst = 1;
  for (const Trace::Message& m : index.trace().messages) {
    if (m.end <= m.start) continue;
    for (int p = 0; p < std::ssize(m.paths); ++p) {
      const Trace::Path& path = m.paths[static_cast<std::size_t>(p)];
      const double least = index.rates().least(m, p);
      if (!path.links.empty() && least > 0) worst = std::max(worst, rateAlone(index, path) / least);
    }
  }
  return worst;
}

}  // namespace orrery::viz::inline model
