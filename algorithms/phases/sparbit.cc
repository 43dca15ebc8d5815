#include "algorithms/phases/sparbit.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/schedules/sparbit.h"

namespace orrery::inline algorithms {

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
    // The rank sends every block it has, as far as it is still missing there, to the rank d further
    // on, and gets as many from the rank d before it.
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

void sparbit_allgather_nonblocking(Comm& c, const CyclicBlocks& B) {
  const int p = c.size(), r = c.rank();
  const auto steps = sparbit::steps(p);
  std::vector<Handle> arriving(static_cast<std::size_t>(p)), leaving;  // arriving: by block
  for (const auto& [d, blocks] : steps)
    for (int x = 0; x < blocks; ++x) {
      const int block = sparbit::received(r, x, d, p);
      arriving[static_cast<std::size_t>(block)] = c.irecv(B(block), mod(r - d, p));
    }
  // Waits for a block that has not been waited for.
  const auto await = [&](int block) {
    c.wait(std::exchange(arriving[static_cast<std::size_t>(block)], Handle()));
  };
  for (int round = 0; const auto& [d, blocks] : steps) {
    // Each block goes on to the rank d further on as soon as it is there; blocks of later steps are
    // awaited already.
    c.round(round++);
    for (int x = 0; x < blocks; ++x) {
      const int block = sparbit::sent(r, x, d, p);
      await(block);
      leaving.push_back(c.isend(B(block), mod(std::int64_t{r} + d, p)));
    }
  }
  c.wait_all(arriving);
  c.wait_all(leaving);
}

Bytes sparbit_bytes_max_rank(const Problem& x) {
  const Partition parts = x.partition(x.count);
  const auto steps = sparbit::steps(x.p);
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) {
    std::int64_t sum = 0;
    for (const auto& [d, blocks] : steps)
      for (int i = 0; i < blocks; ++i) sum += parts.size(sparbit::sent(r, i, d, x.p));
    most = std::max(most, sum);
  }
  return x.elements(most);
}

RoundWords sparbit_words(const Problem& x, int step) {
  return {text_of("d = ", sparbit::steps(x.p).at(static_cast<std::size_t>(step)).d)};
}

}  // namespace orrery::inline algorithms
