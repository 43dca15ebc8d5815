#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "emu/engine/world.h"

/// Running code that may crash without crashing with it.
namespace orrery {

/// What becomes of code that nobody has reason to trust.
struct TrialLimits {
  /// Processor time that one rank's program may take between two calls of its Comm.
  std::chrono::milliseconds without_a_call{10'000};
  /// Time altogether; zero: no limit.
  std::chrono::milliseconds altogether{0};
};
/// For all trials. Set it before the first.
TrialLimits& trial_limits();

/// Runs `code` in a copy of this process, which then ends, and says in words why it did not come to
/// its end: a signal with rank and round, a call of exit, an exception, a limit; with what it wrote to
/// stderr last. Nothing if it did. What the code does to this process is lost. `note` is for the
/// engine (EngineOptions::note).
std::optional<std::string> trial(const std::function<void(RankNote* note)>& code);
inline std::optional<std::string> trial(const std::function<void()>& code) {
  return trial([&](RankNote*) { code(); });
}

}  // namespace orrery
