#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace orrery::inline algorithms {

/// Returns the text of the source file of an algorithm or of a shared phase; `path` ends in
/// "algorithms/<folder>/<name>.cc" (or .h) or is "<folder>/<name>.cc": the file need not exist at
/// run time. For others, those of plug-ins, reads the file now: a regular file of at most 1 MiB
/// with an extension of C++ or Python in a folder passed to allow_sources(). Returns "" if there is none.
std::string_view source_text(std::string_view path);

/// Lets source_text() read the sources in and below a folder, such as that of a plug-in, whose code
/// may name any file.
void allow_sources(const std::filesystem::path& folder);

/// Returns the names of all built-in sources: "<folder>/<name>.cc".
std::vector<std::string_view> source_files();

}  // namespace orrery::inline algorithms
