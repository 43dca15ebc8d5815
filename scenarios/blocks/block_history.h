#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scenarios/blocks/block_table.h"

namespace orrery::inline blocks {

/// The state of a block in a rank.
enum class BlockState : std::uint8_t {
  kAbsent,
  kHeld,     ///< one rank's contribution, not the final block of this rank
  kPartial,  ///< a reduction that still lacks contributions
  kFinal,    ///< the block that this rank must end with
  kWrong     ///< a contribution counted twice, or reduced elements that do not match
};

struct Holding {
  BlockState state = BlockState::kAbsent;
  int contributions = 0;  ///< number of ranks that contributed
  friend bool operator==(const Holding&, const Holding&) = default;
};

/// The matrix rank x block at any time. A rank holds a block that is in its vector or, if data are
/// only moved, in another buffer of its own. Immutable: safe to share between threads.
class BlockHistory {
 public:
  /// Creates the history. With more than `most_cells` cells only every n-th block is kept, so that
  /// as many remain.
  BlockHistory(const Contents& contents, const BlockTable& blocks, const RunPurpose& purpose,
               std::int64_t most_cells = 2'000'000);
  BlockHistory(const Contents& contents, const BlockTable& blocks, const Collective& collective,
               const Problem& problem, std::int64_t most_cells = 2'000'000)
      : BlockHistory(contents, blocks, purpose_of(collective, problem), most_cells) {}

  int ranks() const { return ranks_; }
  int columns() const { return columns_; }
  /// Returns the block of a column: every step()-th.
  int block(int column) const { return column * step_; }
  int step() const { return step_; }
  /// Returns the column of a block, or -1 if it was left out.
  int column_of(int block) const { return block >= 0 && block % step_ == 0 ? block / step_ : -1; }

  /// Returns the state at a time, also before and after the run.
  Holding at(int rank, int column, Time t) const;
  /// Returns whether it changes after `begin`, at `end` at the latest.
  bool changes(int rank, int column, Time begin, Time end) const;
  /// Returns whether any cell does.
  bool changes(Time begin, Time end) const {
    return std::ranges::any_of(changes_,
                               [&](const Change& c) { return begin < c.time && c.time <= end; });
  }
  /// Returns since when it has had its state at t; nothing if since the start.
  std::optional<Time> since(int rank, int column, Time t) const;
  /// Returns the ranks whose contributions it contains; none for absent or wrong ones.
  std::span<const Contributors> contributors(int rank, int column, Time t) const;

 private:
  struct Change {
    Time time{0};
    ContributorSets::Id contributors = 0;
    Holding cell;
  };
  struct Step;
  std::size_t cell(int rank, int column) const {
    return static_cast<std::size_t>(rank) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }
  int rank_of(const Contents& contents, std::uint32_t buffer, bool reduces) const;
  std::vector<Step> steps_of(const Contents& contents, const BlockTable& blocks,
                             bool reduces) const;
  void keep(const std::vector<Step>& steps, const BlockTable& blocks, const RunPurpose& purpose);
  const Change* last(std::size_t cell, Time t) const;

  int ranks_;
  int columns_ = 0;
  int step_ = 1;
  std::vector<std::size_t> offsets_;  // of each cell, into changes_
  std::vector<Change> changes_;
  std::vector<std::vector<Contributors>> sets_;
};

}  // namespace orrery::inline blocks
