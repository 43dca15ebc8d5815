#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/run/load.h"
#include "scenarios/teaching/lesson_check.h"
#include "scenarios/teaching/play.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/words.h"
#include "tests/unit/scenarios/support.h"

namespace orrery::teaching {

void PrintTo(const Lesson& lesson, std::ostream* out) {
  *out << lesson.name;
}

namespace {

/// A broadcast among eight ranks with a link for each pair, and 2 us for each message of 1 kB.
constexpr const char* kBroadcast = R"(
title = "t"
[network]
topology = "full:8"
link_bandwidth = "1GB/s"
link_latency = "0ns"
[cost]
alpha = "1us"
[run]
collective = "broadcast"
algorithm = ["linear", "binomial"]
bytes = ["1kB", "2kB"]
)";

/// A ring of eight in which all messages of a round go in one of the two directions.
constexpr const char* kRing = R"(
title = "t"
[network]
topology = "torus:8"
link_bandwidth = "1GB/s"
link_latency = "1us"
[run]
collective = "allgather"
algorithm = ["ring", "recursive-doubling"]
bytes = "1kB"
)";

/// Returns the value of an expression in a cell, or the reason why there is none.
std::string value_in(const char* scenario, const std::string& text, std::size_t cell = 0) {
  Laboratory laboratory(parse_scenario(scenario, "s.toml"));
  try {
    return text_of(Expression(text).value(laboratory, cell));
  } catch (const ValueError& e) {
    return fmt::format("syntax: {}", e.what());
  } catch (const NoAnswer& e) {
    return fmt::format("none: {}", e.what());
  }
}

struct Case {
  const char *expression, *value;
};

/// Checks answers worked out by hand: rank 0 of a binomial tree sends to 4, 2 and 1. Cells: linear 1kB,
/// linear 2kB, binomial 1kB, binomial 2kB.
TEST(Answers, OfABinomialTree) {
  for (const Case& c : std::vector<Case>{{"rounds", "3"},
                                         {"messages", "7"},
                                         {"completion_time", "6 µs"},
                                         {"alpha", "1 µs"},
                                         {"algorithm", "binomial"},
                                         {"receiver of rank 0 in round 0", "4"},
                                         {"receiver of rank root in round last", "1"},
                                         {"receivers of rank 0", "1-2, 4"},
                                         {"sender to rank 7", "6"},
                                         {"senders in round 2", "0, 2, 4, 6"},
                                         {"receivers in round 1", "2, 6"},
                                         {"idle ranks in round 0", "1-3, 5-7"},
                                         {"number of idle ranks in round 0", "6"},
                                         {"messages in round 2", "4"},
                                         {"messages sent by rank 0", "3"},
                                         {"messages received by rank 0", "0"},
                                         {"bytes in round 2", "4 kB"},
                                         {"bytes sent by rank 4", "2 kB"},
                                         {"bytes received by rank 4 in round 0", "1 kB"},
                                         {"bytes received by rank 4 in round 1", "0 B"},
                                         {"start of round 1", "2 µs"},
                                         {"end of round 1", "4 µs"},
                                         {"duration of round 1", "2 µs"},
                                         {"first arrival at rank 7", "6 µs"},
                                         {"round of first arrival at rank 6", "1"},
                                         {"receiver of rank 0 in each round", "4, 2, 1"},
                                         {"receivers of rank 4 in each round", "-, 6, 5"},
                                         {"messages in each round", "1, 2, 4"},
                                         {"ranks with block 0 before round 0", "0"},
                                         {"ranks with block 0 after round 0", "0, 4"},
                                         {"ranks with block 0 after round 1", "0, 2, 4, 6"},
                                         {"ranks with finished block 0 after round 2", "0-7"},
                                         {"blocks of rank 1 after round 1", "none"},
                                         {"blocks of rank 1 after round 2", "0"},
                                         {"blocks sent by rank 0 in round 0", "0"}})
    EXPECT_EQ(value_in(kBroadcast, c.expression, 2), c.value) << c.expression;
}

