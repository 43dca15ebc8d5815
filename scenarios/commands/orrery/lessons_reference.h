#pragma once

#include <string>

namespace orrery {

/// The part of the reference on the keys of lessons, and on what answers are made of.
std::string lessons_text();

}  // namespace orrery
