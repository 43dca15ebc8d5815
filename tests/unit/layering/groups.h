#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/unit/layering/sources.h"

/// Reads which sources are compiled together (add_sources in the top CMakeLists.txt).
namespace orrery::testing {

/// Maps the path of a source to the target with whose sources it is compiled in groups.
using Groups = std::map<std::string, std::string>;

/// Returns the sources that the CMakeLists.txt of `folder` gives to add_sources, itself or in a
/// function of one parameter.
Groups groups_in(const std::string& cmake_lists, const std::string& folder);

/// Returns the groups of the whole project.
Groups project_groups();

/// Returns the groups that each file is compiled in: a header in those of the sources that include
/// it, directly or by way of others.
std::map<std::string, std::set<std::string>> compiled_in(const std::vector<Source>& sources,
                                                         const Groups& groups);

}  // namespace orrery::testing
