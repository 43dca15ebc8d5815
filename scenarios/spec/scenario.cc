#include "scenarios/spec/scenario.h"

#include <system_error>

#include <fmt/format.h>

namespace orrery::inline spec {

RunSpec::RunSpec() = default;
RunSpec::RunSpec(const RunSpec& other) = default;
RunSpec::RunSpec(RunSpec&& other) noexcept = default;
RunSpec& RunSpec::operator=(const RunSpec& other) = default;
RunSpec& RunSpec::operator=(RunSpec&& other) noexcept = default;
RunSpec::~RunSpec() = default;

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

}  // namespace orrery::inline spec
