#pragma once

#include <string_view>
#include <vector>

#include "algorithms/program.h"
#include "emu/schedule/schedule.h"
#include "emu/schedule/schedule_data.h"

namespace orrery::inline algorithms {

/// A graph of operations, each of which begins as soon as its requirements have ended. It runs in
/// the emulator only. Without data, vectors are empty and nothing is verified.
class ScheduleProgram : public Program {
 public:
  // Texts as in Algorithm (algorithm.h).
  static constexpr std::string_view kSummary =
      "Every operation of a schedule begins as soon as all operations that it requires have ended.";
  static constexpr std::string_view kReference =
      "as T. Hoefler, T. Schneider, A. Lumsdaine, LogGOPSim, LSAP 2010, runs schedules";
  static constexpr std::string_view kFormula =
      "at least α + mβ for each message of the longest chain";

  /// Prepares a complete `graph`; it and `data` (null: unknown) must outlive the program. `gamma`
  /// is the cost of computation per byte. REQUIRES units of whole elements.
  explicit ScheduleProgram(const Schedule& graph, CostPerByte gamma,
                           const ScheduleData* data = nullptr, std::uint32_t element_bytes = 1)
      : graph_(graph),
        gamma_(gamma),
        data_(data),
        unit_(data == nullptr ? 1 : data->unit_bytes / element_bytes) {}

  /// Returns the elements of a rank's vector, which is its memory.
  std::int64_t length() const override { return data_ == nullptr ? 0 : data_->units * unit_; }
  void fill(Store& store, Slice v, int rank) const override;
  void begin(bool has_content) const override;
  void run(Comm& c, Slice v) const override;
  std::optional<Metrics> measure(const Network& network,
                                 const EngineOptions& options) const override;
  std::optional<std::string> mismatch(const Store& store, Slice v, int rank) const override;
  std::vector<RankTimes> rank_times() const override { return times_; }

 private:
  const Schedule& graph_;
  CostPerByte gamma_;
  const ScheduleData* data_;
  std::int64_t unit_;  // elements
  // State of the current run.
  mutable std::vector<RankTimes> times_;            // each written by its rank
  mutable std::vector<std::int32_t> operation_of_;  // of its rank, by the index of a pending handle
};

}  // namespace orrery::inline algorithms
