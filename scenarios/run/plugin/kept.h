#pragma once

#include <string>

namespace orrery {

/// The text, which lives for ever: for members that only refer to texts. After many different ones: an
/// empty text, as plug-ins make them.
const std::string& kept(std::string text);

}  // namespace orrery
