#pragma once

#include <string>
#include <string_view>

#include "scenarios/report/results_view.h"

/// Results as well-known benchmarks print them, for scripts that read those.
namespace orrery {

/// Writes results as a benchmark prints them: a table for each series, whose cells differ in bytes only. THROWS
/// InputError for a collective that the benchmark does not have.
using BenchmarkStyle = std::string (*)(const SeenResults& results);

/// Returns a style by its name. "osu": OSU micro-benchmarks, size and latency in µs. "nccl-tests":
/// time, algbw = size / time and busbw, which is algbw times the least bytes that the collective
/// must move per byte of its size (2(p-1)/p of an allreduce), in 10^9 bytes per second; size is of
/// the larger buffer of a rank. THROWS InputError for another name.
BenchmarkStyle benchmark_style(std::string_view name);

}  // namespace orrery
