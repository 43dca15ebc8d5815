#pragma once

#include <filesystem>

namespace orrery {

/// The files to build plug-ins with, and nothing else: beside the installed program, or in the
/// build.
struct Sdk {
  std::filesystem::path include;  ///< the folder of headers, for -I
  std::filesystem::path package;  ///< the folder where find_package(orrery) finds it
};
Sdk plugin_sdk();

}  // namespace orrery
