#include "algorithms/common/distributions.h"

#include <string>

#include "emu/base/check.h"
#include "emu/base/nearest.h"

namespace orrery {

namespace {

std::vector<std::int64_t> same(int p, std::int64_t count) {
  std::vector<std::int64_t> sizes;
  for (int r = 0; r < p; ++r) sizes.push_back(count / p + (r < count % p ? 1 : 0));
  return sizes;
}

std::vector<std::int64_t> mod3(int p, std::int64_t count) {
  std::vector<std::int64_t> sizes;
  std::int64_t rest = count;
  for (int r = 0; r + 1 < p; ++r) {
    sizes.push_back(r % 3 * (count / p));
    rest -= sizes.back();
  }
  sizes.push_back(rest);
  return sizes;
}

constexpr Distribution kDistributions[] = {
    {"same", "Sizes differ by one element at most", same},
    {"mod3",
     "Rank r has (r mod 3) floor(m/p) elements, the last one the rest (Träff, Round-optimal "
     "n-Block "
     "Broadcast Schedules, 2023)",
     mod3},
};

}  // namespace

std::span<const Distribution> distributions() {
  return kDistributions;
}

const Distribution& find_distribution(std::string_view name) {
  std::vector<std::string_view> names;
  std::string known;
  for (const Distribution& d : kDistributions) {
    if (d.name == name) return d;
    names.push_back(d.name);
    known += text_of(known.empty() ? "" : ", ", d.name);
  }
  const auto near = nearest(name, names);
  throw std::invalid_argument(text_of("no distribution '", name, "'",
                                      near ? text_of("; did you mean '", *near, "'?") : "",
                                      " (there are: ", known, ")"));
}

}  // namespace orrery
