#include "algorithms/source_text.h"

#include <algorithm>

namespace orrery {
namespace {

struct Source {
  std::string_view file, text;
};

// Made by CMakeLists.txt from the sources of this library.
constexpr Source kSources[] = {
#include "source_texts.inc"
};

}  // namespace

std::string_view source_text(std::string_view path) {
  constexpr std::string_view kFolder = "algorithms/";
  if (const auto at = path.rfind(kFolder); at != std::string_view::npos)
    path.remove_prefix(at + kFolder.size());
  const auto found = std::find_if(std::begin(kSources), std::end(kSources),
                                  [&](const Source& s) { return s.file == path; });
  return found == std::end(kSources) ? std::string_view() : found->text;
}

}  // namespace orrery
