#include "emu/engine/step_log.h"

#include "emu/base/check.h"

/// A step begins with a byte: two bits say its kind, and the others which of these follow.
namespace orrery {
namespace {

enum Has : std::uint8_t {
  kLate = 4,
  kPortToStart = 8,
  kPortToFlow = 16,
  kPath = 32,
  kTime = 64,
  kSlowed = 128
};

/// Seven bits in each byte; the eighth says that more follow.
class Writer {
 public:
  explicit Writer(std::uint8_t* to) : to_(to) {}
  void byte(std::uint8_t b) { *to_++ = b; }
  void number(std::uint64_t n) {
    for (; n >= 0x80; n >>= 7) byte(static_cast<std::uint8_t>(n | 0x80));
    byte(static_cast<std::uint8_t>(n));
  }
  /// Small ones of either sign are short.
  void time(Time t) {
    const std::int64_t n = t.count();
    number(static_cast<std::uint64_t>(n) << 1 ^ static_cast<std::uint64_t>(n >> 63));
  }
  void ended(const Ended& e, Step here) {
    number((e.step() == 0 ? 0 : here - e.step()) << 2 | (e.as_sender() ? 2u : 0u) |
           (e.ties() > 0 ? 1u : 0u));
    if (e.ties() > 0) number(e.ties());
  }
  const std::uint8_t* end() const { return to_; }

 private:
  std::uint8_t* to_;
};

class Reader {
 public:
  explicit Reader(const std::uint8_t* from) : from_(from) {}
  std::uint8_t byte() { return *from_++; }
  std::uint64_t number() {
    std::uint64_t n = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t b = byte();
      n |= std::uint64_t{b & 0x7fu} << shift;
      if (b < 0x80) return n;
    }
  }
  std::int32_t small() { return static_cast<std::int32_t>(number()); }
  Time time() {
    const std::uint64_t n = number();
    return Time(static_cast<std::int64_t>(n >> 1 ^ (~(n & 1) + 1)));
  }
  Ended ended(Step here) {
    const std::uint64_t n = number();
    const std::uint64_t ties = (n & 1) != 0 ? number() : 0;
    return {n >> 2 == 0 ? 0 : here - (n >> 2), Time(0), (n & 2) != 0, ties};
  }

 private:
  const std::uint8_t* from_;
};

std::uint8_t flags_of(const LoggedStep& s) {
  const auto flag = [](bool has, Has bit) { return has ? bit : 0; };
  const Time none{0};
  return static_cast<std::uint8_t>(
      static_cast<int>(s.kind) | flag(s.late > none, kLate) |
      flag(s.port_to_start > none, kPortToStart) | flag(s.port_to_flow > none, kPortToFlow) |
      flag(s.path > 0, kPath) | flag(s.time != none, kTime) | flag(!s.slowed.empty(), kSlowed));
}

void write(const LoggedStep& s, Step here, Writer& out) {
  const std::uint8_t flags = flags_of(s);
  out.byte(flags);
  out.ended(s.after, here);
  for (const std::int32_t n : {s.rank, s.partner, s.round})
    out.number(static_cast<std::uint32_t>(n));
  out.number(static_cast<std::uint64_t>(s.bytes));
  if ((flags & kLate) != 0) out.ended(s.sender, here), out.time(s.late);
  if ((flags & kPortToStart) != 0) out.time(s.port_to_start);
  if ((flags & kPortToFlow) != 0) out.time(s.port_to_flow);
  if ((flags & kPath) != 0) out.number(s.path);
  if ((flags & kTime) != 0) out.time(s.time);
  if ((flags & kSlowed) == 0) return;
  if (s.slowed.size() == 1) return out.number(std::uint64_t{s.slowed.front().link} << 1);
  out.number(s.slowed.size() << 1 | 1);
  for (const auto& [link, by] : s.slowed) out.number(link), out.time(by);
}

/// One link has all of the time; of several each is written with its own.
void read_slowed(Time time, Reader& in, std::vector<LoggedStep::Slowed>& slowed) {
  const std::uint64_t first = in.number();
  if ((first & 1) == 0) return slowed.push_back({static_cast<LinkSlot>(first >> 1), time});
  slowed.resize(first >> 1);
  for (auto& [link, by] : slowed) link = static_cast<LinkSlot>(in.number()), by = in.time();
}

}  // namespace

Step StepLog::add(const LoggedStep& s) {
  constexpr std::size_t kMostBytes = 112, kMostBytesOfLink = 15;
  const std::size_t room = kMostBytes + kMostBytesOfLink * s.slowed.size();
  EMU_ASSERT(room <= kChunk, "a step with ", s.slowed.size(), " links");
  if (kChunk - used_ < room) {
    chunks_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(kChunk));
    used_ = 0;
  }
  const Step here = (chunks_.size() - 1) * kChunk + used_ + 1;
  std::uint8_t* const begin = chunks_.back().get() + used_;
  Writer out(begin);
  write(s, here, out);
  used_ += static_cast<std::size_t>(out.end() - begin);
  return here;
}

LoggedStep StepLog::read(Step step) {
  const std::size_t at = step - 1;
  Reader in(chunks_[at / kChunk].get() + at % kChunk);
  const std::uint8_t flags = in.byte();
  LoggedStep s;
  s.kind = static_cast<LoggedStep::Kind>(flags & 3);
  s.after = in.ended(step);
  s.rank = in.small();
  s.partner = in.small();
  s.round = in.small();
  s.bytes = static_cast<std::int64_t>(in.number());
  if ((flags & kLate) != 0) s.sender = in.ended(step), s.late = in.time();
  if ((flags & kPortToStart) != 0) s.port_to_start = in.time();
  if ((flags & kPortToFlow) != 0) s.port_to_flow = in.time();
  if ((flags & kPath) != 0) s.path = static_cast<std::uint32_t>(in.number());
  if ((flags & kTime) != 0) s.time = in.time();
  slowed_.clear();
  if ((flags & kSlowed) != 0) read_slowed(s.time, in, slowed_);
  s.slowed = slowed_;
  return s;
}

}  // namespace orrery
