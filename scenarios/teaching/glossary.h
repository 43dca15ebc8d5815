#pragma once

#include <span>
#include <string>
#include <string_view>

namespace orrery::teaching {

/// A word of the field. Only `others` may be empty.
struct Term {
  std::string_view word;    ///< "max-min fair share"
  std::string_view others;  ///< other words that find it, with blanks between them: "alpha latency"
  std::string_view meaning;   ///< one sentence
  std::string_view formula;   ///< or the key that sets it
  std::string_view source;    ///< paper and place
  std::string_view scenario;  ///< a built-in one that shows it
};

/// Returns all terms, in an order in which each builds on earlier ones.
std::span<const Term> glossary();

/// Finds the term of a word, in upper or lower case. THROWS InputError naming the nearest.
const Term& find_term(std::string_view word);

/// Returns the term as lines for a terminal.
std::string text_of_term(const Term& term);

}  // namespace orrery::teaching
