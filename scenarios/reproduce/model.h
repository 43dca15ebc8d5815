#pragma once

#include <array>
#include <string_view>

#include "algorithms/trees/blocks.h"
#include "scenarios/spec/scenario.h"

/// The model in which the experiments of the papers run, and changes of it. A row that does not
/// react to any change would hold for any emulator.
namespace orrery::inline reproduce {

enum class ModelChange {
  kLatency,  ///< every message starts 1 us later; α of a gather tree grows by 1
  kPorts,    ///< one port; if there was one, it sends or receives
  kReduction,  ///< each reduced or copied byte also takes its transfer; γ of a gather tree grows by 1
  kLinks       ///< a tenth of the links has half its bandwidth; β of a gather tree grows by 1
};

inline constexpr std::array kModelChanges = {ModelChange::kLatency, ModelChange::kPorts,
                                             ModelChange::kReduction, ModelChange::kLinks};

/// Returns "latency", "ports", "γ", "links".
std::string_view model_change_name(ModelChange change);

/// A guard: while it exists, all experiments of the process run in the changed model. One at a time.
class ChangedModel {
 public:
  explicit ChangedModel(ModelChange change);
  ~ChangedModel();
  ChangedModel(const ChangedModel&) = delete;
  ChangedModel& operator=(const ChangedModel&) = delete;
};

/// Returns a cell, or the costs of a gather tree, in the present model.
RunSpec in_model(RunSpec cell);
trees::TreeCosts in_model(trees::TreeCosts costs);

}  // namespace orrery::inline reproduce
