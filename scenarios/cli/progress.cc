#include "scenarios/cli/progress.h"

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

Progress::Progress(std::size_t total, bool wanted)
    : total_(total), enabled_(wanted && isatty(STDERR_FILENO) != 0) {
  if (enabled_) show(0);
}

Progress::~Progress() {
  if (enabled_) std::fputs("\r\033[K", stderr);
}

void Progress::show(std::size_t done) {
  constexpr std::size_t kWidth = 30;
  const auto now = Clock::now();
  if (!enabled_ || total_ == 0 || (done < total_ && now - last_ < std::chrono::milliseconds(50)))
    return;
  last_ = now;
  const std::size_t filled = kWidth * done / total_;
  std::string bar;
  for (std::size_t i = 0; i < kWidth; ++i) bar += i < filled ? "█" : "░";
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string rest;
  if (done > 0 && seconds > 0) {
    const double rate = static_cast<double>(done) / seconds;
    rest = fmt::format("  {:.1f} runs/s  {} left", rate,
                       duration(static_cast<double>(total_ - done) / rate));
  }
  fmt::print(stderr, "\r{} {}/{}{}\033[K", bar, done, total_, rest);
  std::fflush(stderr);
}

}  // namespace orrery
