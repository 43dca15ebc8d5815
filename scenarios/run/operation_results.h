#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/cell/validate.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/runner.h"

/// The metrics of each operation in a run, and their names in [expect], CSV and JSON.
namespace orrery::inline run {

/// Fills in the operations of a measured result, and the values that compare the whole with bounds:
/// its deficiencies, its goodput and, if one operation is the whole run, all metrics of its
/// collective. REQUIRES the cell's metrics.
void add_operations(RunResult& result, const Prepared& cell);

/// Returns the metrics of an operation as the result of a run, for tables of metrics.
RunResult as_run(const OperationResult& operation);

/// Returns the group of a cell whose only operation is a collective of one group; null for others.
const OperationGroup* only_collective(const Prepared& cell);

/// Returns "operation.forward.start_s": the metrics of every operation of its scenario, null where
/// they were not measured. Empty for a scenario without operations.
std::vector<std::pair<std::string, FieldValue>> operation_fields(const RunResult& result);

/// Finds the field of an operation's metric, "operation.forward.psi", even if the operation does
/// not exist; also without its unit, as find_field(). Returns null if there is no such metric.
const Field* find_operation_field(std::string_view name);

/// Returns the complaint for a field of an operation that the cell does not have; nothing for
/// others.
std::optional<Complaint> missing_operation(std::string_view field, const RunSpec& cell);

/// Returns "forward" from "operation.forward.psi"; empty for the fields of a run.
std::string_view operation_in(std::string_view field);

}  // namespace orrery::inline run
