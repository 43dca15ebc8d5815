#include "algorithms/cost_models/pairwise_time.h"

#include <algorithm>

#include "emu/base/check.h"

namespace orrery {

Time pairwise_time(const std::vector<std::vector<Exchange>>& programs, const AlphaBetaGamma& cost) {
  const std::size_t p = programs.size();
  std::vector<std::size_t> next(p, 0);
  std::vector<Time> free_at(p, Time(0));
  std::vector<std::size_t> ready(p);
  for (std::size_t r = 0; r < p; ++r) ready[r] = r;
  while (!ready.empty()) {
    const std::size_t r = ready.back();
    ready.pop_back();
    if (next[r] == programs[r].size()) continue;
    const Exchange& mine = programs[r][next[r]];
    const auto q = static_cast<std::size_t>(mine.peer);
    if (next[q] == programs[q].size()) continue;
    const Exchange& other = programs[q][next[q]];
    if (other.peer != static_cast<int>(r)) continue;  // the peer is looked at when it gets there
    const Time end = std::max(free_at[r], free_at[q]) + cost.message(std::max(mine.out, mine.in));
    free_at[r] = end + cost.reduction(mine.reduced);
    free_at[q] = end + cost.reduction(other.reduced);
    ++next[r], ++next[q];
    ready.push_back(r);
    ready.push_back(q);
  }
  for (std::size_t r = 0; r < p; ++r)
    EMU_CHECK(next[r] == programs[r].size(), "rank ", r, " waits for ever");
  return *std::max_element(free_at.begin(), free_at.end());
}

}  // namespace orrery
