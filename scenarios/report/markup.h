#pragma once

#include <string>
#include <string_view>

/// Texts within HTML and XML.
namespace orrery::inline report {

/// Returns printable text with the characters of & < > " ' and line end that are in `signs` as
/// entities: "a &lt; b" from "a < b" and "&<".
std::string with_entities(std::string_view text, std::string_view signs);

/// Returns a page with a heading and `body`, which is HTML; the page needs no other files.
std::string html_document(std::string_view title, std::string_view body);

/// Returns the base 64 text of bytes (RFC 4648).
std::string base64(std::string_view bytes);

}  // namespace orrery::inline report
