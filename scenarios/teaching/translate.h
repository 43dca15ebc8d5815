#pragma once

#include <toml++/toml.h>

namespace orrery::teaching {

/// Puts the texts of a translation in the places of those of a lesson. THROWS InputError with the place in the
/// translation for what the lesson does not have, has in another number, or is not text that people read: answers
/// and numbers are the lesson's.
void translate(toml::table& lesson, const toml::table& texts);

}  // namespace orrery::teaching
