#include "tests/grade/hostile.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <memory>
#include <set>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <nlohmann/json.hpp>

#include "scenarios/run/sandbox/memory_group.h"
#include "tests/setting.h"
#include "tests/unit/scenarios/command.h"

/// Tests more than sixty hostile or wrong submissions: none gets a point that it does not deserve, the grader
/// reports a grade, and nothing is left behind.
namespace orrery {
namespace {

using Json = nlohmann::json;

constexpr const char* kAssignment = R"(title = "Any broadcast"
collective = "broadcast"
hidden = "teacher/hidden.toml"
[limits]
build_time = "BUILD_TIME"
build_memory = "1GiB"
processes = 40
run_time = "RUN_TIME"
run_memory = "64MiB"
all_time = "900s"
[[part]]
name = "small"
points = 60
[part.cases]
ranks = [3, 4]
bytes = "8B"
[[part]]
name = "any"
points = 40
hidden = true
[part.random]
cases = 2
ranks = "3..9"
root = "any"
bytes = "1B..900B"
)";

std::set<std::string> temporary_files() {
  std::set<std::string> all;
  for (const fs::path folder : {"/tmp", "/dev/shm", "/var/tmp"})
    for (const auto& entry : fs::directory_iterator(folder))
      if (contains(entry.path().filename().string(), "orrery-was-here")) all.insert(entry.path());
  return all;
}

class Hostiles : public Command, public ::testing::WithParamInterface<Hostile> {
 protected:
  Hostiles() {
    fs::create_directories(directory_ / "class" / "teacher");
    fs::create_directories(directory_ / "work");
    fs::create_directories(directory_ / "tmp");
    std::string assignment = kAssignment;
    for (const auto& [word, time] :
         {std::pair<std::string_view, const char*>("BUILD_TIME", build_time()),
          {"RUN_TIME", run_time()}})
      assignment.replace(assignment.find(word), word.size(), time);
    write("class/assignment.toml", assignment);
    write("class/teacher/hidden.toml", "seed = 99\n");
    write("class/teacher/solution.cc", correct_but(""));
    fs::permissions(directory_ / "tmp", fs::perms::all);
  }

  /// Returns the time limit: short for submissions that never end, long for all others, because the
  /// machine may be busy.
  static const char* build_time() {
    const Hostile& h = GetParam();
    const bool endless = h.says == "took longer" || h.name.starts_with("fork_bomb") ||
                         h.name == "million_parentheses";
    return endless ? "4s" : "300s";
  }
  static const char* run_time() {
    const std::string& says = GetParam().says;
    return says == "limit exceeded" || says == "1 s" ? "1s" : "300s";
  }

  /// Replaces "SOLUTION" and similar words by existing paths.
  std::string with_paths(std::string text) const {
    const auto put = [&](const std::string& word, const std::string& path) {
      for (std::size_t at = text.find(word); at != std::string::npos;
           at = text.find(word, at + path.size()))
        text.replace(at, word.size(), path);
    };
    put("SOLUTION", directory_ / "class/teacher/solution.cc");
    put("HIDDEN", directory_ / "class/teacher/hidden.toml");
    put("PROGRAM", ORRERY_COMMAND);
    put("NAP", nap_);
    return text;
  }

  /// Returns the number of processes that the submission started, or that run it.
  int processes_left() const {
    int count = 0;
    for (const auto& entry : fs::directory_iterator("/proc"))
      if (contains(content(entry.path() / "cmdline"), nap_) ||
          contains(content(entry.path() / "maps"), (directory_ / "tmp").string()))
        ++count;
    return count;
  }

  /// Returns the beginning of a line of the shell that the submission's user runs.
  static std::string as_user() {
    const bool change = GetParam().as_user && getuid() == 0;
    return change ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : "";
  }

  Json graded(const std::string& more = "") {
    const int status = shell(
        fmt::format("TMPDIR=$PWD/tmp {} '{}' grade class/assignment.toml work --quiet --json - {}",
                    as_user(), ORRERY_COMMAND, more));
    EXPECT_EQ(status, 0) << err_;
    Json result = Json::parse(out_, nullptr, false);
    EXPECT_FALSE(result.is_discarded()) << out_;
    return result;
  }

  void expect_grade(const Json& result, const Hostile& h) const {
    EXPECT_EQ(result["points"], h.points) << result.dump(2);
    std::string why = result["failure"].is_null() ? "" : result["failure"].get<std::string>();
    for (const Json& part : result["parts"])
      if (!part["first_failure"].is_null()) why += part["first_failure"]["why"];
    EXPECT_TRUE(contains(why, h.says)) << result.dump(2);
    EXPECT_FALSE(contains(out_, "root:x:")) << out_;
    EXPECT_FALSE(contains(out_, "seed = 99")) << out_;
  }

  void expect_nothing_left() const {
    EXPECT_EQ(processes_left(), 0);
    EXPECT_TRUE(temporary_files().empty());
    EXPECT_TRUE(fs::is_empty(directory_ / "tmp"));
    EXPECT_EQ(content(directory_ / "class/teacher/hidden.toml"), "seed = 99\n");
    EXPECT_EQ(std::distance(fs::directory_iterator(directory_ / "class/teacher"), {}), 2);
  }

