#pragma once

#include <toml++/toml.h>

namespace orrery::teaching {

/// Replaces the texts of a lesson by those of a translation. THROWS InputError with the place in
/// the translation for texts that the lesson does not have or has in another number, and for values
/// that are not texts for readers: answers and numbers stay the lesson's.
void translate(toml::table& lesson, const toml::table& texts);

}  // namespace orrery::teaching
