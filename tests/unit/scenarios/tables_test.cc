// Tests that a key and a metric which are added to the two tables, and nowhere else, appear
// everywhere.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/commands/orrery/orrery.h"
#include "scenarios/document/edit.h"
#include "scenarios/report/export.h"
#include "scenarios/report/report.h"
#include "scenarios/run/load.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/results_file.h"
#include "tests/extra_entries.h"
#include "tests/setting.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

constexpr const char* kOne = "[run]\nranks = 4\nflavour = 'sweet'\n";
constexpr const char* kSweep = "[run]\nranks = 4\nflavour = ['sweet', 'sour']\n";

std::string report_of(const std::string& text) {
  const Scenario s = parse_scenario(text, "f.toml");
  return results_report(s, run_all(s.cells), {});
}

/// Returns the output of `orrery ARGUMENTS`.
std::string printed(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "orrery");
  std::vector<char*> argv;
  argv.reserve(arguments.size());
  for (std::string& argument : arguments) argv.push_back(argument.data());
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_orrery(static_cast<int>(argv.size()), argv.data(), nullptr), 0);
  return testing::internal::GetCapturedStdout();
}

TEST(ExtraKey, IsReadFromFilesAndOptions) {
  const Key& key = *find_key("flavour");
  EXPECT_EQ(key.get(parse_scenario(kOne, "f.toml").cells.front()), "sweet");
  const Scenario sweep = parse_scenario("", "f.toml", {{"flavour", "sweet,sour"}, {"ranks", "4"}});
  EXPECT_EQ(sweep.swept, std::vector<std::string>{"flavour"});
  EXPECT_EQ(key.get(sweep.cells.back()), "sour");
}

TEST(ExtraKey, IsKnownToErrors) {
  EXPECT_TRUE(contains(error_of("[cost]\nflavour = 'sweet'"), "is a key of [run]"));
  EXPECT_TRUE(contains(error_of("[run]\nflavuor = 'sweet'"), "did you mean 'flavour'?"));
  EXPECT_TRUE(contains(error_of("[run]\nflavour = []"), "expected a taste such as sweet"));
}

TEST(ExtraKey, IsInReportsAndRows) {
  EXPECT_TRUE(contains(report_of(kOne), " · sweet taste"));
  EXPECT_FALSE(contains(report_of("[run]\nranks = 4"), "taste"));
  EXPECT_TRUE(contains(report_of(kSweep), "flavour  "));
  const auto results = run_all(parse_scenario(kOne, "f.toml").cells);
  EXPECT_TRUE(contains(to_json(results), "\"flavour\": \"sweet\""));
  const std::string csv = to_csv(results);
  EXPECT_TRUE(contains(csv.substr(0, csv.find('\n')), ",flavour"));
  EXPECT_TRUE(contains(csv, ",sweet"));
}

TEST(ExtraKey, NamesCellsAndIsExpected) {
  const Scenario s = parse_scenario(
      std::string(kSweep) + "[expect]\n'flavour=sour.flavour' = 'sour'\n'sweet.flavour' = 'sour'",
      "f.toml");
  const auto checks = check_expectations(s, run_all(s.cells));
  ASSERT_EQ(checks.size(), 2U);
  EXPECT_TRUE(checks[0].passed());
  EXPECT_TRUE(contains(checks[1].message, "flavour is sweet; expected sour"));
}

TEST(ExtraKey, IsChangedInPlace) {
  DocumentEdit edit;
  edit.keys.push_back({find_key("flavour"), {"sour"}});
  EXPECT_TRUE(contains(edit_document(kOne, "f.toml", edit), "flavour = \"sour\""));
}

TEST(ExtraKey, IsInTheHeadOfResultsFiles) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("orrery-tables-" + std::to_string(getpid()));
  { ResultsFile(path, parse_scenario(kOne, "f.toml"), Detail::kFull); }
  std::ifstream in(path);
  EXPECT_TRUE(contains({std::istreambuf_iterator<char>(in), {}}, "# flavour = sweet\n"));
  std::filesystem::remove(path);
}

TEST(ExtraKey, IsInTheCommand) {
  for (const char* command : {"run", "map", "check", "locality", "render", "export"}) {
    const std::string help = printed({command, "--help"});
    EXPECT_EQ(contains(help, "--flavour TASTE"), contains(help, "--alpha TIME")) << command;
  }
  EXPECT_TRUE(contains(printed({"run", "--help"}), "What the run tastes of. Default: none"));
  EXPECT_TRUE(contains(printed({"run", "--ranks", "4", "--flavour", "sour", "--json", "-"}),
                       "\"flavour\": \"sour\""));
}

