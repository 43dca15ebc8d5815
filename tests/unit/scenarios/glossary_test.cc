#include "scenarios/teaching/glossary.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "scenarios/report/table.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

TEST(Glossary, EveryWordFindsItsTerm) {
  std::set<std::string> words;
  for (const Term& term : glossary()) {
    EXPECT_TRUE(words.emplace(term.word).second) << term.word;
    EXPECT_EQ(&find_term(term.word), &term) << term.word;
    if (term.others.empty()) continue;
    for (const std::string_view other : split(term.others, ' ')) {
      EXPECT_TRUE(words.emplace(other).second) << other;
      EXPECT_EQ(&find_term(other), &term) << other;
    }
  }
  EXPECT_EQ(&find_term("Max-Min Fair Share"), &find_term("fairness"));
}

TEST(Glossary, EveryTermHasASentenceAFormulaASourceAndAScenario) {
  for (const Term& term : glossary()) {
    EXPECT_TRUE(term.meaning.ends_with('.')) << term.word;
    EXPECT_FALSE(term.formula.empty() || term.source.empty()) << term.word;
    EXPECT_NO_THROW(find_scenario(std::string(term.scenario))) << term.word;
    EXPECT_LE(display_width(term.meaning), 160U) << term.word;
  }
}

TEST(Glossary, UnknownWordsNameTheNearest) {
  for (const auto& [word, nearest] :
       {std::pair("fairnes", "fairness"), {"rounds", "round"}, {"xii", "xi"}})
    try {
      find_term(word);
      ADD_FAILURE() << word;
    } catch (const InputError& e) {
      EXPECT_NE(std::string_view(e.what()).find(std::string("did you mean '") + nearest),
                std::string_view::npos)
          << e.what();
    }
  EXPECT_THROW(find_term(""), InputError);
}

}  // namespace
}  // namespace orrery::teaching
