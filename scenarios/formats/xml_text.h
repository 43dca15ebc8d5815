#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace orrery {

/// Where a text is not XML, and why.
struct XmlFlaw {
  std::size_t offset = 0;  ///< bytes from its beginning
  std::string what;
};

/// The first of the flaws that pugixml takes: bytes that are not UTF-8 (unless the text says ISO-8859-1), characters
/// that XML has not, `<` or an entity that is not XML's own in an attribute's value or a text, `]]>` in a text, `--` in
/// a comment, a declaration that is not at the beginning. What pugixml finds itself is left to it.
std::optional<XmlFlaw> xml_flaw(std::string_view text);

}  // namespace orrery
