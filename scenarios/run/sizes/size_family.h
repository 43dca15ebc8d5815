#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "emu/trace/metrics.h"
#include "emu/trace/pattern.h"
#include "scenarios/spec/scenario.h"

/// Cells that differ in their bytes only. At most sizes nothing new happens: runs at a few of them
/// determine those between in every digit (see emu/trace/pattern.h).
namespace orrery::inline run {

/// Returns the cells in families, if their times may lie on a line: numbers of cells that differ in
/// nothing but bytes, ascending; every other cell is a family of its own.
std::vector<std::vector<std::size_t>> size_families(const std::vector<RunSpec>& cells);

/// A run at one size.
struct SizedRun {
  std::int64_t bytes = 0;
  Metrics metrics;
  Pattern pattern;
};

/// Returns the metrics of a run with `bytes`, first.bytes < bytes < last.bytes, without the table
/// of rounds and the time without contention; the utilization of links is that of `first`. Nothing
/// if these three runs, of ascending sizes, do not determine them: they had to round, messages came
/// in another order, or are not larger by the factor of the sizes.
std::optional<Metrics> between(const SizedRun& first, const SizedRun& second, const SizedRun& last,
                               std::int64_t bytes);

/// The functions that run a family's members, by their place in it: run(i) emulates one and returns
/// nothing if it could not be run; derived(i, metrics) takes one that needed no emulation. Each
/// member is handed to one of them, once. The family ends early when `goes_on` returns false.
struct FamilyRuns {
  std::function<std::optional<SizedRun>(std::size_t i)> run;
  std::function<void(std::size_t i, const Metrics& metrics)> derived;
  std::function<bool()> goes_on;
};
void run_family(std::span<const std::int64_t> bytes, const FamilyRuns& runs);

}  // namespace orrery::inline run
