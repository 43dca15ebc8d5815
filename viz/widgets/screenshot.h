#pragma once

#include <QString>

#include "viz/widgets/options.h"

namespace orrery::viz::inline widgets {

class MainWindow;

/// Runs the options' scenario in the window (which need not be visible), waits for it, and moves to
/// the given round and tab. THROWS std::invalid_argument if one of them does not exist, or with the
/// message of a scenario that cannot be read or run; std::runtime_error if the run stopped.
void applyOptions(MainWindow& window, const Options& options);

/// Writes the window's picture to options.screenshot; leaves nothing behind if that fails. THROWS
/// std::invalid_argument.
void writeScreenshot(MainWindow& window, const Options& options);

}  // namespace orrery::viz::inline widgets
