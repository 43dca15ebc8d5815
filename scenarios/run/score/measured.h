#pragma once

#include <string>
#include <vector>

#include "emu/base/units.h"

/// Collectives as they were measured on machines.
namespace orrery {

/// A line of a table of measured collectives: one algorithm in one job with one size.
struct MeasuredRow {
  int line = 0;  ///< in its file
  std::string machine, timestamp;
  int nodes = 0, ranks = 0, tasks_per_node = 1;  ///< >= 1
  std::string shape;                      ///< "4x4x4" where the nodes are a torus; else empty
  std::string collective;                 ///< as the project calls it: "broadcast"
  std::string implementation, algorithm;  ///< as the source calls them
  std::string segment, ports;             ///< as they stand; may be empty
  Bytes bytes;             ///< the large buffer of one rank: the total where ranks have a part each
  std::int64_t count = 0;  ///< elements in it; 0: not said
  double seconds = 0;      ///< median, > 0
  bool ignored = false;    ///< the library may have run something else

  /// What has the same number of ranks, collective and size in the same job is compared.
  std::string job() const { return machine + '/' + timestamp; }
  bool is_default() const { return algorithm.starts_with("default"); }
};

/// Columns machine, timestamp, nodes, ranks, collective, impl, algorithm, bytes, median_s; and where they
/// are there tasks_per_node, shape, segment, ports, count, ignored. THROWS InputError with line and column.
std::vector<MeasuredRow> read_measured(const std::string& path);

/// "bcast" -> "broadcast", "reduce_scatter" and "RS" -> "reduce-scatter", "AG" -> "allgather".
std::string collective_name(std::string_view word);

}  // namespace orrery
