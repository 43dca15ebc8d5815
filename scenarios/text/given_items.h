#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "emu/base/random.h"

/// Lists such as "3=2;8-11=1.5;10%=4", which give values to some of many things.
namespace orrery::inline text {

/// An item of such a list: the things it names, and their value.
struct GivenItem {
  std::string_view who;
  std::string_view what;
};

/// Returns the items of a list; `example` shows one. THROWS ValueError unless each has the form
/// NAME=VALUE with both parts. The parts point into `text`.
std::vector<GivenItem> given_items(std::string_view text, std::string_view example);

/// Reads a share such as "12.5%", as 0.125. THROWS ValueError unless it is more than 0 % and at
/// most 100 %.
double parse_share(std::string_view text);
bool is_share(std::string_view text);

/// Reads a number such as "1.5", from `least` to `most`. THROWS ValueError.
double parse_factor(std::string_view text, double least, double most);

/// Chooses that share of 0 .. n-1 by the seed, rounded to a whole number and at least one;
/// ascending.
std::vector<std::int64_t> chosen_share(double share, std::int64_t n, std::uint64_t seed,
                                       Purpose purpose);

}  // namespace orrery::inline text
