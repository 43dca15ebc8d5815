#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace orrery::inline formats {

/// The place where a text is not XML, and the reason.
struct XmlFlaw {
  std::size_t offset = 0;  ///< bytes from its beginning
  std::string what;
};

/// Returns the first flaw that pugixml accepts: bytes that are not UTF-8 (unless the text says
/// ISO-8859-1), characters that XML does not have, `<` or an entity that is not XML's own in an
/// attribute's value or a text, `]]>` in a text, `--` in a comment, a declaration that is not at
/// the beginning. Other flaws are found by pugixml itself.
std::optional<XmlFlaw> xml_flaw(std::string_view text);

}  // namespace orrery::inline formats
