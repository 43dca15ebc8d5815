#include "scenarios/page/html.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "scenarios/report/markup.h"
#include "scenarios/text/words.h"

namespace orrery::page {
namespace {

struct Mark {
  std::string_view sign, element;
};
constexpr std::array kMarks{Mark{"**", "strong"}, Mark{"`", "code"}, Mark{"*", "em"}};

/// Returns the end of the text that the mark at `at` begins; npos if that is not a mark but a sign
/// of its own, as in "2 * 3".
std::size_t end_of_mark(std::string_view text, std::size_t at, std::string_view sign) {
  const std::size_t begin = at + sign.size();
  if (text.substr(at, sign.size()) != sign || begin >= text.size() || text[begin] == ' ')
    return std::string_view::npos;
  return text.find(sign, begin + 1);
}

std::string inline_html(std::string_view text) {
  std::string html;
  for (std::size_t i = 0; i < text.size();) {
    const auto mark = std::ranges::find_if(kMarks, [&](const Mark& m) {
      return end_of_mark(text, i, m.sign) != std::string_view::npos;
    });
    if (mark == kMarks.end()) {
      html += escaped(text.substr(i++, 1));
      continue;
    }
    const std::size_t begin = i + mark->sign.size(), end = end_of_mark(text, i, mark->sign);
    const std::string_view inner = text.substr(begin, end - begin);
    html += fmt::format("<{0}>{1}</{0}>", mark->element,
                        mark->element == "code" ? escaped(inner) : inline_html(inner));
    i = end + mark->sign.size();
  }
  return html;
}

std::string code_html(std::string_view paragraph) {
  while (paragraph.ends_with('\n')) paragraph.remove_suffix(1);
  std::string code;
  for (std::string_view line : split(paragraph, '\n')) code += escaped(line) + '\n';
  return fmt::format("<pre tabindex=\"0\"><code>{}</code></pre>\n", code);
}

std::string list_html(std::string_view paragraph) {
  std::string items;
  for (const std::string_view line : split(paragraph, '\n'))
    items += line.starts_with("- ") ? fmt::format("{}<li>{}", items.empty() ? "" : "</li>\n",
                                                  inline_html(line.substr(2)))
                                    : ' ' + inline_html(line);
  return fmt::format("<ul>\n{}</li>\n</ul>\n", items);
}

}  // namespace

std::string escaped(std::string_view text) {
  return with_entities(text, "&<>\"'");
}

std::string html_of_markdown(std::string_view markdown) {
  std::string html;
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find("\n\n"), markdown.size());
    const std::string_view paragraph = markdown.substr(0, end);
    markdown.remove_prefix(std::min(end + 2, markdown.size()));
    if (trimmed(paragraph).empty()) continue;
    if (paragraph.starts_with("    "))
      html += code_html(paragraph);
    else if (paragraph.starts_with("- "))
      html += list_html(paragraph);
    else
      html += fmt::format("<p>{}</p>\n", inline_html(trimmed(paragraph)));
  }
  return html;
}

}  // namespace orrery::page
