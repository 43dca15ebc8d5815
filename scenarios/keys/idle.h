#pragma once

#include <string>

#include "algorithms/algorithm.h"
#include "scenarios/spec/scenario.h"

/// Reasons why a key changes nothing in a complete cell, in words ("allreduce has no root"); empty:
/// it may change something (Key::idle).
namespace orrery::inline keys {

std::string idle_root(const RunSpec& s);
std::string idle_op(const RunSpec& s);
std::string idle_bytes(const RunSpec& s);
std::string idle_slices(const RunSpec& s);
std::string idle_unless(bool Algorithm::*obeys, const RunSpec& s);
/// Returns the reason for keys of kTuningRows.
template <bool Algorithm::*obeys>
std::string idle_tuning(const RunSpec& s) {
  return idle_unless(obeys, s);
}
std::string idle_groups(const RunSpec& s);
std::string idle_sizes(const RunSpec& s);
std::string idle_distribution(const RunSpec& s);
std::string idle_rho(const RunSpec& s);
/// Returns the reason for keys of the grid whose neighbours exchange blocks.
std::string idle_neighbors(const RunSpec& s);

/// Returns the reason for keys of links between switches (core_*).
std::string idle_core(const RunSpec& s);
std::string idle_duplex(const RunSpec& s);
std::string idle_port_hold(const RunSpec& s);
/// Returns the reason for keys of eager messages.
std::string idle_eager(const RunSpec& s);
/// Returns the reason for keys of messages within a host, and of its cores.
std::string idle_host(const RunSpec& s);

std::string idle_noise_period(const RunSpec& s);
std::string idle_time_slice(const RunSpec& s);
std::string idle_repeats(const RunSpec& s);

}  // namespace orrery::inline keys