  const std::string nap_ =
      std::to_string(1'000'000 + getpid());  // seconds; no other process sleeps so long

  void is_graded() {
    const Hostile& h = GetParam();
    if (h.sandbox == "other-user" && getuid() != 0) GTEST_SKIP() << "it is for root";
    if (shell(as_user() + "test -r '" ORRERY_ASSIGNMENTS "'") != 0)
      GTEST_SKIP() << "not for others";
    if (h.name == "fills_the_disk" && shell("unshare --user true") != 0)
      GTEST_SKIP() << "outside namespaces only the largest file is limited";
    for (const auto& [name, text] : h.files) write(fmt::format("work/{}", name), with_paths(text));
    const Json result = graded(h.sandbox.empty() ? "" : "--sandbox " + h.sandbox);
    if (!result.is_discarded()) expect_grade(result, h);
    expect_nothing_left();
  }
};

TEST_P(Hostiles, CostTheirOwnPointsOnly) {
  is_graded();
}

const auto kName = [](const auto& tested) { return tested.param.name; };

/// Returns a build that is graded by a user in a namespace of its own.
Hostile by_user(Hostile h) {
  h.as_user = true, h.sandbox = "namespaces";
  h.name += "_by_a_user";
  return h;
}

/// Returns one build for each mechanism: limits of time, memory, processes and disk; files, network and rights;
/// leftovers; forms of submission.
std::vector<Hostile> builds() {
  std::vector<Hostile> all = hostile_builds();
  all.push_back(by_user(*std::ranges::find(all, "reads_the_solution", &Hostile::name)));
  return typical_of(std::move(all),
                    {"loops", "shares_memory", "fork_bomb", "fills_the_disk", "include_solution",
                     "reads_the_solution_by_a_user", "downloads", "kills_everything",
                     "leaves_a_stubborn_one", "empty", "two_sources"});
}

/// Returns one run for each mechanism: right and wrong results; limits of time, memory and system calls; files; exit
/// codes and output; the catalogue.
std::vector<Hostile> runs() {
  return typical_of(hostile_runs(), {"correct", "does_nothing", "ignores_signals", "eats_memory",
                                     "forks", "kills_the_grader", "reads_the_solution",
                                     "exits_while_loaded", "calls_the_built_in"});
}

/// Returns the builds that the other sandboxes keep out, as the reference says, and all for a user; in the default suite
/// none.
std::vector<Hostile> builds_elsewhere() {
  if (!is_whole()) return {};
  const std::set<std::string> outside{"shares_memory",     "eats_memory",
                                      "downloads",         "kills_everything",
                                      "makes_a_namespace", "leaves_a_stubborn_one"},
      files{"include_solution", "incbin_solution",        "reads_the_solution", "prints_the_seed",
            "writes_outside",   "changes_the_submission", "fork_bomb"};
  std::vector<Hostile> all;
  for (const Hostile& h : hostile_builds()) {
    if (outside.contains(h.name) || files.contains(h.name)) all.push_back(by_user(h));
    for (const char* sandbox : {"other-user", "limits-only"}) {
      const bool is_kept_out =
          outside.contains(h.name) || (files.contains(h.name) && *sandbox == 'o');
      if (!is_kept_out) continue;
      all.push_back(h);
      all.back().sandbox = sandbox;
      all.back().name += *sandbox == 'o' ? "_as_other_user" : "_with_limits_only";
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(BuildsElsewhere, Hostiles, ::testing::ValuesIn(builds_elsewhere()), kName);

INSTANTIATE_TEST_SUITE_P(Builds, Hostiles, ::testing::ValuesIn(builds()), kName);
INSTANTIATE_TEST_SUITE_P(Runs, Hostiles, ::testing::ValuesIn(runs()), kName);

/// Returns the status of a process in the group that writes to `bytes` of memory which it shares.
int status_of_process_with(const MemoryGroup& group, std::size_t bytes) {
  const pid_t child = fork();
  if (child == 0) {
    group.enter();
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    std::memset(memory, 1, bytes);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST(MemoryGroup, EndsAProcessThatNeedsMoreAndLeavesNothing) {
  constexpr std::size_t kMost = std::size_t{64} << 20;
  auto group = std::make_unique<MemoryGroup>(kMost);
  if (!group->exists())
    GTEST_SKIP() << "no cgroup v2 with the memory controller, or no right to create groups";
  const fs::path folder = group->folder();
  EXPECT_EQ(status_of_process_with(*group, kMost / 2), 0);
  EXPECT_FALSE(group->was_full());
  EXPECT_EQ(status_of_process_with(*group, 2 * kMost), SIGKILL);
  EXPECT_TRUE(group->was_full());
  group.reset();
  EXPECT_FALSE(fs::exists(folder));
}

TEST(HostileSubmissions, AreMoreThanSixty) {
  EXPECT_GE(hostile_builds().size() + hostile_runs().size(), 60U);
  EXPECT_EQ(builds().size(), 11U);
  EXPECT_EQ(runs().size(), 9U);
}

}  // namespace
}  // namespace orrery
