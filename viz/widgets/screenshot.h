#pragma once

#include <QString>

#include "viz/widgets/options.h"

namespace orrery::viz {

class MainWindow;

/// Runs the options' scenario in the window (which need not be visible), waits for it, and moves to
/// the round and tab asked for. THROWS std::invalid_argument if one of them does not exist, or with
/// the message of a scenario that cannot be read or run; std::runtime_error if the run stopped.
void applyOptions(MainWindow& window, const Options& options);

/// Writes what the window shows to options.screenshot; nothing is left behind when that fails.
/// THROWS std::invalid_argument.
void writeScreenshot(MainWindow& window, const Options& options);

}  // namespace orrery::viz
