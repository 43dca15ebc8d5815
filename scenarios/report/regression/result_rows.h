#pragma once

#include <map>
#include <string>
#include <vector>

namespace orrery {

/// The runs of a file of results: of each its fields by name, as CSV has them; a value that is missing is left out.
struct ResultRows {
  std::string name;  ///< of the file, for errors
  std::vector<std::map<std::string, std::string>> rows;
};

/// Reads what --json, --csv or --resume wrote; which of them it is follows from how the file begins. THROWS
/// InputError naming the file and what is wrong.
ResultRows read_result_rows(const std::string& path);

}  // namespace orrery
