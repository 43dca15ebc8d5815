#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/algorithm.h"

namespace orrery {

/// What there is to know of an algorithm, by name of the fact: summary, letters, rounds, sent, time, ranks (that it
/// can work with), order (of reduction), reproducible (where sums that round leave the same bits), keys (of its own),
/// reference, run by (the libraries that have it). Letters, rounds and what is sent are those of the beginning of its
/// source. Facts that nothing is known of are empty.
using AlgorithmCard = std::vector<std::pair<std::string_view, std::string>>;
AlgorithmCard card_of(const Algorithm& a);

/// Cards as text, one after the other.
std::string cards_text(const std::vector<const Algorithm*>& algorithms);

/// Those of this name, of any collective; or `collective name` alone. Empty if there is none.
std::vector<const Algorithm*> algorithms_named(std::string_view name);

}  // namespace orrery
