#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/levels/composition.h"
#include "emu/base/nearest.h"

// Each algorithm stands in a namespace of its own name.
#define ALGORITHM(name)        \
  namespace orrery::name {     \
  extern const Algorithm name; \
  }
#include "catalog.inc"
#undef ALGORITHM

namespace orrery::inline algorithms {

namespace {

#define ALGORITHM(name) &name::name,
const Algorithm* const kCatalog[] = {
#include "catalog.inc"
};
#undef ALGORITHM

std::vector<const Algorithm*>& all() {
  static std::vector<const Algorithm*> algorithms(std::begin(kCatalog), std::end(kCatalog));
  return algorithms;
}

std::map<const Algorithm*, Origin>& origins() {
  static std::map<const Algorithm*, Origin> of;
  return of;
}

void check_name(const Algorithm& a) {
  const bool plain = !a.name.empty() && std::all_of(a.name.begin(), a.name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
  EMU_CHECK(plain, "the name '", a.name, "' of an algorithm; expected a-z, 0-9 and - only");
  for (const Algorithm* other : all())
    EMU_CHECK(other->collective != a.collective || other->name != a.name, a.collective, ' ', a.name,
              " already exists; expected another name");
}

void check_members(const Algorithm& a) {
  const auto check = [&](bool given, std::string_view member) {
    EMU_CHECK(given, a.collective, ' ', a.name, " has no ", member, "; expected one");
  };
  check(a.run != nullptr || a.choice != nullptr, "run");
  check(a.rounds != nullptr, "rounds");
  check(a.bytes_total != nullptr, "bytes_total");
  check(a.bytes_max_rank != nullptr, "bytes_max_rank");
  check(a.time != nullptr, "time");
  check(!a.pipelined || a.best_blocks != nullptr, "best_blocks, being pipelined");
}

}  // namespace

std::span<const Algorithm* const> catalog() {
  return all();
}

const Origin* origin_of(const Algorithm& a) {
  const auto found = origins().find(&a);
  return found == origins().end() ? nullptr : &found->second;
}

std::string plugin_text(const Algorithm& a) {
  return text_of(a.collective, ' ', a.name, " of plug-in ", origin_of(a)->file);
}

void add_to_catalog(const Algorithm& a, Origin origin) {
  find_collective(a.collective);
  check_name(a);
  check_members(a);
  all().push_back(&a);
  origins()[&a] = std::move(origin);
}

const Algorithm& find_algorithm(std::string_view collective, std::string_view name) {
  find_collective(collective);
  if (is_composition(name)) return composed(collective, name);
  std::vector<std::string_view> names;
  for (const Algorithm* a : all()) {
    if (a->collective != collective) continue;
    if (a->name == name) return *a;
    names.push_back(a->name);
  }
  throw_unknown(text_of(collective, " algorithm"), name, names);
}

const Algorithm* algorithm_or_null(std::string_view collective, std::string_view name) {
  if (is_composition(name)) try {
      return &composed(collective, name);
    } catch (const std::invalid_argument&) {
      return nullptr;
    }
  const auto found = std::ranges::find_if(
      all(), [&](const Algorithm* a) { return a->collective == collective && a->name == name; });
  return found == all().end() ? nullptr : *found;
}

}  // namespace orrery::inline algorithms
