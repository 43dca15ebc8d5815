#pragma once

#include <random>
#include <span>
#include <string>

namespace orrery {

/// Returns `text` with one to three changes: a missing part, an additional word of `words`, a
/// missing end, another digit, another byte, or a repeated part.
inline std::string mutated(std::string text, std::span<const std::string> words,
                           std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (std::size_t n = 1 + below(3); n > 0 && !text.empty(); --n) {
    const std::size_t at = below(text.size()), length = 1 + below(12);
    switch (below(6)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, words[below(words.size())]);
        break;
      case 2:
        text.resize(at);
        break;
      case 3:
        if (const std::size_t digit = text.find_first_of("0123456789", at); digit != text.npos)
          text[digit] = static_cast<char>('0' + below(10));
        break;
      case 4:
        text[at] = static_cast<char>(random());
        break;
      default:
        text.insert(at, text.substr(below(text.size()), 8 * length));
    }
  }
  return text;
}

/// Returns `text` with one to `most` changes: any other byte, a part gone, or a part of it a second time.
inline std::string scrambled(std::string text, std::size_t most, std::mt19937_64& random) {
  for (std::size_t n = 1 + random() % most; n > 0 && !text.empty(); --n) {
    const std::size_t at = random() % text.size();
    const auto kind = random() % 3;
    if (kind == 0) text[at] = static_cast<char>(random() % 256);
    if (kind == 1) text.erase(at, 1 + random() % 8);
    if (kind == 2) text.insert(at, text.substr(random() % text.size(), 1 + random() % 8));
  }
  return text;
}

}  // namespace orrery
