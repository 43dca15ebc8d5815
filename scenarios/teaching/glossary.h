#pragma once

#include <span>
#include <string>
#include <string_view>

namespace orrery::teaching {

/// A word of the field. Empty texts: there is none.
struct Term {
  std::string_view word;    ///< "max-min fair share"
  std::string_view others;  ///< other words that find it, with blanks between them: "alpha latency"
  std::string_view meaning;   ///< one sentence
  std::string_view formula;   ///< or the key that sets it
  std::string_view source;    ///< paper and place
  std::string_view scenario;  ///< a built-in one that shows it
};

/// All terms, in the order in which one builds on another.
std::span<const Term> glossary();

/// The term of a word, in any case. THROWS InputError naming the nearest.
const Term& find_term(std::string_view word);

/// Returns the term as lines for a terminal.
std::string text_of_term(const Term& term);

}  // namespace orrery::teaching
