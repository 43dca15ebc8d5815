#include "scenarios/reproduce/reproduction.h"

#include "scenarios/document/words.h"

namespace orrery {

#define REPRODUCTION(name) extern const Reproduction name;
#include "reproductions.inc"
#undef REPRODUCTION

namespace {

#define REPRODUCTION(name) &(name),
const Reproduction* const kReproductions[] = {
#include "reproductions.inc"
};
#undef REPRODUCTION

}  // namespace

std::span<const Reproduction* const> reproductions() {
  return kReproductions;
}

const Reproduction& find_reproduction(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Reproduction* r : kReproductions) {
    if (r->name == name) return *r;
    names.push_back(r->name);
  }
  throw InputError(
      {}, "", {.what = text_of("no reproduction '", name, "'"), .nearest = nearest_of(name, names)},
      "", "orrery reproduce --list shows all");
}

}  // namespace orrery
