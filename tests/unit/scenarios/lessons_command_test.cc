#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

constexpr const char* kLesson = R"(title = "t"
[network]
topology = "full:4"
[run]
collective = "broadcast"
algorithm = "linear"
[lesson]
goal = "g"
[[page]]
title = "p"
text = "It has {ranks} ranks."
[page.question]
kind = "KIND"
ask = "?"
answer = "ANSWER"
)";

std::string lesson_with(const std::string& kind, const std::string& answer) {
  std::string text = kLesson;
  text.replace(text.find("KIND"), 4, kind);
  return text.replace(text.find("ANSWER"), 6, answer);
}

TEST_F(Command, ListsTheCourseInItsOrder) {
  ASSERT_EQ(run("lesson list"), 0) << err_;
  EXPECT_LT(out_.find("lessons/messages-and-costs"), out_.find("lessons/deadlock"));
  EXPECT_TRUE(contains(out_, "12  lessons/deadlock"));
  EXPECT_TRUE(contains(out_, "13  lessons/the-slowest-decides"));
  EXPECT_TRUE(contains(out_, "14  lessons/swing-even-ranks"));
  ASSERT_EQ(run("list answers"), 0) << err_;
  EXPECT_TRUE(contains(out_, "receiver of rank R [in round K]"));
}

/// Checks the commands that the texts of scenarios propose. One of them shows a deadlock.
TEST_F(Command, ProposedCommandsKeepToTheirExpectations) {
  static const std::regex command("orrery ((?:run|render) (?:lessons|papers)/[^\n#]+)");
  int commands = 0;
  for (const char* folder : {"lessons", "papers"})
    for (const auto& file :
         fs::directory_iterator(fs::path(ORRERY_SOURCE_DIR) / "scenarios" / folder)) {
      if (file.path().extension() != ".toml") continue;
      const std::string text = content(file.path());
      for (std::sregex_iterator c(text.begin(), text.end(), command), end; c != end; ++c) {
        const std::string line = (*c)[1];
        EXPECT_EQ(run(line), contains(line, "all-send-first") ? 3 : 0) << line << "\n" << err_;
        ++commands;
      }
    }
  EXPECT_GE(commands, 30);
}

TEST_F(Command, PlaysALessonToAPipe) {
  ASSERT_EQ(shell(fmt::format("printf '1us\\n2us\\n\\nquit\\n' | '{}' lesson play "
                              "lessons/messages-and-costs",
                              ORRERY_COMMAND)),
            0)
      << err_;
  EXPECT_TRUE(contains(out_, "Not right. That is the time for the bytes alone."));
  EXPECT_TRUE(contains(out_, "0 of 1 right with the first answer."));
}

TEST_F(Command, PlaysALessonInTheReadersLanguage) {
  write("a.toml", lesson_with("choice", "rounds > 1"));
  EXPECT_EQ(shell(fmt::format("printf 'nein\nja\n\n' | '{}' lesson play --language de '{}'",
                              ORRERY_COMMAND, (directory_ / "a.toml").string())),
            0)
      << err_;
  EXPECT_TRUE(contains(out_, "Nicht richtig. ")) << out_;
  EXPECT_TRUE(contains(out_, "Richtig: ja.")) << out_;
  EXPECT_TRUE(contains(out_, "0 von 1 mit der ersten Antwort richtig.")) << out_;
}

TEST_F(Command, PlaysALessonWithItsNotes) {
  std::string text = lesson_with("number", "rounds");
  text.insert(text.find("text ="), "notes = \"Ask for {rounds} hands.\"\n");
  write("a.toml", text);
  const auto played = [this](const char* options) {
    EXPECT_EQ(shell(fmt::format("printf '3\n\n' | '{}' lesson play {} '{}'", ORRERY_COMMAND,
                                options, (directory_ / "a.toml").string())),
              0)
        << err_;
    return out_;
  };
  EXPECT_FALSE(contains(played(""), "Ask for"));
  EXPECT_TRUE(contains(played("--notes"), "Notes\n\nAsk for 3 hands.\n")) << out_;
  ASSERT_EQ(run("export a.toml -o a.html"), 0) << err_;
  EXPECT_FALSE(contains(content(directory_ / "a.html"), "Ask for"));  // it is for students
}

TEST_F(Command, ChecksALesson) {
  write("a.toml", lesson_with("number", "rounds"));
  ASSERT_EQ(run("lesson check a.toml --junit a.xml --json -"), 0) << err_;
  EXPECT_TRUE(contains(out_, "\"answer\": \"3\""));
  EXPECT_TRUE(contains(content(directory_ / "a.xml"), "failures=\"0\""));
  EXPECT_EQ(run("check a.toml"), 0) << err_;
  EXPECT_TRUE(contains(out_, "1 page")) << out_;
}

