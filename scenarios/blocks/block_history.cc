#include "scenarios/blocks/block_history.h"

#include <algorithm>

namespace orrery::inline blocks {
namespace {

/// The final blocks of every rank, with their places.
class Goal {
 public:
  explicit Goal(const RunPurpose& purpose) : purpose_(purpose) {}

  /// Returns whether these are the final data of `rank` at `element` of its vector. Fast for
  /// ascending ranks.
  bool is_met(int rank, std::int64_t element, std::int64_t logical,
              std::span<const Contributors> set) {
    if (rank != rank_) load(rank);
    for (const Piece& piece : pieces_) {
      if (element < piece.offset || element >= piece.offset + piece.count) continue;
      if (logical != piece.content.logical + element - piece.offset || set.size() != 1)
        return false;
      return set.front() ==
             Contributors{piece.content.first(), piece.content.last(purpose_.ranks), 1};
    }
    return false;
  }

 private:
  void load(int rank) {
    rank_ = rank;
    pieces_ = purpose_.after(rank);
  }

  const RunPurpose& purpose_;
  int rank_ = -1;
  std::vector<Piece> pieces_;
};

Holding cell_of(ContributorSets::Id id, std::span<const Contributors> set, bool goal) {
  if (id == ContributorSets::kUndefined) return {};
  if (id == ContributorSets::kMixed) return {BlockState::kWrong, 0};
  Holding cell;
  bool twice = false;
  for (const Contributors& run : set) {
    cell.contributions += run.last - run.first + 1;
    twice |= run.times > 1;
  }
  cell.state = twice                     ? BlockState::kWrong
               : goal                    ? BlockState::kFinal
               : cell.contributions == 1 ? BlockState::kHeld
                                         : BlockState::kPartial;
  return cell;
}

}  // namespace

/// A block enters a place in a rank's buffers, or leaves it because it is overwritten.
struct BlockHistory::Step {
  std::size_t cell = 0;
  Time time{0};
  std::uint32_t buffer = 0;
  ContributorSets::Id contributors = ContributorSets::kUndefined;
  std::int64_t element = 0;  ///< of the buffer, where the block begins
  bool comes = true;
};

/// Returns the rank that owns the buffer; -1 for one that does not count. A buffer for addends
/// counts only when they have been added.
int BlockHistory::rank_of(const Contents& contents, std::uint32_t buffer, bool reduces) const {
  if (buffer < static_cast<std::uint32_t>(ranks_)) return static_cast<int>(buffer);
  const auto owner = contents.owners.find(buffer);
  return reduces || owner == contents.owners.end() ? -1 : owner->second;
}

std::vector<BlockHistory::Step> BlockHistory::steps_of(const Contents& contents,
                                                       const BlockTable& blocks,
                                                       bool reduces) const {
  std::vector<Step> steps;
  BufferContents now;
  for (const ContentEvent& e : contents.events) {
    const int rank = rank_of(contents, e.buffer, reduces);
    if (rank < 0) continue;
    const auto add = [&](const BufferContents::Part& part, bool comes) {
      if (part.contributors == ContributorSets::kUndefined) return;
      const int first = blocks.from(part.logical);
      const int end = std::min(blocks.from(part.logical + part.elements), blocks.count());
      for (int c = (first + step_ - 1) / step_; c < columns_ && block(c) < end; ++c)
        steps.push_back({cell(rank, c), e.time, e.buffer, part.contributors,
                         part.element + blocks.begin(block(c)) - part.logical, comes});
    };
    for (const auto& part : now.read(e.buffer, e.element, e.elements)) add(part, false);
    add({e.element, e.elements, e.logical, e.contributors}, true);
    now.write(e);
  }
  // By cell; the steps of a cell stay in the order of time.
  std::ranges::stable_sort(steps, {}, &Step::cell);
  return steps;
}

namespace {

/// The places where a rank has one block.
class Copies {
 public:
  struct Copy {
    std::uint32_t buffer = 0;
    std::int64_t element = 0;
    ContributorSets::Id contributors = ContributorSets::kUndefined;
    Holding cell;
  };

