#pragma once

#include <string>
#include <string_view>

/// Texts within HTML and XML.
namespace orrery {

/// Writes as entities those of & < > " ' and the line end that `signs` has: "a &lt; b" of "a < b" and "&<".
std::string with_entities(std::string_view text, std::string_view signs);

/// Returns the text that RFC 4648 makes of bytes.
std::string base64(std::string_view bytes);

}  // namespace orrery