TEST_F(Command, ChecksTheMomentOfAPage) {
  std::string text = lesson_with("number", "rounds");
  write("a.toml", text.insert(text.find("text ="), "round = 99\n"));
  EXPECT_EQ(run("lesson check a.toml --junit a.xml"), 1);
  EXPECT_TRUE(contains(out_, "moment: round 99 does not exist")) << out_;
  EXPECT_TRUE(contains(content(directory_ / "a.xml"), "failures=\"1\""));
}

TEST_F(Command, ChecksTheExpectationsOfALesson) {
  ASSERT_EQ(run("lesson new mine.toml"), 0) << err_;
  std::string text = content(directory_ / "mine.toml");
  write("mine.toml", text.replace(text.find("torus:8"), 7, "torus:7"));
  EXPECT_EQ(run("lesson check mine.toml --json - --junit a.xml"), 1);
  EXPECT_TRUE(contains(out_, "ring.*.rounds: rounds is 12; expected 14")) << out_;
  EXPECT_TRUE(contains(content(directory_ / "a.xml"), "name=\"[expect]\""));
  EXPECT_EQ(run("lesson check mine.toml"), 1);
  EXPECT_TRUE(contains(out_, "mine.toml: 2 pages, 2 questions: ")) << out_;
  EXPECT_TRUE(contains(out_, "[expect] fails")) << out_;
}

TEST_F(Command, WritesALessonThatIsFine) {
  ASSERT_EQ(run("lesson new mine.toml"), 0) << err_;
  EXPECT_EQ(run("lesson check mine.toml"), 0) << out_ << err_;
  EXPECT_EQ(run("run mine.toml --quiet"), 0) << err_;
  const std::string before = content(directory_ / "mine.toml");
  EXPECT_EQ(run("lesson new mine.toml"), 2);
  EXPECT_TRUE(contains(err_, "'mine.toml' already exists")) << err_;
  EXPECT_EQ(content(directory_ / "mine.toml"), before);
  EXPECT_EQ(run("lesson new mine"), 2);
  EXPECT_EQ(run("lesson new"), 2);
  EXPECT_EQ(run("lesson new nowhere/mine.toml"), 2);
}

TEST_F(Command, LessonsAreInTheLanguageOfTheUser) {
  const auto titles = [this](const char* environment) {
    EXPECT_EQ(shell(fmt::format("{} '{}' lesson list", environment, ORRERY_COMMAND)), 0) << err_;
    return out_;
  };
  EXPECT_TRUE(
      contains(titles("LC_ALL= LC_MESSAGES= LANG=de_DE.UTF-8"), "kurze Wege auf einem Ring"));
  EXPECT_TRUE(contains(titles("LC_ALL=C LANG=de_DE.UTF-8"), "short routes on a ring"));
  write("a.toml", lesson_with("number", "rounds"));
  EXPECT_EQ(run("lesson check a.toml --language de"), 0) << out_;
  EXPECT_TRUE(contains(err_, "has no texts in 'de'; shown in English")) << err_;
}

/// Checks that a page which is wrong about its run is a failure, and that an unreadable file is bad
/// input.
TEST_F(Command, TellsAWrongPageFromBadInput) {
  write("a.toml", lesson_with("rank", "receiver of rank 0"));
  EXPECT_EQ(run("lesson check a.toml --junit a.xml"), 1);
  EXPECT_TRUE(contains(out_, "a.toml:9:1: page 1 'p': answer: rank 0 sends to 3 ranks: 1-3"))
      << out_;
  EXPECT_TRUE(contains(content(directory_ / "a.xml"), "failures=\"1\""));
  write("b.toml", lesson_with("rank", "reciever of rank 0"));
  EXPECT_EQ(run("lesson check b.toml"), 2);
  EXPECT_TRUE(contains(err_, "b.toml:15:10: page.question.answer: ")) << err_;
  EXPECT_EQ(run("check b.toml"), 2);
  EXPECT_EQ(run("lesson check ci/barrier"), 2);
  EXPECT_TRUE(contains(err_, "it has no pages")) << err_;
  EXPECT_EQ(run("lesson chek"), 2);
  EXPECT_TRUE(contains(err_, "did you mean 'check'?")) << err_;
  EXPECT_EQ(run("lesson play"), 2);
}

}  // namespace
}  // namespace orrery