TEST(Answers, Calculate) {
  for (const Case& c : std::vector<Case>{
           {"2 * rounds + 1", "7"},
           {"2 * ( rounds + 1 )", "8"},
           {"(rounds + 1) * 2", "8"},
           {"bytes / link_bandwidth", "1 µs"},
           {"alpha * link_bandwidth", "1 kB"},
           {"completion_time / alpha", "6"},
           {"completion_time - 1us", "5 µs"},
           {"rounds @ linear", "7"},
           {"completion_time @ linear.2kB", "21 µs"},
           {"completion_time @ linear - completion_time", "8 µs"},
           {"completion_time < completion_time @ linear", "yes"},
           {"rounds = rounds @ linear", "no"},
           {"rounds >= 3", "yes"},
           {"algorithm that is fastest", "binomial"},
           {"algorithm that is slowest", "linear"},
           {"bytes with most bytes_total", "2kB"},
           {"algorithm by completion_time", "binomial, linear"},
           {"rounds + alpha", "none: 3 + 1 µs has no meaning"},
           {"algorithm with least messages", "none: messages is the same of binomial and linear"}})
    EXPECT_EQ(value_in(kBroadcast, c.expression, 2), c.value) << c.expression;
}

/// Checks a run of 5 rounds.
TEST(Answers, SayHowManyRoundsTheyAreAbout) {
  for (const auto& [expression, rounds] :
       std::vector<std::pair<std::string_view, int>>{{"receiver of rank 0 in round 0", 1},
                                                     {"senders in round last", 5},
                                                     {"receiver of rank 0 in each round", 5},
                                                     {"ranks with block 0 after round 1", 2},
                                                     {"ranks with block 0 before round 1", 1},
                                                     {"hottest links", 5},
                                                     {"rounds", 5},
                                                     {"ranks / 2", 0},
                                                     {"rounds @ linear", 0},
                                                     {"bytes in round 1 + bytes in round 2", 3},
                                                     {"bytes in round 7", 5}})
    EXPECT_EQ(Expression(expression).rounds(5), rounds) << expression;
}

/// Checks recursive doubling, whose partners are 1, 2 and 4 apart; the last are half way round, where
/// messages are split over both directions: four halves of 4 kB share every link.
TEST(Answers, OfARing) {
  for (const Case& c : std::vector<Case>{
           {"longest route in each round", "1, 2, 4"},
           {"shortest way in round 2", "4"},
           {"most messages over one link in round 0", "1"},
           {"most messages over one link in round 1", "2"},
           {"most bytes over one link in round 1", "4 kB"},
           {"most bytes over one link in round 2", "8 kB"},
           {"messages over link 0 -> 1 in round 0", "1"},
           {"bytes over link 1 -> 2 in round 0", "0 B"},
           {"blocks of rank 5 after round 0", "4-5"},
           {"finished blocks of rank 5 after round 1", "4-7"},
           {"blocks sent by rank 5 in round 1", "4-5"},
           {"blocks received by rank 5 in round 2", "0-3"},
           {"contributors to block 3 of rank 2 after round 0", "3"},
           {"number of hottest links in round 2", "16"},
           {"messages over link 0 -> 2", "none: link 0 -> 2 does not exist"},
           {"hottest link in round 3", "none: round 3 does not exist; the run has rounds 0 to 2"}})
    EXPECT_EQ(value_in(kRing, c.expression, 1), c.value) << c.expression;
}

TEST(Answers, HaveToBeOne) {
  EXPECT_EQ(value_in(kBroadcast, "receiver of rank 0", 2), "none: rank 0 sends to 3 ranks: 1-2, 4");
  EXPECT_EQ(value_in(kBroadcast, "receiver of rank 3 in round 0", 2),
            "none: rank 3 sends to no rank in round 0");
  EXPECT_EQ(value_in(kBroadcast, "receiver of rank 8", 2),
            "none: rank 8 does not exist; the run has ranks 0 to 7");
  EXPECT_TRUE(value_in(kRing, "hottest link").starts_with("none: 8 links are equally hot"))
      << value_in(kRing, "hottest link");
  EXPECT_TRUE(value_in(kBroadcast, "ranks by first arrival", 2)
                  .ends_with("receive first at the same time"));
}

TEST(Answers, SayWhatIsWrongWithTheirWords) {
  EXPECT_EQ(
      value_in(kBroadcast, "receivr of rank 3 in round 2"),
      "syntax: 'receivr of rank 3 in round 2' names nothing in a run; expected a metric such as "
      "rounds, or one of `orrery list answers`; did you mean 'receiver of rank R [in round K]'?");
  EXPECT_EQ(value_in(kBroadcast, "round"),
            "syntax: 'round' names nothing in a run; expected a metric such as rounds, or one of "
            "`orrery list answers`; did you mean 'rounds'?");
  EXPECT_EQ(value_in(kBroadcast, "receiver of rank x in round 2"),
            "syntax: 'x' is not a rank; expected its number or root");
  EXPECT_EQ(value_in(kBroadcast, "( rounds"), "syntax: a bracket is not closed; expected ')'");
  EXPECT_EQ(value_in(kBroadcast, "rounds +"),
            "syntax: something is missing; expected a metric or a form");
  EXPECT_EQ(value_in(kBroadcast, "number of rounds"),
            "syntax: 'rounds' is a number already; expected a set after 'number of'");
}

