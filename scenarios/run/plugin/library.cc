#include "scenarios/run/plugin/library.h"

#include <cstring>
#include <dlfcn.h>

#include <fmt/format.h>

#include "algorithms/plugin.h"
#include "scenarios/run/plugin/inside.h"
#include "scenarios/run/plugin/symbols.h"

namespace orrery {
namespace {

/// What dlopen complains about begins with the file, which is known.
std::string loading_error(const std::string& file) {
  std::string_view error = dlerror();
  const std::string prefix = file + ": ";
  if (error.starts_with(prefix)) error.remove_prefix(prefix.size());
  return std::string(error);
}

void check_version(const PluginHeader& header) {
  if (std::memcmp(header.magic, "orrery\0\0", sizeof header.magic) != 0)
    throw PluginRefusal("its orrery_plugin is something else; expected what ORRERY_PLUGIN makes");
  constexpr std::string_view kAgain =
      "expected one built with the headers of this orrery (build it again)";
  if (header.interface != PluginHeader::kInterface)
    throw PluginRefusal(
        fmt::format("is built for version {} of the interface, this orrery has {}; {}",
                    header.interface, PluginHeader::kInterface, kAgain));
  if (std::string_view(header.fingerprint) != kFingerprint)
    throw PluginRefusal(fmt::format("is built with other headers ({}, this orrery has {}); {}",
                                    header.fingerprint, kFingerprint, kAgain));
}

bool leads_to_catalogue(const std::string& symbol) {
  for (const char* linker : {"dlsym", "dlvsym", "dlopen", "dlmopen", "dlinfo", "dl_iterate_phdr"})
    if (symbol == linker) return true;
  const void* const address = dlsym(RTLD_DEFAULT, symbol.c_str());
  if (address == nullptr) return false;
  if (address == reinterpret_cast<const void*>(&catalog) ||
      address == reinterpret_cast<const void*>(&find_algorithm))
    return true;
  const auto all = catalog();
  return std::find(all.begin(), all.end(), address) != all.end();
}

void forbid_catalogue_to(const std::string& file) {
  for (const std::string& symbol : symbols_wanted_by(file))
    if (leads_to_catalogue(symbol))
      throw ForbiddenUse(
          fmt::format("uses {}, which leads to the algorithms of the program; with "
                      "--forbid-catalogue a plug-in is to bring its own",
                      symbol));
  forbid_look_ups([] { end_forbidden(Mailbox::kLookUp); });
}

}  // namespace

std::span<const Algorithm* const> open_library(const std::string& file, bool forbid_catalogue) {
  if (forbid_catalogue) forbid_catalogue_to(file);
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw PluginRefusal(
        fmt::format("cannot be loaded: {}; expected a plug-in made with orrery new-algorithm or "
                    "find_package(orrery)",
                    loading_error(file)));
  const auto* const header = static_cast<const PluginHeader*>(dlsym(library, "orrery_plugin"));
  if (header == nullptr)
    throw PluginRefusal(
        "is a shared library, but no plug-in; expected one with ORRERY_PLUGIN(&algorithm)");
  check_version(*header);
  return {header->algorithms, header->count};
}

}  // namespace orrery
