#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "emu/trace/trace_events.h"
#include "scenarios/commands/orrery/line/other_tables.h"
#include "scenarios/keys/keys.h"
#include "scenarios/text/words.h"
#include "tests/own_folder.h"
#include "tests/unit/scenarios/command.h"
#include "tests/unit/scenarios/support.h"
#include "tests/unit/scenarios/xml_texts.h"

namespace orrery {
namespace {

using OrderedJson = nlohmann::ordered_json;

TEST_F(Command, ReferenceIsTheOneInAssets) {
  ASSERT_EQ(run("reference"), 0) << err_;
  EXPECT_EQ(out_, content(ORRERY_REFERENCE))
      << "after an intended change: orrery reference > assets/reference.md";
}

/// Checks members of files that no table contains.
TEST_F(Command, ReferenceHasWhatFilesMayHave) {
  const std::string page = content(ORRERY_REFERENCE);
  for (const char* text : {"x = 1", "[run]\nx = 1", "[cost]\nx = 1", "[network]\nx = 1"}) {
    std::string error = error_of(text);
    for (const char* before : {"expected ", " has "})
      if (const auto at = error.find(before); at != std::string::npos)
        error.erase(0, at + std::string_view(before).size());
    for (char& c : error)
      if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') c = ' ';
    std::istringstream words(error);
    int found = 0;
    for (std::string word; words >> word; ++found) {
      const bool known = word == "or" || word == "and" || contains(page, "`" + word + "`") ||
                         contains(page, "[" + word + "]");
      EXPECT_TRUE(known) << "'" << word << "' in: " << error;
    }
    EXPECT_GE(found, 3) << error;
  }
}

TEST_F(Command, ReferenceHasEveryOption) {
  const std::string page = content(ORRERY_REFERENCE);
  EXPECT_TRUE(contains(page, "### orrery run\n"));
  int count = 0;
  for (const std::string& name : commands()) {
    if (!contains(page, "### orrery " + name + "\n")) continue;
    ++count;
    ASSERT_EQ(run(name + " --help"), 0);
    std::istringstream help(out_.substr(out_.find("\nOptions:\n")));
    for (std::string word; help >> word;)
      if (word.starts_with("--") && word.size() > 2 && word.find_first_of("`.,;:)=") == word.npos) {
        std::string key = word.substr(2);
        for (char& c : key)
          if (c == '-') c = '_';
        EXPECT_TRUE(contains(page, word) || contains(page, "`" + key + "`"))
            << word << " of " << name;
      }
  }
  EXPECT_GE(count, 14);
}

/// Checks that options which several commands have come in one order.
TEST_F(Command, OptionsComeInOneOrder) {
  std::vector<std::vector<std::string>> commands;
  std::istringstream page(content(ORRERY_REFERENCE) +
                          content(ORRERY_SOURCE_DIR "/assets/reference-mpi.md"));
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("### orrery")) commands.emplace_back();
    if (commands.empty() || !line.starts_with("| `-")) continue;
    commands.back().push_back(line.substr(3, line.find_first_of("` ", 3) - 3));
  }
  EXPECT_GT(commands.size(), 25U);
  std::set<std::pair<std::string, std::string>> before;
  for (const auto& options : commands)
    for (auto second = options.begin(); second != options.end(); ++second)
      for (auto first = options.begin(); first != second; ++first) {
        before.emplace(*first, *second);
        EXPECT_FALSE(before.contains({*second, *first})) << *first << " and " << *second;
      }
}

/// Checks that the tables of other commands have the documented columns.
TEST_F(Command, ReferenceHasTheColumnsOfOtherTables) {
  const std::filesystem::path folder = own_folder() / "schedules";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "ring.xml") << testing::xml_text(testing::ring_allgather(3));
  const std::string map =
      "map --collective allgather --algorithm ring,bruck --ranks 4,8 --gain ring --bounds ";
  const std::map<std::string_view, std::string> commands{
      {"map-csv", map + "--csv - --quiet"},
      {"map-json", map + "--json - --quiet"},
      {"locality", "locality --topology torus:4x4 --algorithm ring,rabenseifner --csv -"},
      {"robustness", "robustness --topology torus:4x4 --algorithm ring,rabenseifner --csv -"},
      {"why-csv", "why --topology torus:4x4 --algorithm ring,rabenseifner --csv -"},
      {"what-if", "what-if --ranks 4 --algorithm ring,rabenseifner --csv -"},
      {"stretches", "why --topology torus:4x4 --algorithm ring,rabenseifner --stretches -"},
      {"skips", "skips --topology full:4 --csv -"},
      {"tree", "tree gather --ranks 8 --distribution increasing --format csv"},
      {"schedule", "schedule broadcast --ranks 5 --format csv"},
      {"checked", "list schedules " + folder.string() + " --csv -"},
      {"messages", "export --ranks 4 --algorithm ring --format csv -o -"}};
  for (const auto& [name, command] : commands) {
    ASSERT_EQ(run(command), 0) << command << ": " << err_;
    std::vector<std::string> names;
    if (name.ends_with("json")) {
      const OrderedJson json = OrderedJson::parse(out_);
      for (const auto& item : json.items()) names.push_back(item.key());
    } else {
      std::istringstream head(out_.substr(0, out_.find('\n')));
      for (std::string column; std::getline(head, column, ',');) names.push_back(column);
    }
    const auto table = std::ranges::find(other_tables(), name, &OtherTable::name);
    ASSERT_NE(table, other_tables().end());
    std::set<std::string_view> described;
    for (const OtherColumn& c : table->columns) described.insert(c.name);
    for (const std::string& column : names) {
      const bool is_key = find_key(column) != nullptr && described.contains("KEY");
      EXPECT_TRUE(described.contains(column) || is_key || column == "ring_time_s" ||
                  column == "bruck_time_s")
          << name << ": " << column;
      described.erase(column);
    }
    described.erase("KEY"), described.erase("ALGORITHM_time_s");
    EXPECT_TRUE(described.empty()) << name << " has no " << *described.begin();
  }
}

/// Checks that every line of a trace is documented, and that all documented lines occur.
TEST_F(Command, ReferenceHasTheEventsOfTraces) {
  std::set<const TraceLine*> seen;
  for (const std::string level : {"rounds", "messages", "all"}) {
    for (const char* what : {"allreduce --algorithm ring", "allgather --algorithm bruck"}) {
      ASSERT_EQ(run(fmt::format("run --topology torus:3x4 --gamma 1ps/B --collective {} --trace - "
                                "--trace-level {}",
                                what, level)),
                0)
          << err_;
      std::istringstream lines(out_);
      for (std::string text; std::getline(lines, text);) {
        const OrderedJson line = OrderedJson::parse(text);
        std::vector<std::string> names;
        for (const auto& [name, value] : line.items())
          if (name != "event") names.push_back(name);
        bool known = false;
        for (const TraceLine& l : trace_lines()) {
          if (l.event != line.at("event").get<std::string>() ||
              !contains(std::string(l.levels), level))
            continue;
          known = std::ranges::equal(names, l.fields, {}, {}, &TraceField::name);
          seen.insert(&l);
        }
        ASSERT_TRUE(known) << level << ": " << text;
      }
    }
  }
  EXPECT_EQ(seen.size(), trace_lines().size());
}

}  // namespace
}  // namespace orrery
