#include "emu/engine/watch/step_log.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "emu/base/check.h"

/// A step begins with three bytes. The first has its kind (two bits) and flags for the numbers that
/// are usually 0; the others have the lengths in bytes of the following numbers (four bits each):
/// the predecessor, the ranks and round (all three equally long), the bytes, and the time. Then
/// follow the flagged numbers.
namespace orrery::inline engine {
namespace {

enum Has : std::uint32_t {
  kLate = 4,
  kPortToStart = 8,
  kPortToFlow = 16,
  kPath = 32,
  kSlowed = 64
};
constexpr unsigned kHead = 3;       ///< bytes
constexpr unsigned kFirstSize = 8;  ///< bit of the head

constexpr std::uint64_t kMostShortTies = 7;  ///< more of them have a number of their own

std::uint64_t little_endian(std::uint64_t n) {
  return std::endian::native == std::endian::little ? n : __builtin_bswap64(n);
}

/// Encodes small numbers of either sign in few bits.
std::uint64_t bits_of(Time t) {
  const std::int64_t n = t.count();
  return static_cast<std::uint64_t>(n) << 1 ^ static_cast<std::uint64_t>(n >> 63);
}
Time time_of(std::uint64_t bits) {
  return Time(static_cast<std::int64_t>(bits >> 1 ^ (~(bits & 1) + 1)));
}

/// Encodes the distance back to the end, its ties, and the released side of a message.
std::uint64_t bits_of(const Ended& e, StepPlace here) {
  const std::uint64_t back = e.step() == 0 ? 0 : here - e.step();
  return back << 4 | std::min(e.ties(), kMostShortTies) << 1 | (e.as_sender() ? 1U : 0U);
}

/// Writes numbers of whole bytes, whose lengths are in another word; every write touches eight
/// bytes.
class Writer {
 public:
  explicit Writer(std::uint8_t* to) : to_(to) {}
  void bytes(std::uint64_t n, unsigned count) {
    n = little_endian(n);
    std::memcpy(to_, &n, sizeof n);
    to_ += count;
  }
  /// Writes a number; returns its size.
  unsigned sized(std::uint64_t n) {
    const unsigned size = size_of(n);
    bytes(n, size);
    return size;
  }
  /// Writes the size of a number, and the number.
  void number(std::uint64_t n) {
    const unsigned size = size_of(n);
    *to_++ = static_cast<std::uint8_t>(size);
    bytes(n, size);
  }
  static unsigned size_of(std::uint64_t n) {
    return static_cast<unsigned>(std::bit_width(n) + 7) / 8;
  }
  std::uint8_t* end() const { return to_; }

 private:
  std::uint8_t* to_;
};

class StepReader {
 public:
  explicit StepReader(const std::uint8_t* from) : from_(from) {}
  std::uint64_t bytes(unsigned count) {
    std::uint64_t n = 0;
    for (unsigned i = 0; i < count; ++i) n |= std::uint64_t{*from_++} << 8 * i;
    return n;
  }
  std::uint64_t number() { return bytes(static_cast<unsigned>(bytes(1))); }
  Ended ended(std::uint64_t bits, StepPlace here) {
    std::uint64_t ties = bits >> 1 & kMostShortTies;
    if (ties == kMostShortTies) ties = number();
    return {bits >> 4 == 0 ? 0 : here - (bits >> 4), Time(0), (bits & 1) != 0, ties};
  }

