#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// What files are of which one is given where another is expected.
namespace orrery {

/// Returns "an OSU allgather output", "a SimGrid platform", "a schedule (goal)"; empty: it is not known.
std::string kind_in_words(const std::filesystem::path& file);

/// Returns the words for a text that is none of the formats of lines, which any list of words could be.
std::string kind_of_text(std::string_view text);

}  // namespace orrery
