#pragma once

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace orrery {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Returns a number from the environment, such as ORRERY_FUZZ_SEED.
inline std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Returns whether the default suite runs (sample), or the label slow, which sets ORRERY_WHOLE.
inline bool is_whole() {
  return setting("ORRERY_WHOLE", 0) > 0;
}

/// Selects one of every `n` cases in the default suite, beginning with the first, and every case
/// with the label slow.
class Sampler {
 public:
  explicit Sampler(int n) : n_(is_whole() ? 1 : n) {}
  bool takes_next() { return count_++ % n_ == 0; }

 private:
  int n_, count_ = 0;
};

/// Returns one of every `n` elements in the default suite, and every element with the label slow. Where it begins depends
/// on the test's name; each call in a test begins one later.
template <class Range>
auto some_of(const Range& all, int n) {
  static const ::testing::TestInfo* last = nullptr;
  static int call = 0;
  const ::testing::TestInfo* const test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string_view name = test->name();
  if (std::exchange(last, test) != test) call = std::accumulate(name.begin(), name.end(), 0);
  const int first = call++;
  std::vector<std::iter_value_t<decltype(std::begin(all))>> chosen;
  for (int i = 0; const auto& element : all)
    if (is_whole() || (i++ + first) % n == 0) chosen.push_back(element);
  return chosen;
}

/// Returns the elements with one of the names in the default suite, and every element with the label slow.
template <class Named>
std::vector<Named> typical_of(std::vector<Named> all, const std::set<std::string>& names) {
  if (!is_whole()) std::erase_if(all, [&](const Named& x) { return !names.contains(x.name); });
  return all;
}

}  // namespace orrery
