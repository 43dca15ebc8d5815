#include "scenarios/blocks/pieces.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace orrery {

namespace {

constexpr std::size_t kMostClaims = 1U << 21U;  ///< of all ranks; beyond it nothing is for one rank

}  // namespace

RunPurpose purpose_of(const Collective& collective, const Problem& problem) {
  const auto shared = std::make_shared<const Problem>(problem);
  return {problem.p, collective.reduces,
          [shared, before = collective.before](int rank) { return before(*shared, rank); },
          [shared, after = collective.after](int rank) { return after(*shared, rank); }};
}

RunPurpose purpose_of(ScheduleData data, std::int64_t unit_elements, bool reduces) {
  const auto shared = std::make_shared<const ScheduleData>(std::move(data));
  const auto pieces = [shared, unit_elements](std::vector<UnitPiece> RankData::*side) {
    return [shared, unit_elements, side](int rank) {
      std::vector<Piece> all;
      for (const UnitPiece& p : shared->ranks[static_cast<std::size_t>(rank)].*side)
        all.push_back({p.first * unit_elements,
                       p.count * unit_elements,
                       {p.content.logical * unit_elements, p.content.contributor}});
      return all;
    };
  };
  const auto ranks = static_cast<int>(shared->ranks.size());
  return {ranks, reduces, pieces(&RankData::before), pieces(&RankData::after)};
}

Pieces::Claims Pieces::claims_of(const std::vector<Piece>& pieces, int rank) {
  Claims claims;
  for (const Piece& piece : pieces) {
    in_place_ = in_place_ && piece.offset == piece.content.logical;
    edges_.push_back(piece.content.logical);
    edges_.push_back(piece.content.logical + piece.count);
    if (piece.count > 0)
      claims.push_back({piece.content.logical, piece.content.logical + piece.count, rank});
  }
  return claims;
}

/// Where ranks' data are added up they are nobody's any more; one rank's alone need no name.
Pieces::Claims Pieces::origins(const RunPurpose& x) {
  Claims all;
  int ranks = 0;
  for (int r = 0; r < x.ranks; ++r) {
    const Claims own = claims_of(x.before(r), r);
    ranks += own.empty() ? 0 : 1;
    all.insert(all.end(), own.begin(), own.end());
  }
  return reduces_ || ranks < 2 ? Claims{} : all;
}

bool Pieces::overlap(Claims claims) {
  std::ranges::sort(claims, {}, &Claim::begin);
  const auto meet = [](const Claim& a, const Claim& b) { return a.end > b.begin; };
  return std::ranges::adjacent_find(claims, meet) != claims.end();
}

/// None if two ranks are to end with the same, or only one ends with anything.
Pieces::Claims Pieces::destinations(const RunPurpose& x) {
  Claims all;
  int ranks = 0;
  for (int r = 0; r < x.ranks && all.size() < kMostClaims; ++r) {
    const Claims own = claims_of(x.after(r), r);
    if (own.empty()) continue;
    const bool shared = ranks == 1 && own.front().begin == all.front().begin;
    all.insert(all.end(), own.begin(), own.end());
    ++ranks;
    if (shared) return {};
  }
  return ranks < 2 || all.size() >= kMostClaims || overlap(all) ? Claims{} : all;
}

void Pieces::note(const Claims& claims, int Owner::*side) {
  for (const Claim& claim : claims) {
    auto piece = static_cast<std::size_t>(of(claim.begin));
    for (; edges_[piece] < claim.end; ++piece) owners_[piece].*side = claim.rank;
  }
}

Pieces::Pieces(const RunPurpose& purpose) : reduces_(purpose.reduces), ranks_(purpose.ranks) {
  const Claims from = origins(purpose), to = destinations(purpose);
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  owners_.resize(edges_.empty() ? 0 : edges_.size() - 1);
  note(from, &Owner::origin);
  note(to, &Owner::destination);
  owned_ = !from.empty() || !to.empty();
  paired_ = !from.empty() && !to.empty();
}

int Pieces::of(std::int64_t element) const {
  const auto next = std::upper_bound(edges_.begin(), edges_.end(), element);
  return next == edges_.begin() || next == edges_.end()
             ? -1
             : static_cast<int>(next - edges_.begin()) - 1;
}

}  // namespace orrery
