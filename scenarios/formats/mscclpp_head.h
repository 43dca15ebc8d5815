#pragma once

#include "scenarios/formats/json_file.h"
#include "scenarios/formats/mscclpp_ops.h"
#include "scenarios/formats/plan_files.h"

namespace orrery::mscclpp {

/// What an execution plan says of itself as a whole: name, collective, protocol, in place or not, the bytes it is
/// for. What MSCCL++ calls a collective by other names than its own demands nothing. THROWS PlanError (kAttribute).
void read_head(const JsonFile& file, const PlanOptions& options, Plan& plan);

}  // namespace orrery::mscclpp
