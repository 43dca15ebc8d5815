#pragma once

#include <string>

namespace orrery {

/// Returns the text with unlimited lifetime, for members that only refer to texts. Returns an empty
/// text after many different ones, as plug-ins may make them.
const std::string& kept(std::string text);

}  // namespace orrery
