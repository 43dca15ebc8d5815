#pragma once

namespace orrery::inline report {
class Pictures;
}

namespace orrery::inline commands {

/// Runs the whole `orrery` command. `pictures` draws; without it (null) commands refuse to draw.
/// Returns the exit code; errors are on stderr.
int run_orrery(int argc, char** argv, const Pictures* pictures);

}  // namespace orrery::inline commands