TEST(ExtraKey, IsListed) {
  const std::string list = printed({"list", "keys"});
  EXPECT_TRUE(contains(list, "run.flavour"));
  EXPECT_TRUE(contains(list, "sweet: like sugar; sour: like a lemon"));
  EXPECT_TRUE(contains(printed({"list", "keys", "--json", "-"}), "\"option\": \"--flavour\""));
  EXPECT_TRUE(contains(printed({"reference"}),
                       "| `flavour` | `TASTE` | none | What the run tastes of. sweet: like sugar; "
                       "sour: like a lemon. |"));
}

TEST(ExtraMetric, IsInReportsAndRows) {
  EXPECT_TRUE(contains(report_of(kOne), "  tart          42\n"));
  EXPECT_TRUE(contains(report_of(kSweep), "  tart"));
  const auto results = run_all(parse_scenario(kOne, "f.toml").cells);
  EXPECT_TRUE(contains(to_json(results), "\"tartness\": 42"));
  const std::string csv = to_csv(results);
  EXPECT_TRUE(contains(csv.substr(0, csv.find('\n')), ",tartness"));
  EXPECT_TRUE(contains(csv, ",42,")) << "costs as numbers follow";
}

TEST(ExtraMetric, IsExpected) {
  const Scenario s =
      parse_scenario(std::string(kOne) + "[expect]\ntartness = { max = 41 }", "f.toml");
  const auto checks = check_expectations(s, run_all(s.cells));
  EXPECT_TRUE(contains(checks.at(0).message, "tartness is 42; expected at most 41"));
}

TEST(ExtraMetric, IsKeptInResultsFiles) {
  const RunSpec spec = parse_scenario(kOne, "f.toml").cells.front();
  std::string text = result_text(run_one(spec));
  const std::string part = "\"tartness\":42";
  ASSERT_TRUE(contains(text, part));
  std::string other = text, none = text;
  EXPECT_EQ(
      parse_result(spec, other.replace(text.find(part), part.size(), "\"tartness\":50")).blocks, 9);
  EXPECT_THROW(parse_result(spec, none.replace(text.find(part), part.size(), "\"other\":42")),
               std::invalid_argument);
}

TEST(ExtraMetric, IsNotMeasuredOfWhatFailed) {
  RunResult r = run_one(parse_scenario(kOne, "f.toml").cells.front());
  r.outcome = Outcome::kDeadlock;
  EXPECT_TRUE(contains(to_json({r}), "\"tartness\": null"));
}

TEST(ExtraMetric, IsListed) {
  for (const char* list : {"metrics", "figures"})
    EXPECT_TRUE(contains(printed({"list", list}), "How tart the run is"));
  EXPECT_TRUE(contains(printed({"reference"}),
                       "| `tartness` | Tartness |  | more | How tart the run is |"));
}

/// Checks that every entry is complete.
TEST(Tables, AreComplete) {
  for (const Key& key : all_keys()) {
    EXPECT_FALSE(key.meaning.empty() || key.standard.empty() || key.value.empty()) << key.name;
    EXPECT_NE(find_field(key.name), nullptr) << key.name;
    // A program given by the user is named by itself and by its source.
    EXPECT_NE(key.part == Key::Part::kNowhere, key.name != "schedule") << key.name;
    EXPECT_EQ(key.part == Key::Part::kNowhere, key.phrase.empty()) << key.name;
  }
  for (const Metric& f : all_metrics()) {
    EXPECT_FALSE(f.head.empty() || f.label.empty() || f.meaning.empty() || f.stored.empty())
        << f.name;
    EXPECT_NE(find_field(f.name), nullptr) << f.name;
  }
}

/// Checks that every metric, with a value of its own, is written and read back.
TEST(Tables, MetricsAreReadBack) {
  RunResult r = run_one(parse_scenario(kOne, "f.toml").cells.front());
  std::int64_t i = 100;
  for (const Metric& f : all_metrics()) {
    const FieldValue value = f.kind == Kind::kTime   ? FieldValue(Time(++i))
                             : f.kind == Kind::kBool ? FieldValue(true)
                             : f.kind == Kind::kText ? FieldValue(std::string("same on all ranks"))
                             : f.kind == Kind::kReal || f.kind == Kind::kBitRate
                                 ? FieldValue(static_cast<double>(++i) / 7)
                                 : FieldValue(++i);
    f.write(r, value);
    EXPECT_EQ(f.read(r), value) << f.name;
  }
  const RunResult back = parse_result(r.spec, result_text(r));
  for (const Metric& f : all_metrics()) EXPECT_EQ(f.read(back), f.read(r)) << f.name;
  EXPECT_EQ(result_text(back), result_text(r));
}

}  // namespace
}  // namespace orrery
