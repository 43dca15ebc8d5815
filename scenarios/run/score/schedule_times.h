#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/spec/scenario.h"

/// Schedules of other tools that were measured on GPUs of one node: two parameters predict them.
namespace orrery::inline run {

/// A line of a table of measured schedules: one file with one size.
struct MeasuredSchedule {
  int line = 0;        ///< in its table
  std::string file;    ///< below the folder of schedules, or kNativeAllreduce
  std::string beside;  ///< of the library's own run: the file that it was measured beside
  Bytes bytes;  ///< as in rccl-tests: the whole vector; of allgather the final bytes of each rank
  double seconds = 0;
  bool applies = true;                   ///< false: the library ran another algorithm
  bool fitted = false;                   ///< the two parameters are fitted to it
  std::optional<double> predicted = {};  ///< seconds
  std::string reason = {};               ///< why there is no prediction
};

/// The library's own ring, measured without a file next to each schedule; the catalogue's ring
/// represents it.
inline constexpr const char* kNativeAllreduce = "native allreduce";

/// Reads a table with columns xml, bytes, measured_us; and optionally xml_applies, coll and
/// native_rccl_us, which makes a row of its own for an allreduce. THROWS InputError with line and
/// column.
std::vector<MeasuredSchedule> read_measured_schedules(const std::string& path);

/// The costs in a node: every GPU has a link to every other, of bandwidth 1/β in each direction; a
/// message costs α.
struct NodeCosts {
  Time alpha{0};
  Bandwidth bandwidth;
};

/// Fits α and β to the rows whose file names match `wanted` (* stands for any text), and predicts
/// all. An empty one means ring allreduces: files called *ar_ring*, or kNativeAllreduce if there
/// are none. Rows of the library's own are removed unless they are fitted. `schedules` is the
/// folder of the files. THROWS InputError if no row that can be run matches.
///
/// The time of a schedule is piecewise linear in α and β: a run, and one with α a little larger,
/// give the line that holds at these values, which is fitted to the measured times (fit_line),
/// until the values stay, at most twelve times.
NodeCosts fit_and_predict(std::vector<MeasuredSchedule>& rows, const std::string& schedules,
                          const std::string& wanted);

}  // namespace orrery::inline run
