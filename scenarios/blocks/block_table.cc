#include "scenarios/blocks/block_table.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace orrery::inline blocks {

namespace {

constexpr std::size_t kMostClaims = 1U
                                    << 21U;  ///< of all ranks; beyond it no data are for one rank

constexpr std::uint32_t kNoBuffer = std::numeric_limits<std::uint32_t>::max();

void sort_unique(std::vector<std::int64_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Returns the buffer of each rank's vector: it is created before any scratch buffer of the rank.
std::vector<std::uint32_t> vectors_of(const Trace& trace, int ranks) {
  std::vector<std::uint32_t> vectors(static_cast<std::size_t>(ranks), kNoBuffer);
  for (const MessageEvent& m : trace.messages) {
    if (m.elements <= 0 || m.source < 0 || m.source >= ranks) continue;
    auto& vector = vectors[static_cast<std::size_t>(m.source)];
    vector = std::min(vector, m.buffer);
  }
  return vectors;
}

/// Calls f(first element, number) for each range of the sender's buffer in a message.
template <class F>
void for_each_range(const Trace& trace, const MessageEvent& m, F&& f) {
  auto part = std::lower_bound(trace.parts.begin(), trace.parts.end(), m.id,
                               [](const PartEvent& p, std::int64_t id) { return p.message < id; });
  if (part == trace.parts.end() || part->message != m.id) return f(m.element, m.elements);
  for (; part != trace.parts.end() && part->message == m.id; ++part)
    f(part->element, part->elements);
}

/// Returns the cargo of messages from ranks' vectors if every element stands at its place.
std::shared_ptr<const Cargo> cargo_in_place(const Trace& trace, int ranks) {
  const std::vector<std::uint32_t> vectors = vectors_of(trace, ranks);
  auto cargo = std::make_shared<Cargo>();
  for (const MessageEvent& m : trace.messages) {
    const auto source = static_cast<std::size_t>(m.source);
    if (m.elements <= 0 || source >= vectors.size() || vectors[source] != m.buffer) continue;
    for_each_range(trace, m, [&](std::int64_t element, std::int64_t elements) {
      cargo->parts.push_back(
          {static_cast<std::uint32_t>(m.id), ContributorSets::kUndefined, element, elements});
    });
  }
  return cargo;
}

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

/// Returns claims by origin. Reduced data belong to no single rank; if only one rank has data, they
/// need no name.
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

/// Returns claims by destination; none if two ranks end with the same, or only one ends with any
/// data.
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

BlockTable::BlockTable(const Trace& trace, int ranks, Pieces pieces,
                       std::shared_ptr<const Cargo> cargo)
    : pieces_(std::move(pieces)), cargo_(std::move(cargo)) {
  if (cargo_ == nullptr && !pieces_.in_place()) return;
  if (cargo_ == nullptr) cargo_ = cargo_in_place(trace, ranks);
  if (cargo_->parts.empty()) return;
  edges_ = pieces_.edges();
  std::size_t limit = 65536;  // duplicates are dropped now and then
  for (const CargoPart& part : cargo_->parts) {
    edges_.push_back(part.logical);
    edges_.push_back(part.logical + part.elements);
    if (edges_.size() < limit) continue;
    sort_unique(edges_);
    limit = 2 * edges_.size() + 65536;
  }
  sort_unique(edges_);
}

std::span<const CargoPart> BlockTable::parts_of(const MessageEvent& m) const {
  if (cargo_ == nullptr || m.elements <= 0) return {};
  const auto [first, end] = std::ranges::equal_range(
      cargo_->parts, static_cast<std::uint32_t>(m.id), {}, &CargoPart::message);
  return {first, end};
}

int BlockTable::from(std::int64_t element) const {
  return static_cast<int>(std::lower_bound(edges_.begin(), edges_.end(), element) - edges_.begin());
}

std::vector<BlockRange> BlockTable::of(const MessageEvent& m) const {
  std::vector<BlockRange> ranges;
  for (const CargoPart& part : parts_of(m)) {
    const BlockRange next{from(part.logical), from(part.logical + part.elements) - 1};
    if (next.last < next.first) continue;
    if (!ranges.empty() && ranges.back().last + 1 == next.first) {
      ranges.back().last = next.last;
    } else {
      ranges.push_back(next);
    }
  }
  return ranges;
}

bool BlockTable::carries(const MessageEvent& m, int block) const {
  if (block < 0 || block >= count()) return false;
  return std::ranges::any_of(parts_of(m), [&](const CargoPart& part) {
    return part.logical <= begin(block) && end(block) <= part.logical + part.elements;
  });
}

std::span<const Contributors> BlockTable::contributors_of(const MessageEvent& m) const {
  const auto parts = parts_of(m);
  const auto same = [&](const CargoPart& part) {
    return part.contributors == parts.front().contributors;
  };
  if (parts.empty() || !std::ranges::all_of(parts, same)) return {};
  const auto id = static_cast<std::size_t>(parts.front().contributors);
  if (id >= cargo_->sets.size()) return {};
  return cargo_->sets[id];
}

Owner BlockTable::owner(int block) const {
  const int piece = pieces_.of(begin(block));
  return piece < 0 ? Owner{} : pieces_.owner(piece);
}

BlockRange BlockTable::siblings(int block) const {
  const int piece = pieces_.of(begin(block));
  if (piece < 0) return {block, block};
  const auto i = static_cast<std::size_t>(piece);
  return {from(pieces_.edges()[i]), from(pieces_.edges()[i + 1]) - 1};
}

std::string block_name(const BlockTable& table, int block) {
  const Owner owner = table.owner(block);
  if (!owner.known()) return fmt::format("{}", block);
  const std::string name = owner.paired() ? fmt::format("{}→{}", owner.origin, owner.destination)
                                          : fmt::format("{}", owner.rank());
  const BlockRange all = table.siblings(block);
  return all.first == all.last ? name : fmt::format("{}.{}", name, block - all.first);
}

}  // namespace orrery::inline blocks
