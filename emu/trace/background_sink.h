#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "emu/trace/sink.h"

namespace orrery::inline trace {

/// A sink that passes the events of a run to another sink on a thread of its own, so that the run
/// continues while they are written. Events are copied into chunks; if the other sink is far
/// behind, the run waits for it: memory is bounded. start(), part() and content() are not passed
/// on.
class BackgroundSink : public Sink {
 public:
  /// Starts the thread. `to` must outlive it.
  explicit BackgroundSink(Sink& to);
  ~BackgroundSink() override;

  TraceLevel level() const override { return to_.level(); }
  void path(const PathEvent& e) override;
  void rate(const RateEvent& e) override;
  void round(const RoundEvent& e) override;
  void compute(const ComputeEvent& e) override;
  void message(const MessageEvent& e) override;

  /// Waits until the other sink has received all events, and ends the thread. THROWS the exception
  /// of the other sink, which received no events after it.
  void finish();

 private:
  enum class Kind : std::uint64_t { kPath, kRate, kRound, kCompute, kMessage };
  /// Consecutive events: kind, event, and the links of a path.
  struct Chunk {
    std::vector<std::byte> bytes;
    std::size_t used = 0;
  };

  template <class Event>
  void put(Kind kind, const Event& event, std::span<const LinkId> links = {});
  void pass_on();
  void work();
  void replay_unless_failed(const Chunk& chunk);
  void replay(const Chunk& chunk);
  void end();

  Sink& to_;
  Chunk filling_;
  std::mutex mutex_;
  std::condition_variable work_, space_;  // for the worker, for the run
  std::deque<Chunk> full_;
  std::vector<Chunk> empty_;
  bool ended_ = false;
  std::exception_ptr failure_;  // the worker's, until it has ended
  std::vector<LinkId> links_;   // the worker's
  std::jthread worker_;         // last: it uses the others
};

}  // namespace orrery::inline trace
