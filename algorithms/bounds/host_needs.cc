#include "algorithms/bounds/host_needs.h"

#include <algorithm>
#include <numeric>

#include "emu/base/index.h"

namespace orrery {

void HostNeeds::add(const HostNeeds& other, double times) {
  for (std::size_t h = 0; h < in.size(); ++h)
    in[h] += times * other.in[h], out[h] += times * other.out[h];
  all += times * other.all;
}

double HostNeeds::busiest(int hosts) const {
  return std::max({std::ranges::max(in), std::ranges::max(out), hosts > 0 ? all / hosts : 0});
}

namespace {

double total(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Raises a host's needs to those of a flow.
void need_flow(HostNeeds& needs, const HostCrossing& crossing, const HostCrossing::Flow& flow) {
  std::vector<double>& gathering = flow.backward ? needs.out : needs.in;
  std::vector<double>& giving = flow.backward ? needs.in : needs.out;
  const double all = total(flow.bytes);
  for (std::size_t h = 0; h < flow.bytes.size(); ++h) {
    const int ranks = crossing.ranks_on(static_cast<NodeId>(h));
    const bool at_end = flow.end == kEveryRank ? ranks > 0 : at(flow.end) == h;
    const bool elsewhere = flow.end == kEveryRank ? ranks < crossing.ranks() : at(flow.end) != h;
    if (at_end) gathering[h] = std::max(gathering[h], all - flow.bytes[h]);
    if (elsewhere) giving[h] = std::max(giving[h], flow.bytes[h]);
  }
}

void need_pairs(HostNeeds& needs, const HostCrossing& crossing) {
  std::vector<double> in(needs.in.size());
  for (std::size_t h = 0; h < in.size(); ++h) {
    const int ranks = crossing.ranks_on(static_cast<NodeId>(h));
    in[h] = crossing.each_pair() * ranks * (crossing.ranks() - ranks);
  }
  std::vector<double> out = in;
  for (const auto& [pair, bytes] : crossing.pairs())
    if (pair.first != pair.second) out[at(pair.first)] += bytes, in[at(pair.second)] += bytes;
  for (std::size_t h = 0; h < in.size(); ++h) {
    needs.in[h] = std::max(needs.in[h], in[h]);
    needs.out[h] = std::max(needs.out[h], out[h]);
  }
}

}  // namespace

HostNeeds needs_of(const HostCrossing& crossing) {
  const std::size_t hosts = crossing.hosts();
  HostNeeds needs(hosts);
  for (const HostCrossing::Flow& flow : crossing.flows()) need_flow(needs, crossing, flow);
  need_pairs(needs, crossing);
  int with_ranks = 0;
  for (std::size_t h = 0; h < hosts; ++h)
    with_ranks += crossing.ranks_on(static_cast<NodeId>(h)) > 0 ? 1 : 0;
  needs.all =
      std::max({total(needs.in), total(needs.out), 2.0 * (with_ranks - 1) * crossing.combined()});
  return needs;
}

}  // namespace orrery
