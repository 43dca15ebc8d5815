#include "scenarios/run/plugin/kept.h"

#include <mutex>
#include <set>
#include <utility>

namespace orrery::inline run {

const std::string& kept(std::string text) {
  constexpr std::size_t kMost = 10'000, kLongest = 4096;
  static const std::string none;
  static std::mutex mutex;
  static std::set<std::string> texts;
  if (text.size() > kLongest) return none;
  const std::scoped_lock lock(mutex);
  if (texts.size() >= kMost && !texts.contains(text)) return none;
  return *texts.insert(std::move(text)).first;
}

}  // namespace orrery::inline run
