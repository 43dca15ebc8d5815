#include "emu/trace/metrics.h"

#include <algorithm>
#include <utility>

namespace orrery {

namespace {

double quotient(double a, double b) {
  return a == 0 && b == 0 ? 1 : a / b;
}

}  // namespace

void Metrics::keep_hottest(std::vector<LinkLoad> loads) {
  const auto hotter = [](const LinkLoad& a, const LinkLoad& b) {
    return a.utilization != b.utilization ? a.utilization > b.utilization : a.link < b.link;
  };
  const std::size_t n = std::min(loads.size(), kHottest);
  std::partial_sort(loads.begin(), loads.begin() + static_cast<std::ptrdiff_t>(n), loads.end(),
                    hotter);
  loads.resize(n);
  hottest = std::move(loads);
}

Deficiency deficiency(const Metrics& metrics, double fewest_rounds, double fewest_port_bytes) {
  const auto ports = static_cast<double>(metrics.port_sum.count());
  const auto links = static_cast<double>(metrics.link_sum.count());
  return {quotient(metrics.rounds, fewest_rounds), quotient(ports, fewest_port_bytes),
          quotient(links, ports)};
}

}  // namespace orrery
