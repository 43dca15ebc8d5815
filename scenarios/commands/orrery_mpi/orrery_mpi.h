#pragma once

namespace orrery::inline report {
class Pictures;
}

namespace orrery::inline commands {

/// Runs the whole `orrery-mpi` command, on every process; as run_orrery().
int run_orrery_mpi(int argc, char** argv, const Pictures* pictures);

}  // namespace orrery::inline commands
