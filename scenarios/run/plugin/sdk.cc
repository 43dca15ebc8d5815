#include "scenarios/run/plugin/sdk.h"

namespace orrery {
namespace fs = std::filesystem;
namespace {

Sdk sdk_in(const fs::path& prefix) {
  return {prefix / "include" / "orrery", prefix / ORRERY_PACKAGE_DIR};
}

}  // namespace

Sdk plugin_sdk() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const Sdk installed = sdk_in(program.parent_path().parent_path());
  return fs::exists(installed.package / "orreryConfig.cmake", error)
             ? installed
             : sdk_in(fs::path(ORRERY_BUILD_DIR) / "sdk");
}

}  // namespace orrery
