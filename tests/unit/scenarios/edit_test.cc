#include "scenarios/document/edit.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "scenarios/document/document.h"
#include "scenarios/text/scenario_library.h"

namespace orrery {
namespace {

constexpr auto kFile = R"(# A note at the top.
title = "Größe"  # of the title
description = """
Two lines,
both "kept"."""

[network]
topology = "torus:4"   # a ring
# links
link_bandwidth = "50GB/s"

[run]
collective = "allreduce"
algorithm = [
  "ring",        # the first
  "rabenseifner" # the second
]
bytes = "1KiB"

[expect]
"ring.rounds" = 6   # always
)";

DocumentEdit::Values with(const char* key, std::vector<std::string> values) {
  return {find_key(key), std::move(values)};
}

std::string edited(DocumentEdit edit) {
  return edit_document(kFile, "file", edit);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  text.replace(text.find(what), what.size(), by);
  return text;
}

TEST(EditDocument, ChangesNothingIfNothingIsWanted) {
  EXPECT_EQ(edited({}), kFile);
}

TEST(EditDocument, ReplacesValuesOnly) {
  EXPECT_EQ(edited({.keys = {with("topology", {"torus:8x8"})}}),
            replaced(kFile, "torus:4", "torus:8x8"));
  EXPECT_EQ(edited({.keys = {with("bytes", {"1KiB", "2KiB"})}}),
            replaced(kFile, "bytes = \"1KiB\"", "bytes = [\"1KiB\", \"2KiB\"]"));
  EXPECT_EQ(edited({.title = "A \"new\" \\ one"}),
            replaced(kFile, "\"Größe\"", "\"A \\\"new\\\" \\\\ one\""));
  EXPECT_EQ(read_document(edited({.description = "x\n\"y\"\n"}), "file").description, "x\n\"y\"\n");
  EXPECT_EQ(read_document(edited({.keys = {with("algorithm", {"bruck"})}}), "file").keys.size(),
            5U);
}

TEST(EditDocument, TakesKeysOut) {
  EXPECT_EQ(edited({.keys = {with("link_bandwidth", {})}}),
            replaced(kFile, "link_bandwidth = \"50GB/s\"\n", ""));
}

TEST(EditDocument, AddsKeysToTheirTables) {
  EXPECT_EQ(edited({.keys = {with("ranks", {"4"})}}),
            replaced(kFile, "bytes = \"1KiB\"\n", "bytes = \"1KiB\"\nranks = 4\n"));
  EXPECT_EQ(edited({.keys = {with("alpha", {"500ns"})}}),
            replaced(kFile, "[expect]", "[cost]\nalpha = \"500ns\"\n\n[expect]"));
}

TEST(EditDocument, TurnsExpectationsIntoAComment) {
  const std::string text = edited({.expects_nothing = true});
  EXPECT_NE(text.find("# [expect]\n# \"ring.rounds\" = 6   # always\n"), std::string::npos) << text;
}

TEST(EditDocument, WritesAWholeFile) {
  DocumentEdit edit{.title = "New", .description = "Words."};
  edit.keys = {with("topology", {"torus:4"}), with("bytes", {"1KiB"}), with("alpha", {"1us"})};
  EXPECT_EQ(edit_document("", "new", edit), R"(title = "New"
description = "Words."

[network]
topology = "torus:4"

[cost]
alpha = "1us"

[run]
bytes = "1KiB"
)");
}

TEST(EditDocument, RefusesWhatItCannotChangeInPlace) {
  EXPECT_THROW(edit_document("run.bytes = \"1KiB\"\n", "dotted", {.keys = {with("ranks", {"4"})}}),
               InputError);
  EXPECT_THROW(edit_document("[run]\nbites = 1\n", "wrong", {}), InputError);
}

/// Checks that changing each key of each scenario leaves all else unchanged.
TEST(EditDocument, ChangesEveryBuiltInScenario) {
  for (const auto& path : built_in_scenarios()) {
    std::ifstream in(scenario_directory() / path);
    std::stringstream text;
    text << in.rdbuf();
    const Document document = read_document(text.str(), path.string());
    for (const GivenKey& given : document.keys) {
      const bool lists = given.key->list != Key::List::kSweep;
      for (const std::vector<std::string>& values :
           {std::vector<std::string>{},
            {lists ? "list:7" : "7"},
            {lists ? "list:1,2" : "a", lists ? "list:3" : "b"}}) {
        const std::string result =
            edit_document(text.str(), path.string(), {.keys = {{given.key, values}}});
        const auto lines = [](const std::string& s) { return std::ranges::count(s, '\n'); };
        EXPECT_LE(lines(result), lines(text.str())) << path << " " << given.key->name;
      }
    }
    EXPECT_EQ(read_document(edit_document(text.str(), "f", {.expects_nothing = true}), "f")
                  .expectations.size(),
              0U);
  }
}

}  // namespace
}  // namespace orrery
