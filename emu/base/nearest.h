#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "emu/base/check.h"

/// "Did you mean": the known word nearest to a typed one, the question about it, and lists of
/// words.
namespace orrery::inline base {

/// Returns the fewest edits that turn `a` into `b`: insert, delete or replace a character, or swap
/// two neighbours (no character is edited twice: optimal string alignment). Ignores case. O(|a|
/// |b|).
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  };
  // Rows i-2, i-1 and i of the table whose entry (i, j) is the distance of the first i and j
  // characters.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

/// Returns whether `part` is one of the parts of `whole` between hyphens: "h100" of "dgx-h100".
inline bool is_part_of(std::string_view part, std::string_view whole) {
  while (true) {
    const std::size_t end = std::min(whole.find('-'), whole.size());
    if (whole.substr(0, end) == part) return true;
    if (end == whole.size()) return false;
    whole.remove_prefix(end + 1);
  }
}

/// Returns the candidate that `word` probably meant: the one at the smallest edit distance (among
/// equals one that begins with it, or the first), or else the first that has it as a part. Returns
/// "" if the word is a candidate, or if all are too far for a typing error: more than a quarter of
/// the longer word's letters plus one edit, or nothing in common. Words of one letter have no near
/// ones. `candidates` is any range of elements that convert to std::string_view.
template <class Range>
std::string nearest_of(std::string_view word, const Range& candidates) {
  constexpr std::size_t kLongest = 80;  // longer words are not typing errors
  constexpr std::size_t kLeastPart = 3;
  const std::size_t letters = word.size() - std::min(word.find_first_not_of('-'), word.size());
  if (letters < 2 || word.size() > kLongest) return {};
  std::string best, whole;
  std::size_t best_distance = 0;
  for (const auto& element : candidates) {
    const std::string_view candidate(element);
    if (whole.empty() && letters >= kLeastPart && is_part_of(word, candidate)) whole = candidate;
    const std::size_t longer = std::max(word.size(), candidate.size());
    const std::size_t distance = edit_distance(word, candidate);
    const bool begins = letters >= kLeastPart && candidate.starts_with(word);
    if (distance > 1 + longer / 4 && !begins) continue;
    if (distance >= longer || (!best.empty() && distance >= best_distance + (begins ? 1 : 0)))
      continue;
    best = candidate;
    best_distance = distance;
  }
  if (best == word) return {};
  return best.empty() ? whole : best;
}

/// Returns "; did you mean 'ring'?", or "" if `near` is empty.
inline std::string did_you_mean(std::string_view near) {
  return near.empty() ? std::string() : text_of("; did you mean '", near, "'?");
}

/// Returns the hint for a word that is not among `candidates`.
template <class Range>
std::string did_you_mean(std::string_view word, const Range& candidates) {
  return did_you_mean(nearest_of(word, candidates));
}

/// Returns "a, b or c".
template <class Range>
std::string one_of(const Range& words) {
  std::string text;
  std::size_t i = 0;
  for (const auto& word : words)
    text += text_of(i == 0 ? "" : i + 1 == std::size(words) ? " or " : ", ", word), ++i;
  return text;
}

/// Throws std::invalid_argument: "operator 'smu' is unknown; expected sum or min; did you mean 'sum'?".
template <class Range>
[[noreturn]] void throw_unknown(std::string_view kind, std::string_view word, const Range& known) {
  throw std::invalid_argument(text_of(kind, " '", word, "' is unknown; expected ", one_of(known),
                                      did_you_mean(word, known)));
}

}  // namespace orrery::inline base
