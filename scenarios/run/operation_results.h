#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/cell/validate.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/runner.h"

/// What each operation of a run measured, and what [expect], CSV and JSON call it.
namespace orrery {

/// Fills in the operations of a result that has been measured, and what the whole is against: its deficiencies,
/// its goodput and, of one operation that is all there is, all that its collective has. REQUIRES the cell's metrics.
void add_operations(RunResult& result, const Prepared& cell);

/// Returns what an operation measured as the result of a run, for tables of metrics.
RunResult as_run(const OperationResult& operation);

/// The group of a cell whose only operation is a collective of one group; null for others.
const OperationGroup* only_collective(const Prepared& cell);

/// "operation.forward.start_s": the metrics of every operation of its scenario, null where they were not measured.
/// Nothing for a scenario without operations.
std::vector<std::pair<std::string, FieldValue>> operation_fields(const RunResult& result);

/// The field of an operation's metric, "operation.forward.psi", whether there is such an operation or not; also without
/// its unit, as find_field(). Null if there is no such metric.
const Field* find_operation_field(std::string_view name);

/// What is wrong with a field that is of an operation which the cell does not have; nothing for others.
std::optional<Complaint> missing_operation(std::string_view field, const RunSpec& cell);

/// "forward" of "operation.forward.psi"; empty for the fields of a run.
std::string_view operation_in(std::string_view field);

}  // namespace orrery
