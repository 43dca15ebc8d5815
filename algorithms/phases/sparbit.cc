#include "algorithms/phases/sparbit.h"

#include <vector>

#include "algorithms/schedules/sparbit.h"

namespace orrery {

void sparbit_allgather(Comm& c, const CyclicBlocks& B, SparbitMessages messages) {
  const int p = c.size(), r = c.rank();
  std::vector<Slice> out, in;
  std::vector<Handle> pending;
  int round = 0;
  for (const auto& [d, blocks] : sparbit::steps(p)) {
    const int to = mod(std::int64_t{r} + d, p), from = mod(std::int64_t{r} - d, p);
    out.clear(), in.clear(), pending.clear();
    for (int x = 0; x < blocks; ++x) {
      out.push_back(B(sparbit::sent(r, x, d, p)));
      in.push_back(B(sparbit::received(r, x, d, p)));
    }
    c.round(round++);
    if (messages == SparbitMessages::kJoined) {
      c.sendrecv(c.join(out), to, c.join(in), from);
      continue;
    }
    for (const Slice& block : out) pending.push_back(c.isend(block, to));
    for (const Slice& block : in) pending.push_back(c.irecv(block, from));
    c.wait_all(pending);
  }
}

RoundWords sparbit_words(const Problem& x, int step) {
  return {text_of("d = ", sparbit::steps(x.p).at(static_cast<std::size_t>(step)).d)};
}

}  // namespace orrery
