#include "emu/trace/metrics.h"

#include <algorithm>

namespace orrery::inline trace {

namespace {

double quotient(double a, double b) {
  return a == 0 && b == 0 ? 1 : a / b;
}

}  // namespace

void Metrics::add_hot(const LinkLoad& load) {
  const auto hotter = [](const LinkLoad& a, const LinkLoad& b) {
    return a.utilization != b.utilization ? a.utilization > b.utilization : a.link < b.link;
  };
  if (hottest.size() == kHottest) {
    if (!hotter(load, hottest.back())) return;
    hottest.pop_back();
  }
  hottest.insert(std::ranges::upper_bound(hottest, load, hotter), load);
}

Metrics scaled(Metrics m, std::int64_t from, std::int64_t to) {
  __extension__ using Wide = __int128;
  const auto scale = [&](Bytes& b) {
    b = Bytes(static_cast<std::int64_t>(Wide{b.count()} * to / from));
  };
  for (Bytes* b : {&m.bytes_total, &m.bytes_max_rank, &m.reduced_max_rank, &m.max_link, &m.port_sum,
                   &m.link_sum})
    scale(*b);
  for (LinkLoad& load : m.hottest) scale(load.bytes);
  for (RoundMetrics& r : m.per_round)
    for (Bytes* b : {&r.bytes, &r.max_port, &r.max_link}) scale(*b);
  return m;
}

Deficiency deficiency(const Metrics& metrics, double fewest_rounds, double fewest_port_bytes) {
  const auto ports = static_cast<double>(metrics.port_sum.count());
  const auto links = static_cast<double>(metrics.link_sum.count());
  double lambda = quotient(metrics.rounds, fewest_rounds);
  if (metrics.messages == 0) lambda = std::max(lambda, 1.0);
  return {lambda, quotient(ports, fewest_port_bytes), quotient(links, ports)};
}

}  // namespace orrery::inline trace
