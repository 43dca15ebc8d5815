#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

/// Numbers from a file: whole numbers 0 .. 2^63 - 1, one on a line or several with commas between
/// them. Empty lines and what follows '#' are left out.
namespace orrery::inline text {

struct NumberFile {
  std::string name;  ///< for errors
  std::vector<std::int64_t> numbers;
  std::vector<int> lines;  ///< of each number, from 1
};

/// Reads the numbers of a file. THROWS ValueError (errors.h) with file, line and expected value for
/// text in place of a number, negative numbers, numbers of 2^63 or more, and a file without
/// numbers. `noun` is the meaning of a number ("size"), `expected` what errors expect in its place.
NumberFile read_numbers(const std::filesystem::path& path, std::string_view noun,
                        std::string expected = {});

/// Reads numbers from a stream; `name` is for errors.
NumberFile read_numbers(std::istream& in, const std::string& name, std::string_view noun,
                        std::string expected = {});

/// Returns a word of a file in quotes for an error, if it is short and of letters, digits and signs
/// of numbers: it may be a slip. Returns "a word" otherwise: the file may be another one, such as
/// /etc/shadow, whose contents are nothing for a message.
inline std::string shown_word(std::string_view word) {
  constexpr std::size_t kLongest = 16;
  const bool is_slip =
      word.size() <= kLongest && std::ranges::all_of(word, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               std::string_view("0123456789.+-_ ").find(c) != std::string_view::npos;
      });
  return is_slip ? "'" + std::string(word) + "'" : "a word";
}

}  // namespace orrery::inline text
