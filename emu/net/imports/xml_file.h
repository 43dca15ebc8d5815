#pragma once

#include <algorithm>
#include <pugixml.hpp>

#include "emu/base/check.h"
#include "emu/base/line_numbers.h"
#include "emu/net/imports/formats.h"

namespace orrery::imports {

/// An XML file with the lines of its elements.
class XmlFile {
 public:
  /// Parses the text. THROWS as fail() if it is not valid.
  XmlFile(std::string_view text, const std::string& file) : lines_(text) {
    const auto parsed = document_.load_buffer(text.data(), text.size());
    if (!parsed)
      fail(file, line_at(parsed.offset), text_of("not valid XML: ", parsed.description()));
  }

  pugi::xml_node child(const char* name) const { return document_.child(name); }
  std::size_t line_of(const pugi::xml_node& node) const { return line_at(node.offset_debug()); }

 private:
  std::size_t line_at(std::ptrdiff_t offset) const {
    return lines_.of(static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
  }

  LineNumbers lines_;
  pugi::xml_document document_;
};

}  // namespace orrery::imports
