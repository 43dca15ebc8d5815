#include <algorithm>
#include <vector>

#include "algorithms/algorithm.h"
#include "emu/base/nearest.h"

namespace orrery {

#define ALGORITHM(name) extern const Algorithm name;
#include "catalog.inc"
#undef ALGORITHM

namespace {

#define ALGORITHM(name) &(name),
const Algorithm* const kCatalog[] = {
#include "catalog.inc"
};
#undef ALGORITHM

}  // namespace

std::span<const Algorithm* const> catalog() {
  return kCatalog;
}

const Algorithm& find_algorithm(std::string_view collective, std::string_view name) {
  find_collective(collective);
  std::vector<std::string_view> names;
  for (const Algorithm* a : kCatalog) {
    if (a->collective != collective) continue;
    if (a->name == name) return *a;
    names.push_back(a->name);
  }
  std::string known;
  for (const std::string_view n : names) known += text_of(known.empty() ? "" : ", ", n);
  const auto near = nearest(name, names);
  throw std::invalid_argument(text_of("no ", collective, " algorithm '", name, "'",
                                      near ? text_of("; did you mean '", *near, "'?") : "",
                                      " (there are: ", known, ")"));
}

const Algorithm& chosen(const Algorithm& a, const Problem& x) {
  return a.choice == nullptr ? a : a.choice(x);
}

std::optional<std::string> refusal(const Algorithm& a, const Problem& x) {
  if (a.needs_commutative && !x.commutative)
    return text_of(a.collective, " ", a.name,
                   " needs a commutative operator: it does not keep the ranks in order");
  return a.unsupported == nullptr ? std::nullopt : a.unsupported(x);
}

int blocks_for(const Algorithm& a, const Problem& x) {
  if (!a.pipelined) return 1;
  return x.blocks > 0 ? x.blocks : a.best_blocks(x);
}

}  // namespace orrery
