#include "scenarios/reproduce/reproduction.h"

#include <algorithm>
#include <cctype>
#include <ranges>

#include "scenarios/text/words.h"

namespace orrery::inline reproduce {

#define REPRODUCTION(name) extern const Reproduction name;
#include "reproductions.inc"
#undef REPRODUCTION

namespace {

#define REPRODUCTION(name) &(name),
const Reproduction* const kReproductions[] = {
#include "reproductions.inc"
};
#undef REPRODUCTION

/// Returns the names of reproductions whose title or source contains this word, such as "swing".
std::vector<std::string_view> names_about(std::string_view word) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  std::vector<std::string_view> names;
  for (const Reproduction* r : kReproductions)
    for (const std::string_view text : {r->title, r->source})
      if (!std::ranges::search(text, word, same).empty()) {
        names.push_back(r->name);
        break;
      }
  return names;
}

}  // namespace

std::span<const Reproduction* const> reproductions() {
  return kReproductions;
}

const Reproduction& find_reproduction(std::string_view name) {
  for (const Reproduction* r : kReproductions)
    if (r->name == name) return *r;
  throw InputError({}, "",
                   {text_of("reproduction '", name, "' is unknown"), one_of(names_about(name)),
                    nearest_of(name, std::views::transform(kReproductions, &Reproduction::name))},
                   "", "orrery reproduce --list shows all");
}

}  // namespace orrery::inline reproduce
