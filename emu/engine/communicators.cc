#include "emu/engine/communicators.h"

#include <utility>

#include "emu/base/check.h"

namespace orrery::inline engine {

int Communicators::lane(int parent, int rank, int i, int n) {
  const int number = numbers_.lane(parent, rank, i).number;
  if (is_new(number)) add(at(parent).ranks, size(parent), n);
  const int lanes = at(number).lanes;
  EMU_CHECK(lanes == n, "lanes(", n, ") where another rank called lanes(", lanes,
            "); expected the same number on every rank");
  return number;
}

int Communicators::sub(int parent, int rank, const std::vector<int>& ranks) {
  const int number = numbers_.sub(parent, rank, ranks).number;
  if (!is_new(number)) return number;
  std::vector<int> world;
  for (const int r : ranks) world.push_back(world_rank(parent, r));
  add(std::move(world), static_cast<int>(ranks.size()), 0);
  return number;
}

void Communicators::add(std::vector<int> ranks, int size, int lanes) {
  table_.push_back({places_, std::move(ranks), size, lanes});
  places_ += static_cast<Index>(size);
}

}  // namespace orrery::inline engine
