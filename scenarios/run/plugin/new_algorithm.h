#pragma once

#include <string>

namespace orrery {

/// What `orrery new-algorithm` was asked for.
struct NewAlgorithm {
  std::string name;  ///< "my-ring"
  std::string collective = "allreduce";
  std::string from;  ///< the built-in algorithm to begin with; empty: a simple one
};

/// "my_ring.cc".
std::string source_file_of(const std::string& name);

/// Makes a directory of that name, here: CMakeLists.txt, a source file, a scenario. THROWS InputError:
/// a name that is not made of a-z, 0-9 and - or is taken, a directory that exists, a collective or
/// algorithm that does not; OutputError. Nothing is left behind then.
void make_new_algorithm(const NewAlgorithm& request);

}  // namespace orrery
