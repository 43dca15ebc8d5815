#pragma once

#include <string>
#include <string_view>

#include "scenarios/formats/json_file.h"
#include "scenarios/formats/mscclpp/ops.h"
#include "scenarios/spec/schedule_format.h"

namespace orrery::mscclpp {

/// Returns whether MSCCL++ itself has a collective of this name; no other name determines a plan's
/// demand.
bool has_collective(std::string_view name);
/// Our own field, which other readers do not know: the demand of a plan whose collective MSCCL++
/// does not have.
inline constexpr const char* kDemands = "demands";

/// Reads the head of an execution plan: name, collective, protocol, in place or not, the bytes it
/// is for. A collective with a name that MSCCL++ does not have demands nothing. THROWS PlanError
/// (kAttribute).
void read_head(const JsonFile& file, const PlanOptions& options, Plan& plan);

/// Writes a plan: each message is put into scratch of its receiver and announced by a signal.
/// REQUIRES and THROWS as ScheduleFormat::write_plan.
std::string json_text(const Plan& plan);

}  // namespace orrery::mscclpp
