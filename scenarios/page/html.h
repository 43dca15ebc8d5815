#pragma once

#include <string>
#include <string_view>

namespace orrery::page {

/// Returns text without special characters of HTML, for elements and for attributes in quotes.
std::string escaped(std::string_view text);

/// Converts the Markdown of lessons: paragraphs, code by four blanks, "- " for items, **strong**,
/// *emphasis*, `code`. All else is text.
std::string html_of_markdown(std::string_view markdown);

}  // namespace orrery::page
