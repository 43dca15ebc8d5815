#include "scenarios/run/conformance/grids.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace orrery::inline run {

namespace {
constexpr int kMostInThreeDimensions = 27;
}  // namespace

std::vector<Sides> factorisations(int p, int factors) {
  if (factors == 0) return {};
  std::vector<Sides> all{{p}};
  for (int side = 2; side <= p / 2; ++side) {
    if (p % side != 0) continue;
    for (Sides rest : factorisations(p / side, factors - 1)) {
      rest.insert(rest.begin(), side);
      all.push_back(std::move(rest));
    }
  }
  return all;
}

std::vector<Overrides> neighborhoods(int p) {
  std::vector<Sides> grids = factorisations(p, p <= kMostInThreeDimensions ? 3 : 2);
  grids.push_back({1, p, 1});
  std::vector<Overrides> all;
  for (const Sides& sides : grids)
    for (const char* periodic : {"true", "false"})
      for (const char* kind : {"star", "moore"})
        all.push_back({{"grid", fmt::format("{}", fmt::join(sides, "x"))},
                       {"periodic", periodic},
                       {"neighborhood", kind}});
  return all;
}

}  // namespace orrery::inline run
