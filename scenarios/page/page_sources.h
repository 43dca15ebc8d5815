#pragma once

#include <string_view>

/// What every page holds as it is; made of page.css, page.js and
/// imsmanifest.xml by CMakeLists.txt.
namespace orrery::page {

extern const std::string_view kStyle, kScript;
/// With {0} for the title.
extern const std::string_view kManifest;

}  // namespace orrery::page
