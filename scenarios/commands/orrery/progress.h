#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>

namespace orrery {

/// A bar on stderr: done/total, rate and the time that is left; for a single run the time it has
/// taken. A thread of its own redraws it. Draws nothing unless stderr is a terminal; wipes itself
/// away at the end.
class Progress {
 public:
  Progress(std::size_t total, bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done) { done_ = done; }

 private:
  using Clock = std::chrono::steady_clock;
  void draw() const;

  std::size_t total_;
  std::atomic<std::size_t> done_ = 0;
  Clock::time_point start_ = Clock::now();
  std::jthread painter_;  // last: it uses the others
};

}  // namespace orrery
