#pragma once

#include <string>
#include <string_view>

/// Texts within HTML and XML.
namespace orrery {

/// Writes a text so that it is printable, and as entities those of & < > " ' and the line end that `signs` has: "a &lt; b" of "a < b" and "&<".
std::string with_entities(std::string_view text, std::string_view signs);

/// A page of a heading and `body`, which is HTML; it needs nothing from elsewhere.
std::string html_document(std::string_view title, std::string_view body);

/// Returns the text that RFC 4648 makes of bytes.
std::string base64(std::string_view bytes);

}  // namespace orrery
