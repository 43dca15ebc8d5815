#pragma once

namespace orrery {

class Pictures;

/// Runs the whole `orrery-mpi` command, on every process; as run_orrery().
int run_orrery_mpi(int argc, char** argv, const Pictures* pictures);

}  // namespace orrery
