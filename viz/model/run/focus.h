#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emu/net/topology.h"

namespace orrery::viz::inline model {

/// The items that the user follows through all views; -1: none of that kind.
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
/// Returns the item that "rank 3", "link 3 -> 4" or "block 2" names in a run with pictures; nothing
/// for any other text.
Focus focusNamed(const FinishedRun& run, const std::string& text);

/// Returns the name of the followed item of a kind ("rank", "link", "block"), in the form of
/// answers to questions; empty if no item of that kind is followed.
std::string nameOf(const FinishedRun& run, const Focus& focus, const std::string& kind);

/// Returns all followed items: "rank 3, block 2"; empty: none. "message 17" has that number in the
/// trace.
std::string textOf(const FinishedRun& run, const Focus& focus);
/// Reads such a text. THROWS std::invalid_argument for items that the run does not have. REQUIRES
/// run.hasPicture().
Focus focusFrom(const FinishedRun& run, const std::string& text);

}  // namespace orrery::viz::inline model
