#include "scenarios/spec/block_rule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "algorithms/common/arithmetic.h"
#include "emu/base/quantity.h"
#include "scenarios/text/errors.h"

namespace orrery::inline spec {

int BlockRule::blocks(const Problem& x) const {
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  const std::int64_t most = std::clamp<std::int64_t>(x.count, 1, kMost);
  const auto m = static_cast<double>(x.bytes().count());
  const int q = ceil_log2(x.p);
  if (m == 0 || q == 0) return 1;
  if (letter == 'G')
    return static_cast<int>(std::clamp(std::sqrt(m * q) / factor, 1.0, static_cast<double>(most)));
  const double size = std::max(1.0, std::floor(factor * std::sqrt(m / q) / x.element_bytes));
  const double blocks = std::ceil(static_cast<double>(x.count) / size);
  return static_cast<int>(std::min(blocks, static_cast<double>(most)));
}

std::string BlockRule::text() const {
  return fmt::format("{}={}", letter, factor);
}

BlockRule read_block_rule(std::string_view text) {
  if (!text.starts_with("F=") && !text.starts_with("G=")) return {};
  const auto factor = plain_number(text.substr(2));
  if (!factor || *factor <= 0)
    throw ValueError({fmt::format("'{}' has no factor above 0", text),
                      fmt::format("{0}= and a number above 0, such as {0}={1}", text.front(),
                                  text.front() == 'F' ? 100 : 40)});
  return {text.front(), *factor};
}

}  // namespace orrery::inline spec
