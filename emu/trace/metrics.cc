#include "emu/trace/metrics.h"

namespace orrery {

namespace {

double quotient(double a, double b) {
  return a == 0 && b == 0 ? 1 : a / b;
}

}  // namespace

Deficiency deficiency(const Metrics& metrics, double fewest_rounds, double fewest_port_bytes) {
  const auto ports = static_cast<double>(metrics.port_sum.count());
  const auto links = static_cast<double>(metrics.link_sum.count());
  return {quotient(metrics.rounds, fewest_rounds), quotient(ports, fewest_port_bytes),
          quotient(links, ports)};
}

}  // namespace orrery
