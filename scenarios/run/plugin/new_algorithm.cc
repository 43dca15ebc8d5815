#include "scenarios/run/plugin/new_algorithm.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "algorithms/source_text.h"
#include "emu/base/letters.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline run {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostAlgorithmName = 40;

/// The algorithms to begin with: those with a listing that is easy to follow.
constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kSimple{
    {{"broadcast", "binomial"},
     {"reduce", "linear"},
     {"allgather", "ring"},
     {"allgatherv", "ring"},
     {"reduce-scatter", "ring"},
     {"allreduce", "ring"},
     {"alltoall", "pairwise"},
     {"alltoallv", "pairwise"},
     {"neighbor-allgather", "shifts"},
     {"neighbor-alltoall", "shifts"},
     {"gather", "binomial"},
     {"scatter", "binomial"},
     {"gatherv", "linear"},
     {"scatterv", "linear"},
     {"scan", "hillis-steele"},
     {"exscan", "recursive-doubling"},
     {"barrier", "dissemination"}}};

void check_name(const NewAlgorithm& request) {
  const std::string& name = request.name;
  const bool plain = !name.empty() && name.size() <= kMostAlgorithmName && name.front() >= 'a' &&
                     name.front() <= 'z' && std::ranges::all_of(name, [](char c) {
                       return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
                     });
  if (!plain)
    throw InputError(
        fmt::format("new-algorithm: '{}' is not a valid name; expected a letter, then a-z, 0-9 and "
                    "-, at most {} in all",
                    name.substr(0, 2 * kMostAlgorithmName), kMostAlgorithmName));
  constexpr std::array<std::string_view, 6> kTaken{"all",     "clean",   "help",
                                                   "install", "package", "test"};
  if (std::ranges::find(kTaken, name) != kTaken.end())
    throw InputError(fmt::format(
        "new-algorithm: '{}' is a target of every build with CMake; expected another name", name));
  for (const Algorithm* a : catalog())
    if (a->collective == request.collective && a->name == name)
      throw InputError(fmt::format("new-algorithm: {} has an algorithm '{}'; expected another name",
                                   request.collective, name));
  std::error_code error;
  if (fs::exists(fs::symlink_status(name, error)))
    throw InputError(fmt::format("new-algorithm: '{}' already exists; expected a new name", name));
}

/// Returns the algorithm to begin with.
const Algorithm& start_of(const NewAlgorithm& request) {
  if (request.collective == kNoCollective)
    throw InputError(fmt::format("--collective: {} comes from a file; expected another collective",
                                 request.collective));
  try {
    find_collective(request.collective);
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("--collective: {}", e.what()));
  }
  try {
    const Algorithm& a = find_algorithm(request.collective,
                                        request.from.empty() ? simple_algorithm(request.collective)
                                                             : std::string_view(request.from));
    if (a.choice != nullptr)
      throw std::invalid_argument(
          fmt::format("{} chooses between others; expected one of these", a.name));
    return a;
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("--from: {}", e.what()));
  }
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Returns the source of the algorithm that it begins with, under another name.
std::string source_of(const NewAlgorithm& request, const Algorithm& start) {
  const std::string collective = with_underscores(request.collective);
  const std::string old_variable = collective + '_' + with_underscores(start.name);
  const std::string variable = collective + '_' + with_underscores(request.name);
  std::string text(source_text(fmt::format("{}/{}.cc", collective, with_underscores(start.name))));
  replace_all(text, old_variable, variable);
  replace_all(text, fmt::format(".name = \"{}\"", start.name),
              fmt::format(".name = \"{}\"", request.name));
  const std::size_t include = text.find("#include");
  text.insert(include, "#include \"algorithms/plugin.h\"\n\n");
  return fmt::format("// {0}: begun as {1} {2}.\n//\n{3}\nORRERY_PLUGIN(&orrery::{4}::{4})\n",
                     request.name, request.collective, start.name, text, variable);
}

std::string project_of(const NewAlgorithm& request) {
  return fmt::format(R"(cmake_minimum_required(VERSION 3.25)
project({0} LANGUAGES CXX)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()

# The orrery that made this project; another one with -Dorrery_DIR=...
find_package(orrery REQUIRED HINTS "{1}")

orrery_add_plugin({0} {2})
)",
                     request.name, plugin_sdk().package.string(), source_file_of(request.name));
}

std::string scenario_of(const NewAlgorithm& request) {
  const bool rooted = find_collective(request.collective).rooted;
  return fmt::format(R"(title = "{0}: {1}"
description = """
{3} sizes and numbers of ranks, with everything that is moved followed and compared with what {1}
means, and rounds and bytes with what {0} says of itself. Every other case: orrery verify.
"""

[run]
collective = "{1}"
algorithm = "{0}"
ranks = {4}
bytes = {2}
{5}payload = ["provenance", "real"]
skip_unsupported = true

[expect]
"*.verified" = true
)",
                     request.name, request.collective,
                     request.collective == "barrier" ? "\"0B\"" : R"(["0B", "7B", "1000B"])",
                     rooted ? "All roots, and many" : "Many",
                     rooted ? "[1, 2, 3, 4, 7]" : "[1, 2, 3, 4, 5, 7, 8, 16, 33]",
                     rooted ? "root = \"all\"\n" : "");
}

Sdk sdk_in(const fs::path& prefix) {
  return {prefix / "include" / "orrery", prefix / ORRERY_PACKAGE_DIR};
}

}  // namespace

Sdk plugin_sdk() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const Sdk installed = sdk_in(program.parent_path().parent_path());
  return fs::exists(installed.package / "orreryConfig.cmake", error)
             ? installed
             : sdk_in(fs::path(ORRERY_BUILD_DIR) / "sdk");
}

std::string_view simple_algorithm(std::string_view collective) {
  const auto simple =
      std::ranges::find(kSimple, collective, &std::pair<std::string_view, std::string_view>::first);
  EMU_ASSERT(simple != kSimple.end(), "no simple algorithm of ", collective);
  return simple->second;
}

std::string source_file_of(const std::string& name) {
  return with_underscores(name) + ".cc";
}

std::vector<NewFile> files_of(const NewAlgorithm& request) {
  const Algorithm& start = start_of(request);
  check_name(request);
  return {{"CMakeLists.txt", project_of(request)},
          {source_file_of(request.name), source_of(request, start)},
          {request.name + ".toml", scenario_of(request)}};
}

}  // namespace orrery::inline run
