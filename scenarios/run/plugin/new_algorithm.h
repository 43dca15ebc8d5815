#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::inline run {

/// The files to build plug-ins with, and nothing else: beside the installed program, or in the
/// build.
struct Sdk {
  std::filesystem::path include;  ///< the folder of headers, for -I
  std::filesystem::path package;  ///< the folder where find_package(orrery) finds it
};
Sdk plugin_sdk();

/// The request of `orrery new-algorithm`.
struct NewAlgorithm {
  std::string name;  ///< "my-ring"
  std::string collective = "allreduce";
  std::string from;  ///< the built-in algorithm to begin with; empty: a simple one
};

/// Returns an algorithm of the collective that runs every problem and is easy to follow: "linear".
std::string_view simple_algorithm(std::string_view collective);

/// Returns "my_ring.cc".
std::string source_file_of(const std::string& name);

struct NewFile {
  std::string name, text;
};

/// Returns the files for a directory of that name: CMakeLists.txt, a source file, a scenario.
/// THROWS InputError: a name that is not made of a-z, 0-9 and - or is taken, also by a file in the
/// current directory; a collective or algorithm that does not exist.
std::vector<NewFile> files_of(const NewAlgorithm& request);

}  // namespace orrery::inline run
