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

namespace orrery::inline trace {

/// A sink that writes the events of a run as JSON lines, one event a line, times in picoseconds:
/// messages at their end, rounds whenever a rank enters one, links before the first message that
/// crosses them. At the level of rounds, which costs next to nothing, a line represents a whole
/// round and is written at the end: the number of ranks (or lanes of ranks) that entered it, and
/// the first and last time. Holds the paths of the messages under way, the times of the rounds, and
/// a buffer.
class JsonLines : public Sink {
 public:
  /// Prepares the writer. `write` receives the text piece by piece; the event passes on its
  /// exceptions. `network`, which must outlive it, describes the links; null: links are not
  /// described.
  JsonLines(TraceLevel level, std::function<void(std::string_view)> write,
            const Network* network = nullptr);

  TraceLevel level() const override { return level_; }
  void path(const PathEvent& e) override;
  void rate(const RateEvent& e) override;
  void round(const RoundEvent& e) override;
  void compute(const ComputeEvent& e) override;
  void message(const MessageEvent& e) override;
  /// Writes the rest of the text. Call it after the run.
  void finish();

 private:
  /// A round at the level of rounds.
  struct Entries {
    std::int64_t ranks = 0;
    Time first{0}, last{0};
  };
  template <class... Parts>
  void put(const Parts&... parts);
  /// The paths of a message under way; its memory is reused.
  struct Paths {
    std::int64_t message = -1;
    std::size_t count = 0;  ///< number of the entries below that are in use
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
  char* end_;                 // end of the text in the buffer
  std::vector<Paths> paths_;  // by slot
  std::vector<Entries> rounds_;
  const Network* network_;
  std::vector<bool> told_;  // by link: whether it is described already
};

}  // namespace orrery::inline trace
