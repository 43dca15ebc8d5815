#pragma once

#include "scenarios/document/document.h"

namespace orrery {

/// All cells of a document with other values for some of its keys, completed and checked. Its expectations
/// are those that still hold for them, as they are written: what they can be about is known where results
/// are (run/load.h, which is what loads scenarios). THROWS InputError.
Scenario expand(Document document, const Overrides& overrides, Unsupported unsupported,
                const Overrides& defaults);

}  // namespace orrery