 private:
  const std::uint8_t* from_;
};

std::uint32_t flags_of(const LoggedStep& s) {
  const auto flag = [](bool has, Has bit) { return has ? bit : 0U; };
  const Time none{0};
  return static_cast<std::uint32_t>(s.kind) | flag(s.late > none, kLate) |
         flag(s.port_to_start > none, kPortToStart) | flag(s.port_to_flow > none, kPortToFlow) |
         flag(s.path > 0, kPath) | flag(!s.slowed.empty(), kSlowed);
}

/// Writes the delays: one link has all of the time; of several each is written with its own.
void write_slowed(std::span<const LoggedStep::Slowed> slowed, Writer& out) {
  if (slowed.size() == 1) return out.number(std::uint64_t{slowed.front().link} << 1);
  out.number(slowed.size() << 1 | 1);
  for (const auto& [link, by] : slowed) out.number(link), out.number(bits_of(by));
}

void read_slowed(Time time, StepReader& in, std::vector<LoggedStep::Slowed>& slowed) {
  const std::uint64_t first = in.number();
  if ((first & 1) == 0) return slowed.push_back({static_cast<LinkSlot>(first >> 1), time});
  slowed.resize(first >> 1);
  for (auto& [link, by] : slowed)
    link = static_cast<LinkSlot>(in.number()), by = time_of(in.number());
}

/// Writes the rare numbers; returns the end.
[[gnu::noinline]] std::uint8_t* write_more(const LoggedStep& s, StepPlace here, std::uint32_t flags,
                                           std::uint8_t* to) {
  Writer out(to);
  if (s.after.ties() >= kMostShortTies) out.number(s.after.ties());
  if ((flags & kLate) != 0) {
    out.number(bits_of(s.sender, here));
    if (s.sender.ties() >= kMostShortTies) out.number(s.sender.ties());
    out.number(bits_of(s.late));
  }
  if ((flags & kPortToStart) != 0) out.number(bits_of(s.port_to_start));
  if ((flags & kPortToFlow) != 0) out.number(bits_of(s.port_to_flow));
  if ((flags & kPath) != 0) out.number(s.path);
  if ((flags & kSlowed) != 0) write_slowed(s.slowed, out);
  return out.end();
}

/// Writes a step; returns the end.
std::uint8_t* write(const LoggedStep& s, StepPlace here, std::uint8_t* to) {
  Writer out(to + kHead);
  const auto rank = static_cast<std::uint32_t>(s.rank),
             partner = static_cast<std::uint32_t>(s.partner),
             round = static_cast<std::uint32_t>(s.round);
  const std::uint32_t flags = flags_of(s);
  std::uint32_t head = flags | out.sized(bits_of(s.after, here)) << kFirstSize;
  const unsigned size = Writer::size_of(rank | partner | round);
  for (const std::uint32_t n : {rank, partner, round}) out.bytes(n, size);
  head |= size << (kFirstSize + 4);
  head |= out.sized(static_cast<std::uint64_t>(s.bytes)) << (kFirstSize + 8);
  head |= out.sized(bits_of(s.time)) << (kFirstSize + 12);
  for (unsigned i = 0; i < kHead; ++i) to[i] = static_cast<std::uint8_t>(head >> 8 * i);
  const bool has_more = flags > 3 || s.after.ties() >= kMostShortTies;
  return has_more ? write_more(s, here, flags, out.end()) : out.end();
}

}  // namespace

StepPlace StepLog::add(const LoggedStep& s) {
  constexpr std::size_t kMostBytes = 128, kMostBytesOfLink = 16;
  const std::size_t room = kMostBytes + kMostBytesOfLink * s.slowed.size();
  EMU_ASSERT(room <= kChunk, "a step with ", s.slowed.size(), " links");
  if (kChunk - used_ < room) {
    chunks_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(kChunk));
    used_ = 0;
  }
  const StepPlace here = (chunks_.size() - 1) * kChunk + used_ + 1;
  std::uint8_t* const begin = chunks_.back().get() + used_;
  used_ += static_cast<std::size_t>(write(s, here, begin) - begin);
  return here;
}

LoggedStep StepLog::read(StepPlace step) {
  const std::size_t at = step - 1;
  StepReader in(chunks_[at / kChunk].get() + at % kChunk);
  const auto head = static_cast<std::uint32_t>(in.bytes(kHead));
  const auto size = [head](unsigned i) { return head >> (kFirstSize + 4 * i) & 15; };
  const auto small = [&] { return static_cast<std::int32_t>(in.bytes(size(1))); };
  LoggedStep s;
  s.kind = static_cast<LoggedStep::Kind>(head & 3);
  const std::uint64_t after = in.bytes(size(0));
  s.rank = small();
  s.partner = small();
  s.round = small();
  s.bytes = static_cast<std::int64_t>(in.bytes(size(2)));
  s.time = time_of(in.bytes(size(3)));
  s.after = in.ended(after, step);
  if ((head & kLate) != 0) {
    s.sender = in.ended(in.number(), step);
    s.late = time_of(in.number());
  }
  if ((head & kPortToStart) != 0) s.port_to_start = time_of(in.number());
  if ((head & kPortToFlow) != 0) s.port_to_flow = time_of(in.number());
  if ((head & kPath) != 0) s.path = static_cast<std::uint32_t>(in.number());
  slowed_.clear();
  if ((head & kSlowed) != 0) read_slowed(s.time, in, slowed_);
  s.slowed = slowed_;
  return s;
}

}  // namespace orrery::inline engine
