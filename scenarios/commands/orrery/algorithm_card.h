#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/algorithm.h"

namespace orrery::inline commands {

/// Facts on an algorithm, by name: summary, letters, rounds, sent, time, ranks (that it supports),
/// order (of reduction), reproducible (whether rounded sums have the same bits), keys (of its own),
/// reference, run by (the libraries that have it). Letters, rounds and sent are from the comment
/// that begins its source. Unknown facts are empty.
using AlgorithmCard = std::vector<std::pair<std::string_view, std::string>>;
AlgorithmCard card_of(const Algorithm& a);

/// Returns cards as text, one after the other.
std::string cards_text(const std::vector<const Algorithm*>& algorithms);

/// Returns the algorithms of this name, of any collective; or those of a collective, or
/// `collective name` alone. Empty if there are none.
std::vector<const Algorithm*> algorithms_named(std::string_view name);

}  // namespace orrery::inline commands
