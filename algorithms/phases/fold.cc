#include "algorithms/phases/fold.h"

namespace orrery::inline algorithms {

namespace {

std::vector<Participants> participants_of_lines(const Torus& torus) {
  std::vector<Participants> lines;
  lines.reserve(torus.sides().size());
  for (const int side : torus.sides()) lines.emplace_back(side);
  return lines;
}

/// Returns the sides row-major, for the constructor of Torus.
std::vector<int> counts(const std::vector<Participants>& lines) {
  std::vector<int> dims;
  dims.reserve(lines.size());
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) dims.push_back(line->count);
  return dims;
}

}  // namespace

Fold::Fold(const Torus& torus)
    : torus_(torus), lines_(participants_of_lines(torus)), participants_(counts(lines_)) {}

int Fold::rank_of(int participant) const {
  if (participants_.size() == torus_.size()) return participant;
  return torus_.rank_at(
      [&](int i) { return line(i).rank_of(participants_.coordinate(participant, i)); });
}

int Fold::participant_of(int rank) const {
  return participants_.rank_at(
      [&](int i) { return line(i).participant_of(torus_.coordinate(rank, i)); });
}

std::vector<int> Fold::stages(int first) const {
  std::vector<int> dimensions;
  for (int j = 0; j < torus_.dimensions(); ++j)
    if (const int i = (first + j) % torus_.dimensions(); line(i).extra > 0) dimensions.push_back(i);
  return dimensions;
}

int Fold::twin(int rank, int i) const {
  const int x = torus_.coordinate(rank, i);
  return x < 2 * line(i).extra ? torus_.moved(rank, i, x ^ 1) : rank;
}

void with_participants(Comm& c, Slice v, const Fold& fold, int first, int rounds,
                       const std::function<void(int, int)>& body) {
  const std::vector<int> stages = fold.stages(first);
  const int r = c.rank(), F = static_cast<int>(stages.size());
  const auto dimension = [&](int k) { return stages[static_cast<std::size_t>(k)]; };
  int k = 0;
  for (; k < F; ++k) {
    const int twin = fold.twin(r, dimension(k));
    // Ranks that are too many fold: each hands its vector to its twin, which adds it and goes on
    // for both.
    c.round(k);
    if (twin > r) {
      c.send(v, twin);
      break;
    }
    if (twin == r) continue;
    const Slice t = c.scratch(v.count());
    c.recv(t, twin);
    c.reduce_front(v, t);
  }
  if (k == F) {
    body(F, fold.participant_of(r));
    --k;
  }
  for (; k >= 0; --k) {
    const int twin = fold.twin(r, dimension(k));
    // The twin hands the finished vector back to the rank that folded.
    c.round(2 * F + rounds - 1 - k);
    if (twin > r)
      c.recv(v, twin);
    else if (twin < r)
      c.send(v, twin);
  }
}

int fold_sends(const Fold& fold, int first, int rank) {
  int sends = 0;
  for (const int i : fold.stages(first)) {
    if (fold.twin(rank, i) != rank) ++sends;  // to be folded, or to hand back
    if (fold.folded(rank, i)) break;
  }
  return sends;
}

bool participates(const Fold& fold, int rank) {
  for (const int i : fold.stages(0))
    if (fold.folded(rank, i)) return false;
  return true;
}

Time fold_time(const Fold& fold, const AlphaBetaGamma& cost, Bytes m) {
  return fold.rounds() * cost.message(m) + fold.rounds() / 2 * cost.reduction(m);
}

}  // namespace orrery::inline algorithms
