#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scenarios/blocks/block_table.h"

namespace orrery {

/// What a rank holds of a block.
enum class BlockState : std::uint8_t {
  kAbsent,
  kHeld,     ///< one rank's contribution, not what this rank is to end with
  kPartial,  ///< a reduction that still lacks contributions
  kFinal,    ///< what this rank is to end with
  kWrong     ///< something counted twice, or a reduction of elements that do not belong together
};

struct Holding {
  BlockState state = BlockState::kAbsent;
  int contributions = 0;  ///< number of ranks that contributed
  friend bool operator==(const Holding&, const Holding&) = default;
};

/// The matrix rank x block at any time. A rank holds a block wherever it has it: in its vector or, where
/// data are only moved, in a buffer of its own. Immutable: safe to share between threads.
class BlockHistory {
 public:
  /// With more than `most_cells` cells only every n-th block is kept, so that as many remain.
  BlockHistory(const Contents& contents, const BlockTable& blocks, const RunPurpose& purpose,
               std::int64_t most_cells = 2'000'000);
  BlockHistory(const Contents& contents, const BlockTable& blocks, const Collective& collective,
               const Problem& problem, std::int64_t most_cells = 2'000'000)
      : BlockHistory(contents, blocks, purpose_of(collective, problem), most_cells) {}

  int ranks() const { return ranks_; }
  int columns() const { return columns_; }
  /// Block of a column: every step()-th.
  int block(int column) const { return column * step_; }
  int step() const { return step_; }
  /// Column of a block, or -1 where it was left out.
  int column_of(int block) const { return block >= 0 && block % step_ == 0 ? block / step_ : -1; }

  /// Also answers for times before and after the run.
  Holding at(int rank, int column, Time t) const;
  /// Whether it changes after `begin`, at `end` at the latest.
  bool changes(int rank, int column, Time begin, Time end) const;
  /// When it became what it is at t; nothing if it has been so from the start.
  std::optional<Time> since(int rank, int column, Time t) const;
  /// Whose contributions it is made of; none of what is absent or mixed up.
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

}  // namespace orrery
