#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace orrery::inline commands {

/// Returns whether a file descriptor is a terminal on which lines can be redrawn (TERM is not
/// "dumb").
bool is_drawable(int descriptor);
/// Returns whether it shows colours, and NO_COLOR is not set (https://no-color.org).
bool shows_colours(int descriptor);

/// Prints each to stderr: "orrery: warning: ...".
void say_warnings(const std::vector<std::string>& warnings);

/// The progress of a long command, on stderr. On a terminal a bar that is cleared at the end:
/// done/total, rate and the remaining time; for a single run the elapsed time. Elsewhere a line a
/// minute, for logs.
class Progress {
 public:
  static constexpr std::chrono::milliseconds kMinute = std::chrono::minutes(1);

  Progress(std::size_t total, bool wanted, std::chrono::milliseconds between_lines = kMinute);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done) { done_ = done; }

 private:
  using Clock = std::chrono::steady_clock;
  void draw_until(const std::stop_token& stop);
  void print_until(const std::stop_token& stop, std::chrono::milliseconds between_lines);
  /// Sleeps; returns false if it was stopped.
  bool sleep(const std::stop_token& stop, std::chrono::milliseconds time);
  void draw() const;
  std::string rest() const;
  double seconds() const;

  std::size_t total_;
  std::atomic<std::size_t> done_ = 0;
  Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::jthread painter_;  // last: it uses the others
};

}  // namespace orrery::inline commands
