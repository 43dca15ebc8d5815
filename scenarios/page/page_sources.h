#pragma once

#include <string_view>

/// The fixed parts of every page; CMakeLists.txt makes them from page.css, page.js and
/// imsmanifest.xml.
namespace orrery::page {

extern const std::string_view kStyle, kScript;
/// With {0} for the title.
extern const std::string_view kManifest;

}  // namespace orrery::page
