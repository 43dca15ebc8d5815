#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace orrery {

/// The text of the source file of an algorithm or of a phase that algorithms share; `path` ends in
/// "algorithms/<folder>/<name>.cc" (or .h) or is "<folder>/<name>.cc": the file needs not be there when
/// the program runs. Of others, those of plug-ins, the file as it is now: a regular file of at most 1 MiB with the
/// ending of C++ in a folder that allow_sources() was given. Empty if there is none.
std::string_view source_text(std::string_view path);

/// Lets source_text() read the sources in and below a folder: that of a plug-in, whose code may name any file.
void allow_sources(const std::filesystem::path& folder);

/// The names of all that the program has: "<folder>/<name>.cc".
std::vector<std::string_view> source_files();

}  // namespace orrery
