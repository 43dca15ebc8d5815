#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/unit/layering/sources.h"

/// Measures the size of classes over all of their files.
namespace orrery::testing {

struct ClassSize {
  int lines = 0;      ///< its definition and the functions of it that are defined elsewhere
  int members = 0;    ///< data of each object
  int functions = 0;  ///< declared in it
  friend bool operator==(const ClassSize&, const ClassSize&) = default;
};

/// Returns the classes, structs and unions by their whole names: "orrery::viz::Session",
/// "Outer::Inner"; a class in an anonymous namespace has its file in front: "a.cc:orrery::Reader".
std::map<std::string, ClassSize> class_sizes(const std::vector<Source>& sources);

}  // namespace orrery::testing
