#include "scenarios/text/given_items.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "emu/base/quantity.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/words.h"

namespace orrery::inline text {

std::vector<GivenItem> given_items(std::string_view text, std::string_view example) {
  std::vector<GivenItem> items;
  for (const std::string_view item : split(text, ';')) {
    const std::size_t equals = item.find('=');
    const GivenItem given{trimmed(item.substr(0, equals)),
                          equals == std::string_view::npos ? "" : trimmed(item.substr(equals + 1))};
    if (given.who.empty() || given.what.empty())
      throw ValueError(
          {fmt::format("'{}' lacks a name or a value", item), fmt::format("such as {}", example)});
    items.push_back(given);
  }
  return items;
}

bool is_share(std::string_view text) {
  return text.ends_with('%');
}

double parse_share(std::string_view text) {
  const auto percent = plain_number(text.substr(0, text.size() - 1));
  if (!percent || *percent <= 0 || *percent > 100)
    throw ValueError({fmt::format("'{}' is not a share", text), "more than 0% and at most 100%"});
  return *percent / 100;
}

double parse_factor(std::string_view text, double least, double most) {
  const auto value = plain_number(text);
  if (!value || *value < least || *value > most)
    throw ValueError({fmt::format("'{}' is not a valid factor", text),
                      fmt::format("a number from {:g} to {:g}", least, most)});
  return *value;
}

std::vector<std::int64_t> chosen_share(double share, std::int64_t n, std::uint64_t seed,
                                       Purpose purpose) {
  const auto count = std::clamp<std::int64_t>(std::llround(share * static_cast<double>(n)), 1, n);
  std::vector<std::int64_t> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  const auto lot = [&](std::int64_t i) {
    return std::pair(drawn(seed, purpose, static_cast<std::uint64_t>(i)), i);
  };
  std::ranges::nth_element(all, all.begin() + count, {}, lot);
  all.resize(static_cast<std::size_t>(count));
  std::ranges::sort(all);
  return all;
}

}  // namespace orrery::inline text