TEST(Answers, PlacesOfAllFormsAreDescribed) {
  std::set<std::string_view> described;
  for (const PlaceMeaning& place : place_meanings()) described.insert(place.name);
  for (const Form* form : forms())
    for (std::string_view word : split(form->pattern, ' ')) {
      while (word.ends_with(']')) word.remove_suffix(1);
      const bool is_place =
          word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string_view::npos;
      EXPECT_TRUE(!is_place || described.contains(word)) << form->pattern;
    }
}

std::string page_with(const std::string& question) {
  return fmt::format("{}\n[[page]]\ntitle = \"p\"\ntext = \"It has {{ranks}} ranks.\"\n{}",
                     kBroadcast, question);
}

std::string question_with(const std::string& rest) {
  return page_with("[page.question]\nask = \"?\"\n" + rest);
}

std::string lesson_error(const std::string& text) {
  try {
    read_lesson(text, "f.toml");
  } catch (const InputError& e) {
    return e.what();
  }
  return "(accepted)";
}

TEST(Lessons, RefuseWhatTheyDoNotKnow) {
  EXPECT_EQ(lesson_error(kBroadcast), "f.toml: it has no pages; expected a lesson with [[page]]s");
  EXPECT_EQ(
      lesson_error(page_with("rond = 2")),
      "f.toml:17:1: page.rond: unknown key; expected title, text, notes, scenario, cell, set, "
      "round, when, time, show, follow, with or question; did you mean 'round'?");
  EXPECT_EQ(
      lesson_error(page_with("show = \"netwrk\"")),
      "f.toml:17:8: page.show: 'netwrk' is unknown; expected network, blocks, tree, timeline, "
      "listing, report or compare; did you mean 'network'?");
  EXPECT_EQ(lesson_error(question_with("kind = \"number\"\nanswer = \"12\"")),
            "f.toml:20:10: page.question.answer: '12' is typed, not computed from the run; "
            "expected a metric such as rounds, or one of `orrery list answers`");
  EXPECT_EQ(
      lesson_error(question_with("kind = \"numbr\"\nanswer = \"rounds\"")),
      "f.toml:19:8: page.question.kind: 'numbr' is unknown; expected number, choice, rank, ranks, "
      "link, links, block, blocks, order or row; did you mean 'number'?");
  EXPECT_EQ(lesson_error(question_with("kind = \"number\"")),
            "f.toml:17:1: page.question: it has no answer; expected answer");
  EXPECT_EQ(lesson_error(question_with("kind = \"rank\"\nanswer = \"root\"\nunit = \"us\"")),
            "f.toml:17:1: page.question: only a number has a unit or a tolerance; expected kind = "
            "\"number\"");
}

/// Checks a file that the classroom loads again by its name.
PageCheck checked_file(const std::string& text) {
  const auto file =
      std::filesystem::temp_directory_path() / fmt::format("lesson-{}.toml", getpid());
  std::ofstream(file) << text;
  const PageCheck check = check_lesson(load_lesson(file)).front();
  std::filesystem::remove(file);
  return check;
}

TEST(Lessons, AnswersComeFromTheRun) {
  const std::string text = question_with("kind = \"number\"\nanswer = \"completion_time\"\n");
  EXPECT_EQ(checked_file(text).answer, "14 µs");
  std::string dearer = text;
  dearer.replace(dearer.find("alpha = \"1us\""), 13, "alpha = \"3us\"");
  EXPECT_EQ(checked_file(dearer).answer, "28 µs");
}

TEST(Lessons, CheckFindsWhatIsWrong) {
  const auto problem = [](const std::string& rest) {
    const PageCheck check = checked_file(question_with(rest));
    return check.problems.empty() ? "" : check.problems.front();
  };
  EXPECT_EQ(problem("kind = \"number\"\nanswer = \"rounds\""), "");
  EXPECT_EQ(problem("kind = \"rank\"\nanswer = \"receiver of rank 0\""),
            "answer: rank 0 sends to 7 ranks: 1-7");
  EXPECT_EQ(problem("kind = \"order\"\nanswer = \"rounds\""),
            "answer: the answer '7' is a number; expected a order");
  EXPECT_EQ(problem("kind = \"rank\"\nanswer = \"ranks\""),
            "answer: '8' is not a rank; the run has 8 ranks");
  EXPECT_EQ(problem("kind = \"choice\"\nchoices = [\"a\"]\nanswer = \"algorithm\""),
            "answer: 'linear' is not one of the choices: a");
}

