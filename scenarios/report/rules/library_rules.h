#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

/// Decision tables of communication libraries: the algorithm for a number of ranks and bytes.
namespace orrery::inline report {

/// Choices of a library, read from a file.
struct LibraryRules {
  std::string_view library;  ///< as in algorithms/libraries.h: "Open MPI"
  std::string_view format;   ///< "rules of Open MPI"
  /// Returns the library's name or number of the algorithm for a number of ranks and bytes, which count as `bytes` of
  /// a scenario; nothing if the file leaves the choice to the library.
  using Choice = std::function<std::optional<std::string>(int ranks, std::int64_t bytes)>;
  std::map<std::string, Choice> choices;  ///< by collective, as the project calls it
  std::string remark = {};                ///< assumptions of the choices; may be empty
};

/// Returns the words for a file that begins so: "rules of Open MPI"; empty: it is no decision table.
std::string_view rules_in_words(std::string_view text);

/// Reads rules of Open MPI (numbers, or JSON since version 6), MPICH's tuning JSON, the CSV of NCCL's example tuner, and a
/// tuning string of UCC ("allreduce:0-4k:@knomial#..", also after UCC_TL_UCP_TUNE=). THROWS InputError with `name`, the
/// line where it is known, and the format.
LibraryRules read_rules(std::string_view text, const std::string& name);

/// Returns the bytes that libraries look up, for the bytes of a scenario. Open MPI counts
/// differently for each collective; UCC and NCCL count the larger buffer of a rank.
std::int64_t bytes_for_open_mpi(std::string_view collective, int ranks, std::int64_t bytes);
std::int64_t bytes_of_larger_buffer(std::string_view collective, int ranks, std::int64_t bytes);

/// Returns Open MPI's number of a collective in its rules, such as 2 for allreduce; nothing if its
/// rules have none.
std::optional<int> open_mpi_number(std::string_view collective);

}  // namespace orrery::inline report
