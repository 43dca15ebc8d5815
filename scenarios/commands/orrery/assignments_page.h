#pragma once

#include <string_view>

namespace orrery {

/// The reference's chapter on assignments: the file, what is counted, the sandbox, recipes.
extern const std::string_view kAssignmentsPage;

}  // namespace orrery
