#include "viz/model/index/block_history.h"

#include <algorithm>

#include <QStringList>

#include "viz/model/text/words.h"

namespace orrery::viz {
namespace {

/// What every rank is to end with, for the first element of each block.
class Goal {
 public:
  Goal(const BlockHistory& history, const BlockTable& blocks, const Collective& collective,
       const Problem& problem)
      : history_(history), blocks_(blocks), collective_(collective), problem_(problem) {}

  /// Whether this is what `rank` is to hold in `column`. Ascending ranks are asked for quickly.
  bool isMet(int rank, int column, std::int64_t logical, std::span<const Contributors> set) {
    if (rank != rank_) load(rank);
    const std::int64_t element = blocks_.begin(history_.block(column));
    for (const Piece& piece : pieces_) {
      if (element < piece.offset || element >= piece.offset + piece.count) continue;
      if (logical != piece.content.logical + element - piece.offset || set.size() != 1)
        return false;
      const int who = piece.content.contributor;
      const Contributors wanted =
          who == kEveryRank ? Contributors{0, problem_.p - 1, 1} : Contributors{who, who, 1};
      return set.front() == wanted;
    }
    return false;
  }

 private:
  void load(int rank) {
    rank_ = rank;
    pieces_ = collective_.after(problem_, rank);
  }

  const BlockHistory& history_;
  const BlockTable& blocks_;
  const Collective& collective_;
  const Problem& problem_;
  int rank_ = -1;
  std::vector<Piece> pieces_;
};

Cell cellOf(ContributorSets::Id id, std::span<const Contributors> set, bool goal) {
  if (id == ContributorSets::kUndefined) return {};
  if (id == ContributorSets::kMixed) return {BlockState::kWrong, 0};
  Cell cell;
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

template <class F>
void BlockHistory::forEachCell(const Contents& contents, const BlockTable& blocks, F&& f) const {
  for (const ContentEvent& e : contents.events) {
    if (e.buffer >= static_cast<std::uint32_t>(ranks_)) continue;  // no rank's vector
    const int first = blocks.from(e.element);
    const int end = std::min(blocks.from(e.element + e.elements), blocks.count());
    for (int c = (first + step_ - 1) / step_; c < columns_ && block(c) < end; ++c) {
      f(cell(static_cast<int>(e.buffer), c), c, e);
    }
  }
}

BlockHistory::BlockHistory(const Contents& contents, const BlockTable& blocks,
                           const Collective& collective, const Problem& problem,
                           std::int64_t most_cells)
    : ranks_(problem.p), sets_(contents.sets) {
  const std::int64_t most = std::max<std::int64_t>(most_cells / ranks_, 1);
  step_ = static_cast<int>(std::max<std::int64_t>((blocks.count() + most - 1) / most, 1));
  columns_ = (blocks.count() + step_ - 1) / step_;
  // A counting sort by cell, stable: the changes of a cell stay in the order of time.
  offsets_.assign(cell(ranks_, 0) + 1, 0);
  forEachCell(contents, blocks,
              [this](std::size_t cell, int, const ContentEvent&) { ++offsets_[cell + 1]; });
  for (std::size_t i = 1; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
  changes_.resize(offsets_.back());
  std::vector<std::size_t> next(offsets_.begin(), offsets_.end() - 1);
  std::vector<std::int64_t> logical(changes_.size());
  forEachCell(contents, blocks, [&](std::size_t cell, int column, const ContentEvent& e) {
    logical[next[cell]] = e.logical + blocks.begin(block(column)) - e.element;
    changes_[next[cell]++] = {e.time, e.contributors, {}};
  });
  Goal goal(*this, blocks, collective, problem);
  for (std::size_t c = 0; c + 1 < offsets_.size(); ++c) {
    const int rank = static_cast<int>(c / static_cast<std::size_t>(columns_));
    const int column = static_cast<int>(c % static_cast<std::size_t>(columns_));
    for (std::size_t i = offsets_[c]; i < offsets_[c + 1]; ++i) {
      const auto id = static_cast<std::size_t>(changes_[i].contributors);
      const std::span<const Contributors> set = id < sets_.size()
                                                    ? std::span<const Contributors>(sets_[id])
                                                    : std::span<const Contributors>();
      changes_[i].cell =
          cellOf(changes_[i].contributors, set, goal.isMet(rank, column, logical[i], set));
    }
  }
}

const BlockHistory::Change* BlockHistory::last(std::size_t cell, Time t) const {
  const auto begin = changes_.begin() + static_cast<std::ptrdiff_t>(offsets_[cell]);
  const auto end = changes_.begin() + static_cast<std::ptrdiff_t>(offsets_[cell + 1]);
  const auto past =
      std::upper_bound(begin, end, t, [](Time when, const Change& c) { return when < c.time; });
  return past == begin ? nullptr : &*(past - 1);
}

Cell BlockHistory::at(int rank, int column, Time t) const {
  const Change* change = last(cell(rank, column), t);
  return change == nullptr ? Cell{} : change->cell;
}

bool BlockHistory::changes(int rank, int column, Time begin, Time end) const {
  return last(cell(rank, column), begin) != last(cell(rank, column), end);
}

std::optional<Time> BlockHistory::since(int rank, int column, Time t) const {
  const Change* change = last(cell(rank, column), t);
  if (change == nullptr || change->time <= Time{0}) return std::nullopt;
  return change->time;
}

QString BlockHistory::contributorsText(int rank, int column, Time t) const {
  const Change* change = last(cell(rank, column), t);
  if (change == nullptr || change->contributors == ContributorSets::kUndefined) {
    return Words::tr("nothing");
  }
  if (change->contributors == ContributorSets::kMixed) {
    return Words::tr("elements that do not belong together");
  }
  QStringList runs;
  for (const Contributors& run : sets_[static_cast<std::size_t>(change->contributors)]) {
    QString text = run.first == run.last ? QString::number(run.first)
                                         : QStringLiteral("%1–%2").arg(run.first).arg(run.last);
    if (run.times > 1) text += Words::tr(" (%1 times)").arg(run.times);
    runs.append(text);
  }
  return runs.join(QStringLiteral(", "));
}

}  // namespace orrery::viz
