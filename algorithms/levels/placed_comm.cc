#include "algorithms/levels/placed_comm.h"

#include <algorithm>

namespace orrery::inline algorithms {

namespace {

/// Buffer numbers of vectors in pieces count down from here, one for each level of nested parts.
constexpr std::uint32_t kFirstBuffer = 0xffffff00, kLastBuffer = 0xfffff000;

bool is_in_pieces(Slice s) {
  return s.buffer() <= kFirstBuffer && s.buffer() > kLastBuffer;
}

std::uint32_t free_buffer(const Slices& pieces) {
  std::uint32_t buffer = kFirstBuffer;
  for (const Slice& piece : pieces)
    if (is_in_pieces(piece)) buffer = std::min(buffer, piece.buffer() - 1);
  return buffer;
}

bool goes_on(Slice s, Slice next) {
  return s.buffer() == next.buffer() && s.offset() + s.count() == next.offset();
}

}  // namespace

void append(Slices& all, Slice next) {
  if (next.empty()) return;
  if (all.empty() || !goes_on(all.back(), next)) return all.push_back(next);
  const Slice last = all.back();
  all.back() = {last.buffer(), last.element_bytes(), last.offset(), last.count() + next.count()};
}

PlacedComm::PlacedComm(Comm& c, Slices pieces, int first_round)
    : c_(c),
      pieces_(std::move(pieces)),
      starts_{0},
      buffer_(free_buffer(pieces_)),
      element_bytes_(pieces_.empty() ? 1 : pieces_.front().element_bytes()),
      first_round_(first_round) {
  for (const Slice& piece : pieces_) starts_.push_back(starts_.back() + piece.count());
}

Slices PlacedComm::pieces_of(Slice s) const {
  if (s.buffer() != buffer_) return {s};
  Slices found;
  const std::int64_t end = s.offset() + s.count();
  auto i =
      static_cast<std::size_t>(std::ranges::upper_bound(starts_, s.offset()) - starts_.begin() - 1);
  for (; i < pieces_.size() && starts_[i] < end; ++i) {
    const std::int64_t from = std::max(s.offset(), starts_[i]) - starts_[i];
    append(found, pieces_[i].part(from, std::min(end, starts_[i + 1]) - starts_[i] - from));
  }
  return found;
}

Slice PlacedComm::one(const Slices& pieces) {
  if (pieces.empty()) return {};
  return pieces.size() == 1 ? pieces.front() : c_.join(pieces);
}

Slice PlacedComm::placed(Slice s) {
  return s.buffer() == buffer_ ? one(pieces_of(s)) : s;
}

void PlacedComm::sendrecv(Slice out, int to, Slice in, int from, int tag) {
  const Slice what = placed(out), into = placed(in);
  c_.sendrecv(what, to, into, from, tag);
}

void PlacedComm::reduce(Slice into, Slice from) {
  const Slice sum = placed(into), added = placed(from);
  c_.reduce(sum, added);
}

void PlacedComm::reduce_front(Slice into, Slice from) {
  const Slice sum = placed(into), added = placed(from);
  c_.reduce_front(sum, added);
}

/// Copies. Two places of the vector may be one in the rank's buffers.
void PlacedComm::copy(Slice into, Slice from) {
  const Slices to = pieces_of(into), what = pieces_of(from);
  if (to != what) return c_.copy(one(to), one(what));
  for (const Slice& piece : to) c_.copy(piece, piece);
}

Slice PlacedComm::join(std::span<const Slice> parts) {
  Slices pieces;
  for (const Slice& part : parts)
    for (const Slice& piece : pieces_of(part)) append(pieces, piece);
  return one(pieces);
}

void PlacedComm::lanes(int n, const std::function<void(Comm&, int)>& body) {
  c_.lanes(n, [&](Comm& lane, int i) {
    PlacedComm placed(lane, pieces_, first_round_);
    body(placed, i);
  });
}

std::unique_ptr<Comm> PlacedComm::sub(std::span<const int> ranks) {
  subs_.push_back(c_.sub(ranks));
  return std::make_unique<PlacedComm>(*subs_.back(), pieces_, first_round_);
}

}  // namespace orrery::inline algorithms