/// Checks that notes are evaluated, and shown only to the presenter.
TEST(Lessons, NotesAreForWhoPresents) {
  const std::string page = "notes = \"Wait for {rounds} rounds.\"\n";
  EXPECT_TRUE(checked_file(page_with(page)).problems.empty());
  const PageCheck wrong = checked_file(page_with("notes = \"{receiver of rank 0}\"\n"));
  ASSERT_EQ(wrong.problems.size(), 1U);
  EXPECT_TRUE(wrong.problems.front().starts_with("notes: ")) << wrong.problems.front();
  EXPECT_NE(lesson_error(page_with("notes = \"{rounds\"")).find("page.notes: '{' is not closed"),
            std::string::npos);
}

TEST(Lessons, AHintForTheRightAnswerIsWrong) {
  const PageCheck check = checked_file(
      question_with("kind = \"number\"\nanswer = \"rounds\"\n[[page.question.hint]]\nanswer = "
                    "\"ranks - 1\"\ntext = \"x\"\n"));
  ASSERT_EQ(check.problems.size(), 1U);
  EXPECT_TRUE(check.problems.front().ends_with("is for '7', which is right"))
      << check.problems.front();
}

/// Plays a lesson with a reader who types these lines.
std::string played(const Lesson& lesson, std::vector<std::string> lines, Score& score) {
  std::string said;
  std::size_t at = 0;
  score = play(lesson, {[&](const std::string& text) { said += text; },
                        [&]() -> std::optional<std::string> {
                          if (at == lines.size()) return std::nullopt;
                          return lines[at++];
                        }});
  return said;
}

TEST(Lessons, PlayTellsRightFromWrong) {
  const Lesson lesson = load_lesson("lessons/messages-and-costs");
  Score score;
  const std::string said =
      played(lesson, {"1us", "2us", "", "6", "", "x", "999kB", "1000", "", "b", "", "quit"}, score);
  EXPECT_NE(said.find("Not right. That is the time for the bytes alone."), std::string::npos);
  EXPECT_NE(said.find("Right: 2 µs."), std::string::npos);
  EXPECT_NE(said.find("Not right. Read the page again, and step through the rounds"),
            std::string::npos);
  EXPECT_NE(said.find("'x' is not a number"), std::string::npos);
  EXPECT_EQ(score.asked, 4);
  EXPECT_EQ(score.right, 2);
  EXPECT_NE(said.find("2 of 4 right with the first answer."), std::string::npos);
}

TEST(Lessons, AWrongAnswerIsAnAnswer) {
  Score score;
  played(load_lesson("lessons/messages-and-costs"), {"1us", "reveal", "", "quit"}, score);
  EXPECT_EQ(score.asked, 1);
  played(load_lesson("lessons/messages-and-costs"), {"1us", "quit"}, score);
  EXPECT_EQ(score.asked, 1);
  EXPECT_EQ(score.right, 0);
}

/// Checks that everything after the question is hidden until an answer is given.
TEST(Lessons, TheFutureIsHidden) {
  const Lesson lesson = load_lesson("lessons/broadcast-trees");
  Score score;
  const std::string before = played(lesson, {}, score);
  EXPECT_EQ(before.find("0 -> 4"), std::string::npos);
  const std::string after = played(lesson, {"4"}, score);
  EXPECT_NE(after.find("round 0: 0 -> 4"), std::string::npos);
  EXPECT_EQ(after.find("round 1: 0 -> 2"), std::string::npos);
}

Verdict judged(const std::string& rest, std::string_view response) {
  const Lesson lesson = read_lesson(question_with(rest), "f.toml");
  Scene scene{std::make_shared<Laboratory>(parse_scenario(kBroadcast, "s.toml")), 2};
  const Page& page = lesson.pages.front();
  return judge(page, scene, response_of(*page.question, options_of(page, scene), response));
}

