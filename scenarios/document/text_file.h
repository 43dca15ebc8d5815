#pragma once

#include <filesystem>
#include <string>

namespace orrery {

/// The contents of a file of at most 16 MiB. THROWS InputError naming it.
std::string read_text_file(const std::filesystem::path& file);

}  // namespace orrery
