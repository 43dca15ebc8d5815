#include "scenarios/spec/scenario.h"

#include <system_error>

#include <fmt/format.h>

namespace orrery {

std::string found_file(const RunSpec& spec, const std::string& path) {
  const std::filesystem::path beside = spec.directory / path;
  std::error_code none;
  return std::filesystem::exists(beside, none) ? beside.string() : path;
}

std::string cell_name(const RunSpec& spec) {
  std::string name;
  for (const auto& [key, value] : spec.swept)
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", key, value);
  return name;
}

}  // namespace orrery
