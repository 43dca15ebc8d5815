#pragma once

#include <string_view>

#include "algorithms/levels/levels.h"

/// Algorithms that are put together from others, each run by a part of the ranks. Their names are those of the
/// catalogue's entries that have a form, with the parts in parentheses: `hierarchical(intra=ring, inter=swing)`. A part
/// is named by its level, `intra` or `inter`, by its collective (`reduce=binomial`), or by its place (the first is
/// `intra`, the second `inter`, one alone both); it is any algorithm of the catalogue, or a composition itself, which
/// sees the coarser groups. What is named by its level is for all parts there that have such an algorithm, and at least
/// one must.
namespace orrery {

/// Whether it is to be read as a composition: it has parentheses.
bool is_composition(std::string_view name);

/// The composition, which stays for ever. `hierarchical` is what leaders do where the named parts fit there, and
/// otherwise `full-lane`; `leader` is the former only. THROWS std::invalid_argument naming the part that is wrong.
const Algorithm& composed(std::string_view collective, std::string_view name);

/// The catalogue's entry whose form a composition has; otherwise `a` itself.
const Algorithm& entry_of(const Algorithm& a);

/// The composition that the entry of a form stands for.
inline const Algorithm& standard(const LevelForm& form, const Problem& x) {
  return composed(form.collective,
                  form.standard_for == nullptr ? form.standard : form.standard_for(x));
}

/// A catalogue's entry that stands for a composition of standard parts.
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

}  // namespace orrery
