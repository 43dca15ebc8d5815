#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Memory that this process shares with a process that runs a plug-in, and its contents. This process
/// trusts nothing that it reads.
namespace orrery::inline run {

enum class Question : std::uint32_t {
  kAlgorithms,  ///< which there are, without their functions
  kRounds,
  kBytesTotal,
  kBytesMaxRank,
  kTime,
  kBestBlocks,
  kBestRadix,
  kUnsupported,
  kWords,  ///< of `round` and `rank`
  kTask,   ///< no question: the mailbox has the orders of another task (host.h)
  kRun  ///< the program of all ranks (remote_ranks.h), of which `task` is to go on; ends with any other question
};

/// The next request to the process. A task that has not begun is the program of rank `rank`, or a
/// lane.
struct TaskRequest {
  Question question = Question::kRun;
  std::uint32_t task = 0;
  std::int32_t rank = -1, round = 0;
  std::int64_t count = 0;  ///< elements of the rank's vector
  std::uint32_t element_bytes = 1;
};

/// A count that another process may wait for. No semaphore of the C library: it ends the program that
/// waits for one that has been written to.
class Bell {
 public:
  std::uint32_t rings() const { return rings_; }
  void ring();
  /// Waits until rings() exceeds `heard`, or until the time is over.
  void wait(std::uint32_t heard, std::chrono::milliseconds longest);

 private:
  std::atomic<std::uint32_t> rings_ = 0;
};

struct Mailbox {
  static constexpr std::size_t kCapacity = std::size_t{4} << 20;

  Bell asked, answered;
  TaskRequest request;
  std::atomic<int> rank = -1, round = 0;  ///< where the code is; -1: in no rank's program
  std::atomic<bool> stack_is_full = false;
  std::atomic<int> forbidden = kNothing;  ///< number of a system call, or:
  static constexpr int kNothing = -1;
  std::size_t orders = 0;             ///< bytes of HostOrders, which stand there before any answer
  std::atomic<std::size_t> size = 0;  ///< of the complete part of the answer
  std::byte answer[kCapacity];
};

/// The beginning of an answer. All but the first are followed by a text.
enum class MailVerdict : std::uint32_t { kDone = 1, kRefused, kForbidden, kThrew };

/// An answer, begun anew. THROWS std::length_error if there is no room.
class MailWriter {
 public:
  explicit MailWriter(Mailbox& box, MailVerdict verdict = MailVerdict::kDone) : box_(box) {
    put(verdict);
  }

  template <typename T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    put_bytes(&value, sizeof value);
  }
  template <typename T>
  void put(std::span<const T> values) {
    put(static_cast<std::uint32_t>(values.size()));
    put_bytes(values.data(), values.size_bytes());
  }
  void put(std::string_view text) { put(std::span(text.data(), text.size())); }
  /// Completes the answer written so far; it counts even if the process ends now.
  void commit() { box_.size.store(size_, std::memory_order_release); }
  std::size_t size() const { return size_; }

 private:
  void put_bytes(const void* bytes, std::size_t n);

  Mailbox& box_;
  std::size_t size_ = 0;
};

/// Reads a copy of an answer. THROWS std::out_of_range if it is shorter than it should be.
class MailReader {
 public:
  MailReader() = default;
  explicit MailReader(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  bool at_end() const { return at_ == bytes_.size(); }
  template <typename T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    get_bytes(&value, sizeof value);
    return value;
  }
  template <typename T>
  std::vector<T> list() {
    std::vector<T> values(length_of(sizeof(T)));
    get_bytes(values.data(), values.size() * sizeof(T));
    return values;
  }
  /// Returns valid UTF-8 without control characters except line feeds and tabs.
  std::string text();

 private:
  std::size_t length_of(std::size_t element);
  void get_bytes(void* bytes, std::size_t n);

  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace orrery::inline run
