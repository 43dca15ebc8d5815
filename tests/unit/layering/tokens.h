#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Splits declarations without comments and texts (see bare_code) into words and signs.
namespace orrery::testing {

using Texts = std::vector<std::string>;

/// Returns the words and signs of `text`; "::" is one sign.
Texts tokens_of(std::string_view text);
/// Returns the tokens with blanks between words only: "const std::string&".
std::string joined(const Texts& tokens);
/// Returns the first of `signs` that stands in no bracket, or the end.
std::size_t find_outside(std::string_view text, std::string_view signs, std::size_t from = 0);
/// Returns the text in the brackets that open at `open`.
std::string_view within(std::string_view text, std::size_t open);
/// Returns what commas part that stand in no bracket.
std::vector<std::string_view> parts_of(std::string_view list);

}  // namespace orrery::testing
