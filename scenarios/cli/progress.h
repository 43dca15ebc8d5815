#pragma once

#include <chrono>
#include <cstddef>

namespace orrery {

/// A bar on stderr: done/total, rate and the time that is left. Draws nothing unless stderr is a
/// terminal; wipes itself away at the end.
class Progress {
 public:
  Progress(std::size_t total, bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done);

 private:
  using Clock = std::chrono::steady_clock;
  std::size_t total_;
  bool enabled_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_{};
};

}  // namespace orrery
