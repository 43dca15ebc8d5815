#pragma once

#include <map>
#include <string>
#include <vector>

namespace orrery::inline report {

/// The runs of a file of results: for each its fields by name, as in CSV; missing values are left
/// out.
struct ResultRows {
  std::string name;  ///< of the file, for errors
  std::vector<std::map<std::string, std::string>> rows;
  std::vector<std::string> warnings = {};  ///< of the table
};

/// Reads a file of --json, --csv or --resume; recognises the kind by the beginning of the file.
/// THROWS InputError naming the file and the mistake.
ResultRows read_result_rows(const std::string& path);

}  // namespace orrery::inline report
