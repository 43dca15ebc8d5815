#include "scenarios/reproduce/reproduction.h"

#include <ranges>

#include "scenarios/text/words.h"

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
  for (const Reproduction* r : kReproductions)
    if (r->name == name) return *r;
  throw InputError(
      {}, "",
      {.what = text_of("no reproduction '", name, "'"),
       .nearest = nearest_of(name, std::views::transform(kReproductions, &Reproduction::name))},
      "", "orrery reproduce --list shows all");
}

}  // namespace orrery
