#pragma once

#include <cstdint>
#include <cstdlib>

namespace orrery {

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
class Sample {
 public:
  explicit Sample(int n) : n_(is_whole() ? 1 : n) {}
  bool takes_next() { return count_++ % n_ == 0; }

 private:
  int n_, count_ = 0;
};

}  // namespace orrery
