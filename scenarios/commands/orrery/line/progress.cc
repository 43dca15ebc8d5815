#include "scenarios/commands/orrery/line/progress.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>

#include "emu/base/printable.h"

namespace orrery::inline commands {
namespace {

std::string duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  const auto s = static_cast<long>(seconds);
  return s < 3600 ? fmt::format("{} min {:02} s", s / 60, s % 60)
                  : fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

}  // namespace

bool is_drawable(int descriptor) {
  const char* const term = std::getenv("TERM");
  return isatty(descriptor) != 0 && (term == nullptr || std::string_view(term) != "dumb");
}

bool shows_colours(int descriptor) {
  const char* const unwanted = std::getenv("NO_COLOR");
  return is_drawable(descriptor) && (unwanted == nullptr || *unwanted == '\0');
}

Progress::Progress(std::size_t total, bool wanted, std::chrono::milliseconds between_lines)
    : total_(total) {
  if (!wanted || total == 0) return;
  painter_ = std::jthread([this, between_lines](const std::stop_token& stop) {
    is_drawable(STDERR_FILENO) ? draw_until(stop) : print_until(stop, between_lines);
  });
}

Progress::~Progress() = default;

void say_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& w : warnings) fmt::print(stderr, "orrery: warning: {}\n", printable(w));
}

void Progress::draw_until(const std::stop_token& stop) {
  constexpr int kFirstTick = 4;  // short runs draw nothing at all
  int tick = 0;
  for (; sleep(stop, std::chrono::milliseconds(50)); ++tick)
    if (tick >= kFirstTick) draw();
  if (tick > kFirstTick) std::fputs("\r\033[K", stderr);
}

void Progress::print_until(const std::stop_token& stop, std::chrono::milliseconds between_lines) {
  while (sleep(stop, between_lines))
    fmt::print(stderr, "orrery: {}\n",
               total_ == 1 ? fmt::format("running, {}", duration(seconds()))
                           : fmt::format("{} of {} runs in {}{}", done_.load(), total_,
                                         duration(seconds()), rest()));
}

bool Progress::sleep(const std::stop_token& stop, std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  stopped_.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

double Progress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

/// Returns the rate and the remaining time.
std::string Progress::rest() const {
  const std::size_t done = done_;
  if (done == 0) return {};
  const double rate = static_cast<double>(done) / seconds();
  return fmt::format("  {:.1f} runs/s  {} left", rate,
                     duration(static_cast<double>(total_ - done) / rate));
}

void Progress::draw() const {
  constexpr std::size_t kWidth = 30;
  const std::size_t done = done_;
  if (total_ == 1) {
    fmt::print(stderr, "\rrunning, {}\033[K", duration(seconds()));
    std::fflush(stderr);
    return;
  }
  std::string bar;
  for (std::size_t i = 0; i < kWidth; ++i) bar += i < kWidth * done / total_ ? "█" : "░";
  fmt::print(stderr, "\r{} {}/{}{}\033[K", bar, done, total_, rest());
  std::fflush(stderr);
}

}  // namespace orrery::inline commands
