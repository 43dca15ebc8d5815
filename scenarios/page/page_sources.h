#pragma once

#include <string_view>

/// The fixed parts of every page and package; CMakeLists.txt makes them from page.css, page.js,
/// imsmanifest.xml and its schemas.
namespace orrery::page {

extern const std::string_view kStyle, kScript;
/// With {0} for the title and {1} for the identifier.
extern const std::string_view kManifest;
extern const std::string_view kPackageSchema, kCourseSchema;

}  // namespace orrery::page
