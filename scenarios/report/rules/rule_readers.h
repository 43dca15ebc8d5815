#pragma once

#include <limits>
#include <vector>

#include <nlohmann/json.hpp>

#include "scenarios/report/rules/library_rules.h"
#include "scenarios/text/errors.h"

/// Functions shared by the readers of decision tables.
namespace orrery::inline report::rules {

using Json = nlohmann::ordered_json;
inline constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();
inline constexpr std::string_view kOpenMpiRules = "rules of Open MPI",
                                  kOpenMpiJson = "rules of Open MPI in JSON",
                                  kMpichJson = "a tuning file of MPICH",
                                  kNcclCsv = "a configuration of NCCL's tuner",
                                  kUccTune = "a tuning string of UCC";

/// A line of a table, both ends included.
struct Rule {
  std::int64_t least_ranks = 0, most_ranks = kNoEnd, least_bytes = 0, most_bytes = kNoEnd;
  std::string algorithm = {};  ///< empty: the library decides
};
using Rules = std::vector<Rule>;

/// Takes the first of the rules that hold, or the last. `size` counts bytes as the library does.
LibraryRules::Choice choice_of(Rules rules, std::string collective,
                               std::int64_t (*size)(std::string_view, int, std::int64_t),
                               bool last_wins);

/// Returns "broadcast" of "bcast", "reduce-scatter" of "reducescatter".
std::string collective_of(std::string_view word);

/// Throws InputError. `line` is 0 if it is not known.
[[noreturn]] void fail(const std::string& name, int line, std::string_view format,
                       const std::string& what, const std::string& expected);

// Readers, one for each format. THROW InputError.
LibraryRules read_open_mpi(std::string_view text, const std::string& name);
LibraryRules read_open_mpi_json(std::string_view text, const std::string& name);
LibraryRules read_mpich(std::string_view text, const std::string& name);
LibraryRules read_nccl(std::string_view text, const std::string& name);
LibraryRules read_ucc(std::string_view text, const std::string& name);

}  // namespace orrery::inline report::rules
