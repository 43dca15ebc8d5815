#include "scenarios/teaching/translate.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "scenarios/text/errors.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

constexpr std::array<std::string_view, 7> kTexts{"title", "notes", "description", "goal",
                                                 "text",  "ask",   "explain"};

[[noreturn]] void refuse(const toml::key& key, const toml::node& node, Complaint complaint) {
  const toml::source_region& at = node.source();
  throw InputError({at.path ? *at.path : "", static_cast<int>(key.source().begin.line),
                    static_cast<int>(key.source().begin.column)},
                   std::string(key.str()), std::move(complaint));
}

void translate_list(const toml::key& key, toml::array& list, const toml::array& texts) {
  if (list.size() != texts.size())
    refuse(key, texts,
           {fmt::format("there are {} of them", texts.size()),
            fmt::format("{}, as in the lesson", list.size())});
  for (std::size_t i = 0; i < list.size(); ++i)
    translate(*list[i].as_table(), *texts[i].as_table());
}

}  // namespace

void translate(toml::table& lesson, const toml::table& texts) {
  for (auto&& [key, text] : texts) {
    toml::node* const here = lesson.get(key.str());
    if (here == nullptr) refuse(key, text, {"the lesson has no such text", one_of(kTexts)});
    if (text.is_table() && here->is_table()) {
      translate(*here->as_table(), *text.as_table());
    } else if (text.is_array_of_tables() && here->is_array_of_tables()) {
      translate_list(key, *here->as_array(), *text.as_array());
    } else if (text.is_string() && std::ranges::count(kTexts, key.str()) > 0) {
      lesson.insert_or_assign(key.str(), text);
    } else {
      refuse(key, text, {"it is not a text to be translated", one_of(kTexts)});
    }
  }
}

}  // namespace orrery::teaching
