#include "scenarios/text/scenario_library.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/text/errors.h"
#include "scenarios/text/translation.h"
#include "scenarios/text/words.h"

namespace orrery::inline text {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kDataFolder = "data";       ///< holds files that scenarios refer to
constexpr std::string_view kPackageFolder = "python";  ///< its pyproject.toml is for pip

/// Returns whether a folder holds no scenarios of its own.
bool is_part(const fs::path& folder) {
  return folder == kDataFolder || folder == kTranslationFolder || folder == kPackageFolder;
}

}  // namespace

fs::path built_in_directory(std::string_view name, const fs::path& source) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "share" / "orrery" / name;
  return fs::is_directory(installed, error) ? installed : source;
}

fs::path scenario_directory() {
  return built_in_directory("scenarios", ORRERY_SCENARIO_DIR);
}

std::vector<fs::path> built_in_scenarios() {
  const fs::path root = scenario_directory();
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::recursive_directory_iterator it(root, error), end; !error && it != end;
       it.increment(error))
    if (it->path().extension() == ".toml" && !is_part(it->path().parent_path().filename()))
      found.push_back(fs::relative(it->path(), root));
  std::sort(found.begin(), found.end());
  return found;
}

fs::path find_example(const fs::path& name) {
  std::error_code none;
  const bool is_own = name.empty() || fs::exists(name, none);
  return !is_own && fs::is_regular_file(scenario_directory() / name, none)
             ? scenario_directory() / name
             : name;
}

fs::path find_scenario(const fs::path& name) {
  std::error_code error;
  if (fs::exists(name, error)) return name;
  if (error)
    throw InputError({name.string()}, "",
                     {.what = fmt::format("cannot be read: {}", error.message()), .whole = true});
  const auto known = built_in_scenarios();
  std::vector<std::string> names;
  std::string same;  // but for its folder
  for (const fs::path& path : known) {
    if (path == name || fs::path(path).replace_extension() == name)
      return scenario_directory() / path;
    names.push_back(fs::path(path).replace_extension().string());
    if (path.stem() == name.stem()) same = names.back();
  }
  throw InputError(
      {name.string()}, "",
      {.what = "cannot be read: No such file or directory",
       .nearest =
           same.empty() ? nearest_of(fs::path(name).replace_extension().string(), names) : same,
       .whole = true});
}

}  // namespace orrery::inline text
