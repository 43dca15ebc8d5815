#pragma once

#include <optional>
#include <string>
#include <vector>

#include "algorithms/algorithm.h"
#include "emu/mpi/processes.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline commands {

struct MeasureOptions {
  int warmup = 2;
  int repetitions = 11;  ///< >= 1, after the warm-up
  double patience = 60;  ///< longest wait of a call in seconds
  bool native = false;   ///< also the library's own collective
};

/// Times of repetitions in seconds; each is the time of the slowest rank.
struct Timing {
  double median = 0, fastest = 0, slowest = 0;
  std::string mismatch;  ///< first difference from the expected data of a rank, in words; or empty
};

struct Measurement {
  Timing algorithm;
  std::optional<Timing> native;
  bool replaced_operator = false;  ///< see NativeCollective
};

/// Runs `a` on the processes, with real payload. Every repetition begins with fresh data, and its
/// result is compared with Collective::after on every rank; a barrier's is compared once, by the
/// process that is known to have entered (witness.h). Collective. REQUIRES !refusal(a, x), x.p
/// processes. A rank that fails or waits in vain ends the program with exit code 3.
Measurement measure(Processes& processes, const Algorithm& a, const Problem& x, const Op& op,
                    const MeasureOptions& options);
/// Does the same for a cell of a scenario.
Measurement measure(Processes& processes, const RunSpec& cell, const MeasureOptions& options);

/// Returns the number of processes on the host of `rank`.
int processes_here(const std::vector<std::string>& hosts, int rank);
/// Refuses cells that need more memory than this host has for its processes. THROWS InputError.
void check_memory(const Scenario& scenario, const Processes& processes, int processes_here);

}  // namespace orrery::inline commands
