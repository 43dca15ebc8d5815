#pragma once

#include <memory>

#include "viz/model/index/path_index.h"
#include "viz/model/run/run_control.h"
#include "viz/model/run/stage.h"

namespace orrery::viz {

/// The critical path of a cell whose run `stage` has, which is run again for it with a record of what waits for
/// what; null if it does not end, or if `control` (which may be null) is cancelled meanwhile.
std::shared_ptr<const PathIndex> pathOf(const RunSpec& spec, const Stage& stage,
                                        const RunControl* control = nullptr);

}  // namespace orrery::viz
