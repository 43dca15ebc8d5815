#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "emu/base/check.h"

/// Tables of reference values, as text.
namespace orrery::testing {

using Row = std::vector<std::string>;

inline Row split(const std::string& line, char separator) {
  Row fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, separator);) fields.push_back(field);
  if (line.ends_with(separator)) fields.emplace_back();
  return fields;
}

/// Returns the rows of a file of data/ without comments and header. THROWS if there are none.
inline std::vector<Row> table(const std::string& name) {
  std::ifstream in(std::string(SCHEDULES_DATA) + "/" + name);
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with('#')) rows.push_back(split(line, ','));
  EMU_CHECK(rows.size() > 1, name, " has no rows");
  rows.erase(rows.begin());
  return rows;
}

inline std::vector<int> integers(const std::string& text) {
  std::vector<int> all;
  std::istringstream in(text);
  for (int i = 0; in >> i;) all.push_back(i);
  return all;
}

/// Returns the integer in a field; -1 if it is empty.
inline int integer(const std::string& text) {
  return text.empty() ? -1 : std::stoi(text);
}

}  // namespace orrery::testing