TEST(Lessons, ResponsesAreTakenAsTheyAreMeant) {
  const char* time = "kind = \"number\"\nunit = \"us\"\nanswer = \"completion_time\"";
  EXPECT_TRUE(judged(time, "6").right);
  EXPECT_TRUE(judged(time, "6us").right);
  EXPECT_TRUE(judged(time, "6000 ns").right);
  EXPECT_TRUE(judged(time, "6.05").right);
  EXPECT_FALSE(judged(time, "6.1").right);
  EXPECT_FALSE(judged(time, "6kB").right);
  EXPECT_FALSE(judged("kind = \"number\"\nanswer = \"rounds\"", "3.01").right);
  EXPECT_TRUE(
      judged("kind = \"number\"\ntolerance = \"1us\"\nanswer = \"completion_time\"", "6.9us")
          .right);
  EXPECT_FALSE(
      judged("kind = \"number\"\ntolerance = \"1us\"\nanswer = \"completion_time\"", "7.1us")
          .right);
  const char* set = "kind = \"ranks\"\nanswer = \"senders in round 2\"";
  EXPECT_TRUE(judged(set, "6, 4, 2, 0").right);
  EXPECT_TRUE(judged(set, "ranks 0,2,4,6").right);
  EXPECT_FALSE(judged(set, "0-6").right);
  EXPECT_TRUE(
      judged("kind = \"rank\"\nanswer = \"receiver of rank 0 in round 0\"", "rank 4").right);
  EXPECT_TRUE(
      judged("kind = \"choice\"\nanswer = \"algorithm that is fastest\"", "binomial").right);
  EXPECT_TRUE(judged("kind = \"choice\"\nanswer = \"algorithm that is fastest\"", "a").right);
  EXPECT_TRUE(
      judged("kind = \"order\"\nanswer = \"algorithm by completion_time\"", "binomial, b").right);
  EXPECT_TRUE(
      judged("kind = \"row\"\nanswer = \"receiver of rank 4 in each round\"", "-,6,5").right);
  EXPECT_THROW(judged("kind = \"order\"\nanswer = \"algorithm by completion_time\"", "a"),
               ValueError);
  EXPECT_THROW(judged(set, ""), ValueError);
}

// ---- the course

class LessonsOfCourse : public ::testing::TestWithParam<Lesson> {};

TEST_P(LessonsOfCourse, EveryPageIsFine) {
  for (const PageCheck& check : check_lesson(GetParam()))
    EXPECT_TRUE(check.is_fine()) << check_report({GetParam()}, {check});
}

TEST_P(LessonsOfCourse, IsOfTheSizeOfALesson) {
  const Lesson& lesson = GetParam();
  const auto asked = std::ranges::count_if(
      lesson.pages, [](const Page& page) { return page.question.has_value(); });
  EXPECT_GE(asked, 3);
  EXPECT_LE(asked, 6);
  EXPECT_FALSE(lesson.goal.empty());
  EXPECT_GE(lesson.minutes, 5);
  EXPECT_LE(lesson.minutes, 15);
  EXPECT_EQ(lesson.pages.back().title, "Try it yourself");
  Classroom room(lesson);
  for (const Page& page : lesson.pages) {
    EXPECT_GE(room.scene(page).spec().ranks, 4);
    EXPECT_LE(room.scene(page).spec().ranks, 16);
    EXPECT_FALSE(page.notes.empty()) << page.title;
  }
}

std::string lesson_name(const ::testing::TestParamInfo<Lesson>& info) {
  std::string name = info.param.file.stem().string();
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Lessons, LessonsOfCourse, ::testing::ValuesIn(built_in_lessons()),
                         lesson_name);

TEST(CourseOfLessons, HasFourteenInOrder) {
  int number = 0;
  for (const Lesson& lesson : built_in_lessons()) EXPECT_EQ(lesson.number, ++number) << lesson.name;
  EXPECT_EQ(number, 14);
}

TEST(CourseOfLessons, ReportsAreReadByMachines) {
  const Lesson lesson = load_lesson("lessons/ports");
  const auto checks = check_lesson(lesson);
  const auto json = nlohmann::json::parse(check_json(checks));
  EXPECT_EQ(json["schema"], 1);
  ASSERT_EQ(json["pages"].size(), lesson.pages.size());
  EXPECT_EQ(json["pages"][0]["answer"], "60 µs");
  EXPECT_EQ(json["pages"][0]["outcome"], "passed");
  EXPECT_TRUE(json["pages"].back()["kind"].is_null());
  const std::string junit = check_junit({lesson}, checks);
  EXPECT_NE(junit.find("tests=\"6\""), std::string::npos) << junit;
}

}  // namespace
}  // namespace orrery::teaching
