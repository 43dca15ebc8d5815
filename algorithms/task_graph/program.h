#pragma once

#include <string_view>

#include "algorithms/program.h"
#include "algorithms/task_graph/task_graph.h"

namespace orrery {

/// A graph of operations, each of which begins as soon as those that it requires have ended. It runs in the emulator only and says
/// nothing about contents: vectors are empty, and nothing is verified.
class TaskProgram : public Program {
 public:
  // What an algorithm says of itself (algorithm.h).
  static constexpr std::string_view kSummary =
      "Every operation of a schedule begins as soon as those that it requires have ended.";
  static constexpr std::string_view kReference =
      "as T. Hoefler, T. Schneider, A. Lumsdaine, LogGOPSim, LSAP 2010, runs schedules";
  static constexpr std::string_view kFormula =
      "at least α + mβ for each message of the longest chain";

  /// `graph` is complete, and must outlive it.
  explicit TaskProgram(const TaskGraph& graph) : graph_(graph) {}

  std::int64_t length() const override { return 0; }
  bool synchronises() const override { return false; }
  void fill(Store&, Slice, int) const override {}
  void run(Comm& c, Slice v) const override;
  std::optional<std::string> mismatch(const Store&, Slice, int) const override { return {}; }

 private:
  const TaskGraph& graph_;
};

}  // namespace orrery
