#include "scenarios/commands/orrery/progress.h"

#include <cstdio>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

namespace orrery {
namespace {

std::string duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  const auto s = static_cast<long>(seconds);
  return s < 3600 ? fmt::format("{} min {:02} s", s / 60, s % 60)
                  : fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

}  // namespace

Progress::Progress(std::size_t total, bool wanted) : total_(total) {
  if (!wanted || total == 0 || isatty(STDERR_FILENO) == 0) return;
  painter_ = std::jthread([this](const std::stop_token& stop) {
    // Short runs draw nothing at all.
    for (int tick = 0; !stop.stop_requested(); ++tick) {
      if (tick >= 5) draw();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    std::fputs("\r\033[K", stderr);
  });
}

Progress::~Progress() = default;

void Progress::draw() const {
  constexpr std::size_t kWidth = 30;
  const std::size_t done = done_;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  if (total_ == 1) {
    fmt::print(stderr, "\rrunning, {}\033[K", duration(seconds));
    std::fflush(stderr);
    return;
  }
  std::string bar;
  for (std::size_t i = 0; i < kWidth; ++i) bar += i < kWidth * done / total_ ? "█" : "░";
  std::string rest;
  if (done > 0) {
    const double rate = static_cast<double>(done) / seconds;
    rest = fmt::format("  {:.1f} runs/s  {} left", rate,
                       duration(static_cast<double>(total_ - done) / rate));
  }
  fmt::print(stderr, "\r{} {}/{}{}\033[K", bar, done, total_, rest);
  std::fflush(stderr);
}

}  // namespace orrery