  void add(const Copy& copy) { all_.push_back(copy); }
  void remove(std::uint32_t buffer, std::int64_t element) {
    std::erase_if(all_, [&](const Copy& c) { return c.buffer == buffer && c.element == element; });
  }
  /// Returns the copy that counts: a wrong one, a final one, or else the latest.
  Copy best() const {
    Copy best;
    for (const Copy& copy : all_)
      if (rank_of(copy.cell.state) >= rank_of(best.cell.state)) best = copy;
    return best;
  }

 private:
  static int rank_of(BlockState state) {
    return state == BlockState::kWrong    ? 3
           : state == BlockState::kFinal  ? 2
           : state == BlockState::kAbsent ? 0
                                          : 1;
  }
  std::vector<Copy> all_;
};

}  // namespace

BlockHistory::BlockHistory(const Contents& contents, const BlockTable& blocks,
                           const RunPurpose& purpose, std::int64_t most_cells)
    : ranks_(purpose.ranks), sets_(contents.cargo.sets) {
  const std::int64_t most = std::max<std::int64_t>(most_cells / ranks_, 1);
  step_ = static_cast<int>(std::max<std::int64_t>((blocks.count() + most - 1) / most, 1));
  columns_ = (blocks.count() + step_ - 1) / step_;
  keep(steps_of(contents, blocks, purpose.reduces), blocks, purpose);
}

void BlockHistory::keep(const std::vector<Step>& steps, const BlockTable& blocks,
                        const RunPurpose& purpose) {
  Goal goal(purpose);
  const auto cell_of_step = [&](const Step& s) {
    const auto id = static_cast<std::size_t>(s.contributors);
    const std::span<const Contributors> set = id < sets_.size()
                                                  ? std::span<const Contributors>(sets_[id])
                                                  : std::span<const Contributors>();
    const int rank = static_cast<int>(s.cell / static_cast<std::size_t>(columns_));
    const int column = static_cast<int>(s.cell % static_cast<std::size_t>(columns_));
    const bool met = s.buffer == static_cast<std::uint32_t>(rank) &&
                     goal.is_met(rank, s.element, blocks.begin(block(column)), set);
    return cell_of(s.contributors, set, met);
  };
  offsets_.assign(cell(ranks_, 0) + 1, 0);
  for (auto step = steps.begin(); step != steps.end();) {
    const std::size_t begin = changes_.size(), at = step->cell;
    Copies copies;
    for (; step != steps.end() && step->cell == at; ++step) {
      if (step->comes)
        copies.add({step->buffer, step->element, step->contributors, cell_of_step(*step)});
      else
        copies.remove(step->buffer, step->element);
      const Copies::Copy best = copies.best();
      if (changes_.size() > begin && changes_.back().time == step->time) changes_.pop_back();
      const Change change{step->time, best.contributors, best.cell};
      const bool same = changes_.size() > begin && changes_.back().cell == change.cell &&
                        changes_.back().contributors == change.contributors;
      if (!same) changes_.push_back(change);
    }
    offsets_[at + 1] = changes_.size() - begin;
  }
  for (std::size_t i = 1; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
}

const BlockHistory::Change* BlockHistory::last(std::size_t cell, Time t) const {
  const auto begin = changes_.begin() + static_cast<std::ptrdiff_t>(offsets_[cell]);
  const auto end = changes_.begin() + static_cast<std::ptrdiff_t>(offsets_[cell + 1]);
  const auto past =
      std::upper_bound(begin, end, t, [](Time when, const Change& c) { return when < c.time; });
  return past == begin ? nullptr : &*(past - 1);
}

Holding BlockHistory::at(int rank, int column, Time t) const {
  const Change* change = last(cell(rank, column), t);
  return change == nullptr ? Holding{} : change->cell;
}

bool BlockHistory::changes(int rank, int column, Time begin, Time end) const {
  return last(cell(rank, column), begin) != last(cell(rank, column), end);
}

std::optional<Time> BlockHistory::since(int rank, int column, Time t) const {
  const Change* change = last(cell(rank, column), t);
  if (change == nullptr || change->time <= Time{0}) return std::nullopt;
  return change->time;
}

std::span<const Contributors> BlockHistory::contributors(int rank, int column, Time t) const {
  const Change* change = last(cell(rank, column), t);
  const auto id = change == nullptr ? sets_.size() : static_cast<std::size_t>(change->contributors);
  return id < sets_.size() ? std::span<const Contributors>(sets_[id])
                           : std::span<const Contributors>();
}

}  // namespace orrery::inline blocks
