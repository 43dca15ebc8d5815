#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/run/runner.h"
#include "scenarios/text/translation.h"

namespace orrery::inline report {

/// One of the three deficiencies of a run (De Sensi et al., NSDI 2024, Eq. 1), in words and as a number >= 1.
struct DeficiencyWords {
  std::string_view letter;  ///< "Λ"
  std::string name;         ///< "latency deficiency"
  std::string sentence;     ///< "12 rounds where 6 would do"
  double value = 1;         ///< 1 is optimal
};

/// Returns all texts of deficiencies in English, with {} for values.
std::span<const std::string_view> deficiency_texts();

/// Returns Λ, Ψ and Ξ in this order; Λ alone where no bytes are sent. REQUIRES is_measured().
std::vector<DeficiencyWords> deficiency_words(const RunResult& result,
                                              const Translate& translate = {});

/// Returns "221.5 us, 3.1 times as long as without contention"; the time alone if the time without
/// contention is unknown. REQUIRES is_measured().
std::string headline_of(const RunResult& result, const Translate& translate = {});

}  // namespace orrery::inline report
