#include "scenarios/run/plugin/plugin.h"

#include <cstring>
#include <dlfcn.h>

#include <fmt/format.h>

#include "algorithms/plugin.h"
#include "scenarios/document/errors.h"
#include "scenarios/run/plugin/trial.h"

namespace orrery {
namespace fs = std::filesystem;
namespace {

/// For the catalogue: whoever calls a formula of a plug-in for the first time does so in a trial.
std::optional<std::string> try_out(const std::function<void()>& code) {
  return trial(code);
}

[[noreturn]] void refuse(const fs::path& file, const std::string& message) {
  throw InputError({.source = "--plugin", .is_option = true}, "",
                   {fmt::format("{}: {}", file.string(), message), {}, {}, true});
}

/// What dlopen complains about begins with the file, which is known.
std::string loading_error(const fs::path& file) {
  std::string_view error = dlerror();
  const std::string prefix = file.string() + ": ";
  if (error.starts_with(prefix)) error.remove_prefix(prefix.size());
  return std::string(error);
}

void check_version(const fs::path& file, const PluginHeader& header) {
  if (std::memcmp(header.magic, "orrery\0\0", sizeof header.magic) != 0)
    refuse(file, "its orrery_plugin is something else; expected what ORRERY_PLUGIN makes");
  constexpr std::string_view kAgain =
      "expected one built with the headers of this orrery (build it again)";
  if (header.interface != PluginHeader::kInterface)
    refuse(file, fmt::format("is built for version {} of the interface, this orrery has {}; {}",
                             header.interface, PluginHeader::kInterface, kAgain));
  if (std::string_view(header.fingerprint) != kFingerprint)
    refuse(file, fmt::format("is built with other headers ({}, this orrery has {}); {}",
                             header.fingerprint, kFingerprint, kAgain));
}

}  // namespace

void load_plugin(const fs::path& file) {
  std::error_code error;
  const fs::path path = fs::canonical(file, error);
  if (error) refuse(file, fmt::format("{}; expected a shared library (.so)", error.message()));
  if (fs::is_directory(path)) refuse(file, "is a directory; expected a shared library (.so)");
  // Libraries may run code when they are loaded.
  if (const auto crash = trial([&] { dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); }))
    refuse(file, "crashes while it is loaded: " + *crash);
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    refuse(file, fmt::format("cannot be loaded: {}; expected a plug-in made with orrery "
                             "new-algorithm or find_package(orrery)",
                             loading_error(path)));
  const auto* const header = static_cast<const PluginHeader*>(dlsym(library, "orrery_plugin"));
  if (header == nullptr)
    refuse(file,
           "is a shared library, but no plug-in; expected one with ORRERY_PLUGIN(&algorithm)");
  check_version(file, *header);
  for (std::uint32_t i = 0; i < header->count; ++i) {
    try {
      add_to_catalog(*header->algorithms[i], {path.string(), try_out});
    } catch (const std::invalid_argument& e) {
      refuse(file, e.what());
    }
  }
}

const Algorithm* find_plugin_algorithm(std::string_view collective, std::string_view name) {
  for (const Algorithm* a : catalog())
    if (a->collective == collective && a->name == name && origin_of(*a) != nullptr) return a;
  return nullptr;
}

}  // namespace orrery
