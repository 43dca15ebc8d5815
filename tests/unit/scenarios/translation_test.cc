// Tests lessons in another language: only the texts differ.
#include "scenarios/text/translation.h"

#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <toml++/toml.h>

#include "scenarios/teaching/classroom.h"
#include "scenarios/teaching/translate.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/scenario_library.h"

namespace orrery::teaching {
namespace {

/// Returns "{rounds}" and the like, sorted, since sentences may have another order.
std::multiset<std::string> references_in(const std::string& text) {
  std::multiset<std::string> found;
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1))
    found.insert(text.substr(at, text.find('}', at) + 1 - at));
  return found;
}

/// Checks that every text has a translation with the same references to the run.
void expect_translated(const toml::table& lesson, const toml::table& texts,
                       const std::string& where) {
  static const std::set<std::string_view> read{"title", "notes", "description", "goal",
                                               "text",  "ask",   "explain"};
  for (auto&& [key, node] : lesson) {
    const std::string here = where + "." + std::string(key.str());
    const toml::node* other = texts.get(key.str());
    if (read.contains(key.str()) && node.is_string()) {
      ASSERT_NE(other, nullptr) << here;
      EXPECT_EQ(references_in(other->as_string()->get()), references_in(node.as_string()->get()))
          << here;
    } else if (key == "lesson" || key == "question") {
      ASSERT_NE(other, nullptr) << here;
      expect_translated(*node.as_table(), *other->as_table(), here);
    } else if (key == "page" || key == "hint") {
      ASSERT_NE(other, nullptr) << here;
      ASSERT_EQ(other->as_array()->size(), node.as_array()->size()) << here;
      for (std::size_t i = 0; i < node.as_array()->size(); ++i)
        expect_translated(*node.as_array()->get(i)->as_table(),
                          *other->as_array()->get(i)->as_table(), here + std::to_string(i + 1));
    }
  }
}

TEST(LessonsInGerman, HaveEveryText) {
  int count = 0;
  for (const auto& path : built_in_scenarios()) {
    if (path.parent_path() != "lessons") continue;
    const auto file = scenario_directory() / path, german = translation_of(file, "de");
    ASSERT_FALSE(german.empty()) << file;
    expect_translated(toml::parse_file(file.string()), toml::parse_file(german.string()),
                      path.string());
    ++count;
  }
  EXPECT_EQ(count, 22);
}

TEST(LessonsInGerman, AreTheSameButForTheirTexts) {
  const auto lessons = built_in_lessons(), german = built_in_lessons("de");
  ASSERT_EQ(german.size(), lessons.size());
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    EXPECT_EQ(german[i].name, lessons[i].name);
    EXPECT_NE(german[i].title, lessons[i].title);
    EXPECT_NE(german[i].goal, lessons[i].goal);
    ASSERT_EQ(german[i].pages.size(), lessons[i].pages.size());
    EXPECT_EQ(german[i].pages.back().title, "Probieren Sie es selbst");
    EXPECT_EQ(german[i].pages.front().cell, lessons[i].pages.front().cell);
  }
  Classroom room(german[0]);
  const Page& page = german[0].pages[1];
  EXPECT_EQ(text_of(answer_of(page, room.scene(page))), "6 µs");
  EXPECT_EQ(room.scene(page).filled(page.question->explain),
            "3 Nachrichten, eine nach der anderen, je 2 µs lang.");
}

TEST(LessonsInGerman, ChangeTextsOnly) {
  const auto translated_by = [](const char* text) {
    toml::table lesson = toml::parse(R"(title = "a"
[[page]]
title = "b"
text = "c"
[page.question]
kind = "rank"
ask = "d"
answer = "root")");
    translate(lesson, toml::parse(std::string_view(text), std::string_view("t.de.toml")));
    return lesson;
  };
  const toml::table good =
      translated_by("title = \"A\"\n[[page]]\ntext = \"C\"\n[page.question]\nask = \"D\"");
  EXPECT_EQ(good["title"].value_or(""), std::string("A"));
  EXPECT_EQ(good["page"][0]["title"].value_or(""), std::string("b"));
  EXPECT_EQ(good["page"][0]["text"].value_or(""), std::string("C"));
  EXPECT_EQ(good["page"][0]["question"]["ask"].value_or(""), std::string("D"));
  EXPECT_EQ(good["page"][0]["question"]["answer"].value_or(""), std::string("root"));
  for (const char* bad :
       {"[[page]]\n[page.question]\nanswer = \"0\"", "subject = \"A\"", "title = 3",
        "[[page]]\n[[page]]\ntext = \"C\"", "[page]\ntext = \"C\""}) {
    try {
      translated_by(bad);
      ADD_FAILURE() << bad;
    } catch (const InputError& e) {
      EXPECT_TRUE(std::string(e.what()).starts_with("t.de.toml:")) << e.what();
    }
  }
}

}  // namespace
}  // namespace orrery::teaching
