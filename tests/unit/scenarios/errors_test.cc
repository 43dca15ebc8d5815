#include "scenarios/text/errors.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/formats/checked_file.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/schedule_format.h"
#include "tests/own_folder.h"

/// Tests errors as data, for programs that show them.
namespace orrery {
namespace {

InputError error_in(std::string_view text, const Overrides& overrides = {}) {
  try {
    parse_scenario(text, "f.toml", overrides);
  } catch (const InputError& e) {
    return e;
  }
  ADD_FAILURE() << "accepted: " << text;
  return InputError("accepted");
}

TEST(Errors, HavePlaceKeyAndWhatWasMeant) {
  const InputError e = error_in("[run]\nranks = 4\nprotocol = 'eagr'");
  EXPECT_EQ(e.place().source, "f.toml");
  EXPECT_EQ(e.place().line, 3);
  EXPECT_EQ(e.place().column, 12);
  EXPECT_FALSE(e.place().is_option);
  EXPECT_EQ(e.key(), "run.protocol");
  EXPECT_EQ(e.complaint().what, "'eagr' is unknown");
  EXPECT_EQ(e.expected(), "sync or eager");
  EXPECT_EQ(e.nearest(), "eager");
  EXPECT_EQ(e.text_without_place(),
            "run.protocol: 'eagr' is unknown; expected sync or eager; did you mean 'eager'?");
}

TEST(Errors, OfOptionsBlameTheirKeyAsWell) {
  const InputError e = error_in("[run]\nranks = 4", {{"root", "x"}});
  EXPECT_TRUE(e.place().is_option);
  EXPECT_EQ(e.key(), "run.root");
  EXPECT_EQ(e.expected(), "a rank, 0 or more, or all");
  EXPECT_STREQ(e.what(), "--root: 'x' is not an integer; expected a rank, 0 or more, or all");
}

/// Checks that the key names the expected value if the message does not; a text from elsewhere
/// stays whole.
TEST(Errors, AskTheKeyForWhatWasExpected) {
  EXPECT_EQ(error_in("[run]\nranks = 2\ndatatype = 'double'\nbytes = '12B'").expected(),
            "a size such as 2MiB");
  EXPECT_EQ(error_in("[network]\ntopology = 'torus:0x4'").expected(), "");
  EXPECT_STREQ(error_in("[network]\ntopology = 'torus:65536x65536'").what(),
               "f.toml:2:12: network.topology: torus:65536x65536: the number of hosts is beyond "
               "2147483647; expected a network such as torus:8x8 or full:16");
  EXPECT_EQ(error_in("[network]\ntopology = 'yaho'").nearest(), "yahoo");
}

TEST(Errors, SayWhichCellLast) {
  const InputError e = error_in("[network]\ntopology = 'torus:2x2'\n[run]\nranks = [4, 5]");
  EXPECT_EQ(e.expected(), "at most 4");
  EXPECT_TRUE(std::string_view(e.what()).ends_with("; expected at most 4 (cell ranks 5)"));
}

TEST(Errors, PlacesHaveAsManyNumbersAsAreKnown) {
  EXPECT_EQ((Place{"s.toml", 3, 13}).text(), "s.toml:3:13");
  EXPECT_EQ((Place{"s.toml", 3}).text(), "s.toml:3");
  EXPECT_EQ((Place{"s.toml"}).text(), "s.toml");
  EXPECT_EQ(Place{}.text(), "");
}

/// Checks that schedules are recognised by their first bytes; GOAL may begin with blanks and comments.
TEST(ScheduleFormats, AreRecognised) {
  const auto file =
      std::filesystem::temp_directory_path() / fmt::format("orrery-program-{}", getpid());
  const auto write = [&](const char* text) { std::ofstream(file) << text; };
  static std::string seen;
  const ScheduleFormat other{
      .name = "other", .recognises = [](const std::filesystem::path&, std::string_view beginning) {
        seen = beginning;
        return beginning.starts_with("<algo");
      }};
  const ScheduleFormat& goal = *schedule_formats().front();
  EXPECT_EQ(goal.name, "goal");
  const ScheduleFormat* const formats[] = {&goal, &other};
  write("<algo name=...>");
  EXPECT_EQ(&format_of(file, formats), &other);
  EXPECT_EQ(seen, "<algo name=...>");
  write("// a comment\n\n/* another */ num_ranks 2\n<algo");
  EXPECT_EQ(&format_of(file, formats), &goal);
  EXPECT_TRUE(goal.recognises(file, "num_ranks 2"));
  EXPECT_FALSE(goal.recognises(file, "/* num_ranks 2"));
  EXPECT_FALSE(goal.recognises(file, ""));
  write("neither");
  EXPECT_EQ(&format_of(file, formats), &goal) << "the first says what is wrong";
  std::filesystem::remove(file);
}

/// Checks that contents decide before endings, and that all commands agree.
TEST(ScheduleFormats, AreToldByContentsThenByName) {
  struct Case {
    const char *name, *contents, *format;
  };
  const Case cases[] = {{"a.json", "num_ranks 1\n", "goal"},
                        {"b.goal", "{}", "goal"},
                        {"c.xml", "{\"7-Flows\": []}", "teccl-json"},
                        {"d.xml", "neither", "msccl-xml"},
                        {"e.json", "\n <algo/>", "msccl-xml"},
                        {"f.txt", "\xef\xbb\xbf<algo/>", "msccl-xml"},
                        {"g.json", "neither", "mscclpp-json"},
                        {"h", "{}", "mscclpp-json"},
                        {"i.0.et", "{", "chakra"},
                        {"j.et", "{", ""},
                        {"k.bin", "neither", ""},
                        {"l.toml", "[run]", ""}};
  const auto folder = own_folder();
  for (const Case& c : cases) {
    const auto file = folder / c.name;
    std::ofstream(file) << c.contents;
    const ScheduleFormat* const format = recognised_format(file);
    EXPECT_EQ(format == nullptr ? "" : format->name, c.format) << c.name;
    EXPECT_EQ(schedule_to_check(file), format) << c.name;
    EXPECT_EQ(check_file(file, format_of(file)).format, format == nullptr ? "goal" : c.format)
        << c.name;
  }
}

}  // namespace
}  // namespace orrery
