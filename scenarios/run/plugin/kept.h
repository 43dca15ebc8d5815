#pragma once

#include <cstring>
#include <source_location>
#include <string>

namespace orrery::inline run {

/// Returns the text with unlimited lifetime, for members that only refer to texts. Returns an empty
/// text after many different ones, as plug-ins may make them.
const std::string& kept(std::string text);

/// A place in a file of code from elsewhere. The standard has no way to create one: this is the layout in
/// libstdc++ and libc++ for __builtin_source_location.
struct SourceLine {
  const char* file;
  const char* function;
  unsigned line, column;

  /// Returns the location, which is valid as long as this lives.
  std::source_location location() const {
    static_assert(sizeof(std::source_location) == sizeof(const SourceLine*));
    const SourceLine* const pointer = this;
    std::source_location where;
    std::memcpy(static_cast<void*>(&where), &pointer, sizeof where);
    return where;
  }
};

}  // namespace orrery::inline run
