#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/spec/scenario.h"

/// Schedules of other tools as they were measured on GPUs of one node: two parameters predict them.
namespace orrery {

/// A line of a table of measured schedules: one file with one size.
struct MeasuredSchedule {
  int line = 0;        ///< in its table
  std::string file;    ///< below the folder of schedules, or kNativeAllreduce
  std::string beside;  ///< of the library's own: the file that it was measured beside
  Bytes
      bytes;  ///< as rccl-tests count: the whole vector, of allgather what each rank has in the end
  double seconds = 0;
  bool applies = true;                   ///< false: the library ran something else
  bool fitted = false;                   ///< the two parameters come from this row and its like
  std::optional<double> predicted = {};  ///< seconds
  std::string reason = {};               ///< why there is no prediction
};

/// What the library does without a file, measured beside each: its own ring, which the catalogue's stands for.
inline constexpr const char* kNativeAllreduce = "native allreduce";

/// Columns xml, bytes, measured_us; and where they are there xml_applies, coll and native_rccl_us, which of an
/// allreduce is a row of its own. THROWS InputError with line and column.
std::vector<MeasuredSchedule> read_measured_schedules(const std::string& path);

/// Every GPU has a link to every other, of bandwidth 1/β each way; a message costs α.
struct NodeCosts {
  Time alpha{0};
  Bandwidth bandwidth;
};

/// Fits α and β to the rows whose file names match `wanted` (* stands for anything), and predicts all. An empty
/// one means ring allreduces: files called *ar_ring*, or kNativeAllreduce where there are none. Rows of the
/// library's own are taken out where they are not what is fitted. `schedules` is the folder that files are in.
/// THROWS InputError where no row that can be run matches.
///
/// The time of a schedule is piecewise linear in α and β: a run, and one with α a little larger, give the line that
/// holds at these values, which is fitted to the measured times (fit_line), until the values stay, at most twelve times.
NodeCosts fit_and_predict(std::vector<MeasuredSchedule>& rows, const std::string& schedules,
                          const std::string& wanted);

}  // namespace orrery
