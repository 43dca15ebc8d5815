#pragma once

#include <string>
#include <string_view>

namespace orrery::page {

/// Text in which nothing has a meaning in HTML, in elements or in attributes in
/// quotes.
std::string escaped(std::string_view text);

/// Markdown as lessons are written in it: paragraphs, code by four blanks, "- "
/// for items, **strong**, *emphasis*, `code`. All else is text.
std::string html_of_markdown(std::string_view markdown);

}  // namespace orrery::page
