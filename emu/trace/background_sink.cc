#include "emu/trace/background_sink.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace orrery::inline trace {
namespace {

constexpr std::size_t kChunk = 256 << 10;
constexpr std::size_t kChunks = 8;

/// A reader of the contents of a chunk.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}
  bool more() const { return !rest_.empty(); }

  template <class Value>
  Value take() {
    Value value;
    take(&value, sizeof value);
    return value;
  }
  std::span<const LinkId> take(std::size_t count, std::vector<LinkId>& links) {
    links.resize(count);
    take(links.data(), count * sizeof(LinkId));
    return links;
  }

 private:
  void take(void* to, std::size_t size) {
    std::copy_n(rest_.data(), size, static_cast<std::byte*>(to));  // also of nothing to null
    rest_ = rest_.subspan(size);
  }

  std::span<const std::byte> rest_;
};

}  // namespace

BackgroundSink::BackgroundSink(Sink& to) : to_(to) {
  empty_.resize(kChunks);
  worker_ = std::jthread([this] { work(); });
}

BackgroundSink::~BackgroundSink() {
  end();
}

template <class Event>
void BackgroundSink::put(Kind kind, const Event& event, std::span<const LinkId> links) {
  static_assert(std::is_trivially_copyable_v<Event>);
  const std::size_t size = sizeof kind + sizeof event + links.size_bytes();
  if (filling_.used + size > filling_.bytes.size()) {
    pass_on();
    filling_.bytes.resize(std::max({filling_.bytes.size(), kChunk, size}));
  }
  std::byte* to = filling_.bytes.data() + filling_.used;
  std::memcpy(to, &kind, sizeof kind);
  std::memcpy(to + sizeof kind, &event, sizeof event);
  if (!links.empty())
    std::memcpy(to + sizeof kind + sizeof event, links.data(), links.size_bytes());
  filling_.used += size;
}

void BackgroundSink::path(const PathEvent& e) {
  put(Kind::kPath, e, e.links);
}
void BackgroundSink::rate(const RateEvent& e) {
  put(Kind::kRate, e);
}
void BackgroundSink::round(const RoundEvent& e) {
  put(Kind::kRound, e);
}
void BackgroundSink::compute(const ComputeEvent& e) {
  put(Kind::kCompute, e);
}
void BackgroundSink::message(const MessageEvent& e) {
  put(Kind::kMessage, e);
}

/// Replaces the full chunk by an empty one. Waking a thread costs as much as hundreds of events: it
/// is done once per half of the chunks.
void BackgroundSink::pass_on() {
  std::unique_lock lock(mutex_);
  if (filling_.used > 0) full_.push_back(std::move(filling_));
  if (full_.size() == kChunks / 2) work_.notify_one();
  space_.wait(lock, [this] { return !empty_.empty(); });
  filling_ = std::move(empty_.back());
  empty_.pop_back();
}

void BackgroundSink::finish() {
  pass_on();
  end();
  if (worker_.joinable()) worker_.join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void BackgroundSink::end() {
  const std::scoped_lock lock(mutex_);
  ended_ = true;
  work_.notify_one();
}

void BackgroundSink::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [this] { return full_.size() >= kChunks / 2 || ended_; });
    if (full_.empty()) return;
    while (!full_.empty()) {
      Chunk chunk = std::move(full_.front());
      full_.pop_front();
      lock.unlock();
      replay_unless_failed(chunk);
      chunk.used = 0;
      lock.lock();
      empty_.push_back(std::move(chunk));
      if (empty_.size() == kChunks / 2) space_.notify_one();
    }
  }
}

void BackgroundSink::replay_unless_failed(const Chunk& chunk) {
  if (failure_) return;
  try {
    replay(chunk);
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void BackgroundSink::replay(const Chunk& chunk) {
  Reader reader({chunk.bytes.data(), chunk.used});
  while (reader.more()) {
    switch (reader.take<Kind>()) {
      case Kind::kPath: {
        PathEvent e = reader.take<PathEvent>();
        e.links = reader.take(e.links.size(), links_);
        to_.path(e);
        break;
      }
      case Kind::kRate:
        to_.rate(reader.take<RateEvent>());
        break;
      case Kind::kRound:
        to_.round(reader.take<RoundEvent>());
        break;
      case Kind::kCompute:
        to_.compute(reader.take<ComputeEvent>());
        break;
      case Kind::kMessage:
        to_.message(reader.take<MessageEvent>());
        break;
    }
  }
}

}  // namespace orrery::inline trace
