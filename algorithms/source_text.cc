#include "algorithms/source_text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <system_error>

namespace orrery {
namespace fs = std::filesystem;
namespace {

struct Source {
  std::string_view file, text;
};

// Made by CMakeLists.txt from the sources of this library.
constexpr Source kSources[] = {
#include "source_texts.inc"
};

constexpr std::uintmax_t kMostBytes = 1 << 20;

std::set<fs::path>& allowed_folders() {
  static std::set<fs::path> folders;
  return folders;
}

bool is_allowed(const fs::path& file) {
  constexpr std::array<std::string_view, 6> kEndings{".cc", ".cpp", ".cxx", ".h", ".hpp", ".inc"};
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error || !fs::is_regular_file(real, error) || fs::file_size(real, error) > kMostBytes)
    return false;
  if (std::ranges::find(kEndings, real.extension().string()) == kEndings.end()) return false;
  return std::ranges::any_of(allowed_folders(), [&](const fs::path& folder) {
    return std::ranges::mismatch(folder, real).in1 == folder.end();
  });
}

/// Read once. Only the window and pages ask, from one thread.
std::string_view text_on_disk(std::string_view path) {
  static std::map<std::string, std::string, std::less<>> texts;
  if (!path.starts_with('/')) return {};
  if (const auto known = texts.find(path); known != texts.end()) return known->second;
  std::string& text = texts[std::string(path)];
  if (!is_allowed(path)) return text;
  std::ifstream in{std::string(path)};
  return text = std::string(std::istreambuf_iterator<char>(in), {});
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

void allow_sources(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  if (!error) allowed_folders().insert(real);
}

std::vector<std::string_view> source_files() {
  std::vector<std::string_view> files;
  for (const Source& source : kSources) files.push_back(source.file);
  return files;
}

}  // namespace orrery
