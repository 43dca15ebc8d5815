#pragma once

#include <string>
#include <string_view>

#include "scenarios/formats/json_file.h"
#include "scenarios/formats/mscclpp/ops.h"
#include "scenarios/spec/schedule_format.h"

namespace orrery::mscclpp {

/// Whether MSCCL++ itself has a collective of this name; no other says what a plan is for.
bool has_collective(std::string_view name);
/// Our own field, which other readers do not know: what a plan is for whose collective MSCCL++ does not have.
inline constexpr const char* kDemands = "demands";

/// What an execution plan says of itself as a whole: name, collective, protocol, in place or not, the bytes it is
/// for. What MSCCL++ calls a collective by other names than its own demands nothing. THROWS PlanError (kAttribute).
void read_head(const JsonFile& file, const PlanOptions& options, Plan& plan);

/// Each message is put into scratch of its receiver and announced by a signal. REQUIRES and THROWS as
/// ScheduleFormat::write_plan.
std::string json_text(const Plan& plan);

}  // namespace orrery::mscclpp
