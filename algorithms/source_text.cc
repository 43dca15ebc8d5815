#include "algorithms/source_text.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>

namespace orrery {
namespace {

struct Source {
  std::string_view file, text;
};

// Made by CMakeLists.txt from the sources of this library.
constexpr Source kSources[] = {
#include "source_texts.inc"
};

/// Read once. Only the window asks, from one thread.
std::string_view text_on_disk(std::string_view path) {
  static std::map<std::string, std::string, std::less<>> texts;
  if (!path.starts_with('/')) return {};
  if (const auto known = texts.find(path); known != texts.end()) return known->second;
  std::ifstream in{std::string(path)};
  return texts[std::string(path)] = std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

std::string_view source_text(std::string_view path) {
  constexpr std::string_view kFolder = "algorithms/";
  if (const auto at = path.rfind(kFolder); at != std::string_view::npos)
    path.remove_prefix(at + kFolder.size());
  const auto found = std::find_if(std::begin(kSources), std::end(kSources),
                                  [&](const Source& s) { return s.file == path; });
  return found == std::end(kSources) ? text_on_disk(path) : found->text;
}

std::vector<std::string_view> source_files() {
  std::vector<std::string_view> files;
  for (const Source& source : kSources) files.push_back(source.file);
  return files;
}

}  // namespace orrery
