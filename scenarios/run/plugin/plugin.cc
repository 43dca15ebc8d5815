#include "scenarios/run/plugin/plugin.h"

#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "algorithms/plugin_error.h"
#include "algorithms/source_text.h"
#include "scenarios/run/plugin/inside.h"
#include "scenarios/run/plugin/proxies.h"
#include "scenarios/text/errors.h"

namespace orrery::inline run {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse(const fs::path& file, const std::string& message) {
  throw InputError({.source = "--plugin", .is_option = true}, "",
                   {fmt::format("{}: {}", file.string(), message), {}, {}, true});
}

/// Returns the folder of a plug-in's sources: its own, or the one around the folder in which it was
/// built.
fs::path source_folder(const fs::path& library) {
  const fs::path folder = library.parent_path();
  return folder.filename().string().starts_with("build") ? folder.parent_path() : folder;
}

}  // namespace

void load_plugin(const fs::path& file) {
  std::error_code error;
  const fs::path path = fs::canonical(file, error);
  if (error) refuse(file, fmt::format("{}; expected a shared library (.so)", error.message()));
  if (fs::is_directory(path)) refuse(file, "is a directory; expected a shared library (.so)");
  allow_sources(source_folder(path));
  try {
    for (const Algorithm* a : proxies_for(path))
      add_to_catalog(*a, {path.string(), contained_program});
  } catch (const PluginRefusal& e) {
    refuse(file, e.what());
  } catch (const std::invalid_argument& e) {
    refuse(file, e.what());
  } catch (const std::out_of_range& e) {
    refuse(file, e.what());
  } catch (const PluginError& e) {
    throw PluginError(e.kind(),
                      fmt::format("--plugin: {}: while it is loaded: {}", file.string(), e.what()));
  }
}

const Algorithm* find_plugin_algorithm(std::string_view collective, std::string_view name) {
  for (const Algorithm* a : catalog())
    if (a->collective == collective && a->name == name && origin_of(*a) != nullptr) return a;
  return nullptr;
}

}  // namespace orrery::inline run
