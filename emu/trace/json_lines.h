#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "emu/net/network.h"
#include "emu/trace/sink.h"

namespace orrery {

/// Writes the events of a run as JSON lines, one event a line, times in picoseconds: messages when
/// they end, rounds whenever a rank enters one, links before the first message that crosses them. At the level of rounds, which is to cost next to
/// nothing, a line stands for a whole round and is written at the end: how many ranks (or lanes of
/// ranks) entered it, and when the first and the last of them did. Holds the paths of the messages
/// under way, the times of the rounds, and a buffer.
class JsonLines : public Sink {
 public:
  /// `write` is given the text piece by piece; what it throws is thrown by the event.
  /// `network`, which must outlive it, says what links are; null: nothing is said of them.
  JsonLines(TraceLevel level, std::function<void(std::string_view)> write,
            const Network* network = nullptr);

  TraceLevel level() const override { return level_; }
  void path(const PathEvent& e) override;
  void rate(const RateEvent& e) override;
  void round(const RoundEvent& e) override;
  void compute(const ComputeEvent& e) override;
  void message(const MessageEvent& e) override;
  /// Writes what is left. Call it after the run.
  void finish();

 private:
  /// A round as the level of rounds has it.
  struct Entries {
    std::int64_t ranks = 0;
    Time first{0}, last{0};
  };
  template <class... Parts>
  void put(const Parts&... parts);
  /// The paths of a message under way; memory is used again.
  struct Paths {
    std::int64_t message = -1;
    std::size_t count = 0;  ///< of those below that are the message's
    std::vector<std::pair<Bytes, std::vector<LinkId>>> items;
  };
  void put_paths(const Paths& paths);
  void put_links(std::span<const LinkId> links);
  void put_link(LinkId id);
  void put_text(std::string_view text);
  void note_round(const RoundEvent& e);
  void flush();
  void flush_if_full();

  TraceLevel level_;
  std::function<void(std::string_view)> write_;
  std::unique_ptr<char[]> buffer_;
  char* end_;                 // of the text in the buffer
  std::vector<Paths> paths_;  // by slot
  std::vector<Entries> rounds_;
  const Network* network_;
  std::vector<bool> told_;  // by link
};

}  // namespace orrery
