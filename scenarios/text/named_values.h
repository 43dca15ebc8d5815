#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "emu/net/network.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

/// Values as text: words that stand for values, integers, lists, values by size.
namespace orrery::inline text {

constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();

/// A word for a value.
template <class Value>
struct Named {
  std::string_view word;
  Value value;
  std::string_view meaning{};  ///< empty: another word for a value that has one
};

/// Returns an error for a word that is not in `words`.
inline ValueError unknown(std::string_view text, std::string expected,
                          std::span<const std::string_view> words) {
  return ValueError(
      {fmt::format("'{}' is unknown", text), std::move(expected), nearest_of(text, words)});
}

/// Returns the value that goes with a word. THROWS naming all words, what `more` adds, and the nearest.
template <class Value, std::size_t N>
Value choose(std::string_view text, const std::array<Named<Value>, N>& choices,
             std::string_view more = {}) {
  std::array<std::string_view, N> words;
  for (std::size_t i = 0; i < N; ++i) {
    words[i] = choices[i].word;
    if (words[i] == text) return choices[i].value;
  }
  throw unknown(text, one_of(words).append(more), words);
}

template <class Value, std::size_t N>
std::string word_for(const Value& value, const std::array<Named<Value>, N>& choices) {
  for (const Named<Value>& choice : choices)
    if (choice.value == value) return std::string(choice.word);
  return {};
}

inline int parse_int(std::string_view text, std::int64_t min) {
  return static_cast<int>(parse_integer(text, min, kMaxInt));
}

/// Returns the items after "list:".
inline std::vector<std::string_view> list_items(std::string_view text) {
  return split(text.substr(5), ',');
}

/// Reads "list:16KiB=4us,128KiB=12us": the sizes from which values hold.
template <class Value>
BySize<Value> parse_by_size(std::string_view text, Value (*parse)(std::string_view)) {
  BySize<Value> result;
  if (text == "none") return result;
  for (const std::string_view item :
       text.starts_with("list:") ? list_items(text) : std::vector{text}) {
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos)
      throw ValueError(
          {fmt::format("'{}' has no =", item), "a size and a value, such as 16KiB=4us"});
    const Bytes from = parse_bytes(trimmed(item.substr(0, equals)));
    if (!result.steps.empty() && from <= result.steps.back().from)
      throw ValueError(
          {fmt::format("{} comes after {}", size_text(from), size_text(result.steps.back().from)),
           "sizes in ascending order, each once"});
    result.steps.push_back({from, parse(trimmed(item.substr(equals + 1)))});
  }
  return result;
}

template <class Value>
std::string by_size_text(const BySize<Value>& by_size, std::string (*text)(Value)) {
  if (by_size.steps.empty()) return "none";
  std::string list = "list:";
  for (const auto& [from, value] : by_size.steps)
    list += fmt::format("{}{}={}", list.back() == ':' ? "" : ",", size_text(from), text(value));
  return list;
}

/// Returns the number as text, "auto" for 0.
inline std::string auto_or_number(int n) {
  return n == 0 ? std::string("auto") : fmt::format("{}", n);
}

}  // namespace orrery::inline text
