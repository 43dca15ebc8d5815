#pragma once

#include <string_view>

#include "algorithms/levels/levels.h"

/// Algorithms composed of others, each run by a part of the ranks. Their names are those of the
/// catalogue's entries that have a form, with the parts in parentheses: `hierarchical(intra=ring,
/// inter=swing)`. A part is named by its level, `intra` or `inter`, by its collective
/// (`reduce=binomial`), or by its position (the first is `intra`, the second `inter`, a single one
/// both); it is any algorithm of the catalogue, or a composition itself, which uses the coarser
/// groups. A part named by its level applies to all roles there that have such an algorithm, at
/// least one.
namespace orrery::inline algorithms {

/// Returns whether the name is read as a composition: it has parentheses.
bool is_composition(std::string_view name);

/// Returns the composition, which lives forever. `hierarchical` is the leaders' form if the named
/// parts fit there, and otherwise `full-lane`; `leader` is the former only. THROWS
/// std::invalid_argument naming the wrong part.
const Algorithm& composed(std::string_view collective, std::string_view name);

/// Returns the catalogue's entry whose form a composition has; otherwise `a` itself.
const Algorithm& entry_of(const Algorithm& a);

/// Returns the composition that runs for the entry of a form.
inline const Algorithm& standard(const LevelForm& form, const Problem& x) {
  return composed(form.collective,
                  form.standard_for == nullptr ? form.standard : form.standard_for(x));
}

/// Returns a catalogue's entry for a composition of standard parts.
template <const LevelForm& kForm>
constexpr Algorithm composition(Algorithm a) {
  a.form = &kForm;
  a.collective = kForm.collective;
  a.grouped = kForm.grouped;
  a.choice = [](const Problem& x) -> const Algorithm& { return standard(kForm, x); };
  a.formula_if = "in words";
  a.at_most = true;
  a.rounds = [](const Problem& x) { return standard(kForm, x).rounds(x); };
  a.bytes_total = [](const Problem& x) { return standard(kForm, x).bytes_total(x); };
  a.bytes_max_rank = [](const Problem& x) { return standard(kForm, x).bytes_max_rank(x); };
  a.time = [](const Problem& x) { return standard(kForm, x).time(x); };
  a.unsupported = [](const Problem& x) { return refusal(standard(kForm, x), x); };
  return a;
}

}  // namespace orrery::inline algorithms
