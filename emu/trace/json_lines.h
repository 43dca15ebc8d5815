#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emu/trace/sink.h"

namespace orrery {

/// How much of a run is traced.
enum class TraceLevel {
  kRounds,    ///< who enters which round when
  kMessages,  ///< and all messages with their paths, and computations
  kAll        ///< and every change of a rate
};

/// Writes the events of a run as JSON lines while they happen, one event a line, times in
/// picoseconds. A message is written when it ends. Holds the paths of the messages under way and a
/// buffer, whatever the length of the run.
class JsonLines : public Sink {
 public:
  /// `write` is given the text piece by piece; what it throws ends the run.
  JsonLines(TraceLevel level, std::function<void(std::string_view)> write);

  void path(const PathEvent& e) override;
  void rate(const RateEvent& e) override;
  void round(const RoundEvent& e) override;
  void compute(const ComputeEvent& e) override;
  void message(const MessageEvent& e) override;
  /// Writes what is left. Call it after the run.
  void finish();

 private:
  static constexpr std::size_t kBuffer = 1 << 16;
  std::string& paths_of(std::int64_t message);
  void flush_if_full() {
    if (buffer_.size() >= kBuffer) finish();
  }

  TraceLevel level_;
  std::function<void(std::string_view)> write_;
  std::string buffer_;
  using Paths = std::unordered_map<std::int64_t, std::string>;
  Paths paths_;  // as text, by message under way
  std::vector<Paths::node_type> spare_;
};

}  // namespace orrery
