#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/plan/plan.h"
#include "scenarios/spec/schedule_format.h"

namespace orrery::inline formats {

/// The results of checking a schedule's file without running it on a network.
struct CheckedFile {
  std::string file;
  std::string format;      ///< "msccl-xml"
  std::string collective;  ///< a name in Orrery, or "custom"; empty: not known
  std::optional<int> ranks;
  std::optional<bool> verified;    ///< nothing for a plan without demand
  std::string error_class, error;  ///< of the first fault; empty: none
  PlanPlace place;                 ///< of that fault
  bool is_other = false;           ///< it is JSON or XML, but not a schedule
  PlanDescription description;
  std::optional<bool> in_place, out_of_place;
  std::optional<std::int64_t> messages, signals;  ///< with data, and without
  std::optional<double> reduced_chunks, copied_chunks;
  std::optional<double> chunks;
  std::optional<int> rounds, longest_chain, root;
  std::optional<std::int64_t> hangs_from_bytes, slots;
  std::vector<PairTraffic> pairs;
  std::vector<std::string> warnings;

  std::optional<std::int64_t> vector_chunks;  ///< N
  /// The largest traffic of a rank (sent or received) relative to the least that some rank must
  /// have; the Ψ of an optimal plan.
  std::optional<double> deficiency;
};

/// Returns the format by which a file is checked, from its name and beginning; null: it is not a
/// schedule.
const ScheduleFormat* schedule_to_check(const std::filesystem::path& path);

CheckedFile check_file(const std::filesystem::path& path, const ScheduleFormat& format,
                       const PlanOptions& options = {});

/// A value written about a file: a member in JSON, a column in CSV.
struct CheckedColumn {
  std::string_view name;  ///< "error_class"
  std::string_view meaning;
};
std::vector<CheckedColumn> checked_columns();

/// Returns {"files": [...]}, with these members.
std::string checked_json(const std::vector<CheckedFile>& files);
/// Returns a row for each, with these columns.
std::string checked_csv(const std::vector<CheckedFile>& files);
/// Returns a line for each, and for each fault and each warning.
std::string checked_text(const std::vector<CheckedFile>& files);

/// Checks the schedules in a folder, by name; of traces of several ranks the first. THROWS
/// InputError: no folder.
std::vector<CheckedFile> check_folder(const std::filesystem::path& folder);
/// Returns a row for each, with the columns that fit.
std::string library_table(const std::vector<CheckedFile>& files);

}  // namespace orrery::inline formats
