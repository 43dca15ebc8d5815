#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emu/net/topology.h"

namespace orrery::viz {

/// What the spectator follows through all views; -1: nothing of that kind.
struct Focus {
  int rank = -1;
  int block = -1;
  LinkId link = -1;
  std::int64_t message = -1;
  bool any() const { return rank >= 0 || block >= 0 || link >= 0 || message >= 0; }
  friend bool operator==(const Focus&, const Focus&) = default;
};

/// Ranks and links that are marked as right and wrong.
struct Marks {
  struct Things {
    std::vector<int> ranks;
    std::vector<LinkId> links;
    friend bool operator==(const Things&, const Things&) = default;
  };
  Things right, wrong;
  friend bool operator==(const Marks&, const Marks&) = default;
};

struct FinishedRun;
/// What "rank 3", "link 3 -> 4" or "block 2" names in a run that has pictures; nothing for anything else.
Focus focusNamed(const FinishedRun& run, const std::string& text);

/// The name of what is followed, as questions are answered with it: of the kind that is named ("rank",
/// "link", "block"); empty if nothing of that kind is.
std::string nameOf(const FinishedRun& run, const Focus& focus, const std::string& kind);

/// All that is followed: "rank 3, block 2"; empty: nothing. "message 17" is the one of that number in the trace.
std::string textOf(const FinishedRun& run, const Focus& focus);
/// Reads such a text. THROWS std::invalid_argument for what is not in the run. REQUIRES run.hasPicture().
Focus focusFrom(const FinishedRun& run, const std::string& text);

}  // namespace orrery::viz
