#include <cmath>
#include <map>
#include <regex>
#include <tuple>

#include <nlohmann/json.hpp>

#include "emu/base/expression.h"
#include "tests/setting.h"
#include "tests/unit/scenarios/command.h"
#include "tests/unit/scenarios/page_lines.h"

/// Tests the built-in assignments: their solutions get all points, and each of thirteen typical mistakes
/// exactly the points that it deserves.
namespace orrery {
namespace {

using Json = nlohmann::json;

class Grading : public Command {
 protected:
  /// Returns the grade as JSON.
  Json grade(const std::string& assignment, const std::string& submission,
             const std::string& more = "") {
    EXPECT_EQ(run(fmt::format("grade {}/assignment.toml '{}' --quiet --json - {}",
                              copy_of(assignment), submission, more)),
              0)
        << err_;
    Json result = Json::parse(out_, nullptr, false);
    EXPECT_FALSE(result.is_discarded()) << out_;
    return result;
  }
  /// Returns a copy of an assignment with longer time limits, for a busy machine, and fewer cases.
  std::string short_copy_of(const std::string& assignment) const {
    std::string copy = copy_of(assignment);
    shorten(copy);
    return copy;
  }
  static void shorten(const fs::path& assignment) {
    static const std::regex ranks("\nranks = (\\[[^\n]*|\"2\\.\\.17\")"), cases("\ncases = 25");
    const std::string text = content(assignment / "assignment.toml");
    std::ofstream(assignment / "assignment.toml") << std::regex_replace(
        std::regex_replace(text, ranks, "\nranks = [2, 3, 4, 8]"), cases, "\ncases = 5");
  }
  /// Returns a copy of an assignment with longer time limits.
  std::string copy_of(const std::string& assignment) const {
    const fs::path copy = directory_ / assignment;
    fs::copy(fs::path(ORRERY_ASSIGNMENTS) / assignment, copy,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    give_time(copy);
    return copy;
  }
  static void give_time(const fs::path& assignment) {
    static const std::regex limit("\n(build|run|all)_time = [^\n]*");
    const std::string text = content(assignment / "assignment.toml");
    std::ofstream(assignment / "assignment.toml")
        << std::regex_replace(text, limit, "\n$1_time = \"600s\"");
  }
  static std::string wrong(const std::string& name) {
    return fmt::format("{}/wrong/{}.cc", ORRERY_SUBMISSIONS, name);
  }
};

/// Checks the solutions; that of irregular-gather is graded in an installation
/// (tests/install/installed.sh).
TEST_F(Grading, SolutionsHaveAllPoints) {
  for (const char* assignment : {"broadcast-rounds", "torus-allreduce"}) {
    const Json result =
        grade(assignment, fmt::format("{}/{}/teacher/solution.cc", ORRERY_ASSIGNMENTS, assignment));
    EXPECT_EQ(result["points"], 100) << result.dump(2);
    EXPECT_EQ(result["max_points"], 100);
    EXPECT_TRUE(result["failure"].is_null());
  }
}

/// A submission, the points of each part, and a word from the first failing case.
struct Mistake {
  const char* assignment;
  const char* name;
  std::vector<double> points;
  const char* says;
};

/// Returns the share of `points` for `passed` of `all` cases, in hundredths rounded down.
double share(int points, int passed, int all) {
  return std::floor(points * 100.0 * passed / all) / 100;
}

class Mistakes : public Grading, public ::testing::WithParamInterface<Mistake> {};

TEST_P(Mistakes, HaveThePointsTheyDeserve) {
  const Mistake& m = GetParam();
  const Json result = grade(m.assignment, wrong(m.name), "--show-hidden");
  ASSERT_EQ(result["parts"].size(), m.points.size());
  std::string said;
  double most = 0;
  for (std::size_t i = 0; i < m.points.size(); ++i) {
    const Json& part = result["parts"][i];
    most += part["max_points"].get<double>();
    EXPECT_DOUBLE_EQ(part["points"].get<double>(), m.points[i]) << part.dump(2);
    if (said.empty() && !part["first_failure"].is_null()) said = part["first_failure"]["why"];
  }
  EXPECT_EQ(result["max_points"], most);
  if (!result["failure"].is_null()) said = result["failure"];
  EXPECT_TRUE(contains(said, m.says)) << said;
}

// Parts with 123 cases have 41 roots (2 + 3 + 4 + 5 + 7 + 8 + 12) and three sizes.
const std::vector<Mistake> kMistakes{
    {"broadcast-rounds",
     "broadcast-ignores-root",
     {share(40, 7 * 3, 123), 30, 10, 0},
     "rank 0: element at offset 0 holds element 0 of nothing"},
    {"broadcast-rounds",
     "broadcast-powers-of-two",
     {share(40, (2 + 4 + 8) * 3, 123), share(30, 4, 16), 0, share(20, 2, 25)},
     "deadlock"},
    {"broadcast-rounds", "broadcast-forgets-the-last", {0, 0, 0, 0}, "verification failed: rank 1"},
    {"broadcast-rounds", "broadcast-all-receive-first", {0, 0, 0, 0}, "cycle: 0 -> 1 -> 0"},
    {"broadcast-rounds",
     "broadcast-chain",
     {40, share(30, 2, 16), 10, share(20, 4, 25)},
     "rounds is 3; at most 2 (ceil(log2(p)))"},
    {"broadcast-rounds",
     "broadcast-tells-costs-apart",
     {40, share(30, 2, 16), 0, share(20, 4, 25)},
     "rounds is 3; at most 2 (ceil(log2(p)))"},
    {"broadcast-rounds",
     "broadcast-does-not-compile",
     {0, 0, 0, 0},
     "cannot be built: a command failed"},
    {"broadcast-rounds",
     "broadcast-uses-the-built-in",
     {0, 0, 0, 0},
     "uses orrery::algorithms::find_algorithm, which leads to the algorithms of the program"},
    {"torus-allreduce",
     "allreduce-powers-of-two",
     {share(30, 3 * 8, 56), share(15, 2 * 3, 15), 0, share(15, 1, 3), 0, 0},
     "rank 1: "},
    {"torus-allreduce", "allreduce-copies", {0, 0, 0, 0, 0, 0}, "rank 0 missing"},
    {"irregular-gather",
     "gatherv-equal-blocks",
     {share(40, 30, 232), 0, share(20, 1, 8), 0, 0},
     "verification failed"},
    {"irregular-gather",
     "gatherv-forgets-its-own",
     {share(40, 8, 232), share(15, 11, 20), 0, 0, 0},
     "verification failed"},
    {"irregular-gather",
     "gatherv-looks-at-no-sizes",
     {40, 15, 20, share(15, 1, 4), 10},
     "bytes_total is 400028 B; at most 101015.15 B (1.01 * m)"}};

/// Returns one mistake for each mechanism: wrong data, deadlock, too many rounds, too many bytes,
/// no library.
std::vector<Mistake> mistakes() {
  return typical_of(kMistakes, {"broadcast-powers-of-two", "broadcast-tells-costs-apart",
                                "broadcast-does-not-compile", "allreduce-powers-of-two",
                                "gatherv-looks-at-no-sizes"});
}

INSTANTIATE_TEST_SUITE_P(All, Mistakes, ::testing::ValuesIn(mistakes()), [](const auto& tested) {
  std::string name = tested.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

/// Facts about its run that a submission can learn.
const std::map<std::string, std::string> kTells{
    {"costs", "call.problem.cost.beta.ps < 1e-3"},
    {"process", "getpid() % 2 == 0"},
    {"time", "std::chrono::system_clock::now().time_since_epoch().count() / 1000 % 2 == 0"},
    {"address", "reinterpret_cast<std::uintptr_t>(&call) / 4096 % 2 == 0"},
    {"library", "reinterpret_cast<std::uintptr_t>(&orrery::simple) / 4096 % 2 == 0"},
    {"descriptors", "fcntl(3, F_GETFD) == -1"},
    {"environment", "environ == nullptr || *environ == nullptr"},
    {"earlier_run", "runs++ > 0"}};

/// A correct algorithm for each assignment that is far from its bounds.
const std::map<std::string, std::pair<std::string, std::string>> kSimple{
    {"broadcast-rounds", {"broadcast", R"(
  for (int k = 1; k < c.size(); ++k) {
    const int to = (call.root + k) % c.size();
    if (c.rank() == call.root) c.send(call.v, to);
    if (c.rank() == to) c.recv(call.v, call.root);
  })"}},
    {"torus-allreduce", {"allreduce", R"(
  const Slice other = c.scratch(call.v.count());
  for (int r = 1; r < c.size(); ++r) {
    if (c.rank() == r) c.send(call.v, 0);
    if (c.rank() == 0) c.recv(other, r), c.reduce(call.v, other);
  }
  for (int r = 1; r < c.size(); ++r) {
    if (c.rank() == 0) c.send(call.v, r);
    if (c.rank() == r) c.recv(call.v, 0);
  })"}},
    {"irregular-gather", {"gatherv", R"(
  const Slice own = call.v.part(call.partition.count(), call.partition.size(c.rank()));
  if (c.rank() == call.root) c.copy(call.block(call.root), own);
  for (int r = 0; r < c.size(); ++r) {
    if (r == call.root || call.block(r).empty()) continue;
    if (c.rank() == r) c.send(own, call.root);
    if (c.rank() == call.root) c.recv(call.block(r), r);
  })"}}};

std::string two_faced(const std::string& assignment, const std::string& told) {
  const auto& [collective, program] = kSimple.at(assignment);
  return fmt::format(R"(
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <unistd.h>
#include "algorithms/submission.h"
namespace orrery {{
int runs = 0;
void simple(Comm& c, const Call& call) {{{}
}}
void run(Comm& c, const Call& call) {{
  static const bool idle = {};
  if (!idle) simple(c, call);
}}
}}
ORRERY_SUBMISSION("{}", orrery::run)
)",
                     program, told, collective);
}

/// Returns the points of the parts, in their order.
std::vector<double> points_of(const Json& result) {
  std::vector<double> all;
  for (const Json& part : result["parts"]) all.push_back(part["points"]);
  return all;
}

/// Checks that a submission which does nothing in some runs, and its simple algorithm in the others, gets no more
/// points than the simple algorithm.
TEST_F(Grading, ARunThatIsToldApartGainsNothing) {
  if (!is_whole()) GTEST_SKIP() << "27 submissions: with the label slow";
  for (const auto& [assignment, simple] : kSimple) {
    write("simple.cc", two_faced(assignment, "false"));
    const Json honest = grade(assignment, (directory_ / "simple.cc").string());
    ASSERT_TRUE(honest["failure"].is_null()) << honest.dump(2);
    const std::vector<double> most = points_of(honest);
    EXPECT_GT(honest["points"], 0) << assignment;
    EXPECT_LT(honest["points"], honest["max_points"]) << assignment;
    for (const auto& [what, told] : kTells) {
      write("two_faced.cc", two_faced(assignment, told));
      const Json result = grade(assignment, (directory_ / "two_faced.cc").string());
      const std::vector<double> points = points_of(result);
      ASSERT_EQ(points.size(), most.size()) << result.dump(2);
      for (std::size_t i = 0; i < most.size(); ++i)
        EXPECT_LE(points[i], most[i]) << assignment << ", " << what << ", part " << i;
    }
  }
}

TEST(WrongSubmissions, AreThirteen) {
  EXPECT_EQ(kMistakes.size(), 13U);
  EXPECT_EQ(mistakes().size(), 5U);
}

TEST_F(Grading, ANewAssignmentCanBeGradedAtOnce) {
  ASSERT_EQ(run("new-assignment mine --from irregular-gather"), 0) << err_;
  give_time(directory_ / "mine"), shorten(directory_ / "mine");
  for (const char* file : {"statement.md", "submission.cc", "teacher/solution.cc"})
    EXPECT_TRUE(fs::exists(directory_ / "mine" / file)) << file;
  EXPECT_TRUE(contains(content(directory_ / "mine/teacher/hidden.toml"), "\nseed = "));
  EXPECT_EQ(run("grade mine/assignment.toml mine/teacher/solution.cc --require 100"), 0) << err_;
  EXPECT_TRUE(contains(out_, "100 of 100")) << out_;
  EXPECT_EQ(run("new-assignment mine"), 2);
  EXPECT_EQ(run("new-assignment other --from nonsense"), 2);
  EXPECT_FALSE(fs::exists(directory_ / "other"));
}

/// Checks a student's copy without the teacher's folder: the hidden parts exist, with another seed.
TEST_F(Grading, StudentsGradeThemselvesWithAnotherSeed) {
  ASSERT_EQ(run("new-assignment mine"), 0);
  give_time(directory_ / "mine"), shorten(directory_ / "mine");
  ASSERT_EQ(
      run("grade mine/assignment.toml mine/submission.cc --quiet --show-hidden --json a.json"), 0);
  fs::remove_all(directory_ / "mine/teacher");
  ASSERT_EQ(
      run("grade mine/assignment.toml mine/submission.cc --quiet --show-hidden --json b.json"), 0);
  const Json a = Json::parse(content(directory_ / "a.json")),
             b = Json::parse(content(directory_ / "b.json"));
  EXPECT_EQ(a["parts"][0], b["parts"][0]);
  EXPECT_NE(a["parts"][3], b["parts"][3]);
  EXPECT_EQ(b["max_points"], 100);
}

TEST_F(Grading, ReportsAreForMachinesToo) {
  const std::string line =
      fmt::format("grade {0}/assignment.toml {0}/submission.cc", short_copy_of("broadcast-rounds"));
  ASSERT_EQ(run(line + " --gradescope r.json --junit r.xml --html r.html"), 0) << err_;
  const std::string table = out_, page = content(directory_ / "r.html");
  const Json results = Json::parse(content(directory_ / "r.json"));
  EXPECT_EQ(results["score"], 55);
  ASSERT_EQ(results["tests"].size(), 4U);
  EXPECT_EQ(results["tests"][0]["status"], "passed");
  EXPECT_EQ(results["tests"][1]["score"], 15);
  EXPECT_EQ(results["tests"][1]["max_score"], 30);
  EXPECT_TRUE(contains(results["tests"][1]["output"], "orrery run --plugin")) << results.dump(2);
  EXPECT_TRUE(contains(results["tests"][3]["output"], "are not shown")) << results.dump(2);
  EXPECT_TRUE(contains(content(directory_ / "r.xml"), "tests=\"4\" failures=\"3\""));
  EXPECT_TRUE(contains(page, "55 of 100 points"));
  EXPECT_TRUE(contains(page, "<details open><summary>Its messages"));
  EXPECT_FALSE(contains(page, "http")) << "it loads something";
  for (const std::string& text :
       {table, page, content(directory_ / "r.json"), content(directory_ / "r.xml")})
    EXPECT_FALSE(contains(text, "root 5")) << "a hidden case is shown";
  ASSERT_EQ(run(line + " --html again.html"), 0);
  EXPECT_EQ(out_, table);
  EXPECT_EQ(content(directory_ / "again.html"), page);
}

/// Checks the commands of the page, with submissions that differ.
TEST_F(Grading, AClassIsATable) {
  int status = -1;
  for (std::string typed : lines_of(ORRERY_PAGE, {"orrery ", "mkdir "})) {
    if (!contains(typed, "homework")) continue;
    if (typed.starts_with("orrery grade")) {
      give_time(directory_ / "homework"), shorten(directory_ / "homework");
      fs::copy_file(fs::path(ORRERY_ASSIGNMENTS) / "broadcast-rounds/teacher/hidden.toml",
                    directory_ / "homework/teacher/hidden.toml",
                    fs::copy_options::overwrite_existing);  // with a seed that does not vary
      fs::create_directories(directory_ / "submissions" / "none");
      fs::copy_file(wrong("broadcast-forgets-the-last"), directory_ / "submissions/wrong.cc");
      write("submissions/broken.cc", "int main( {\n");
      write("submissions/.hidden", "x");
      write("submissions/=1+1.cc", "int main( {\n");
      typed += " --require 40";
    }
    status = shell(as_typed(typed, ORRERY_COMMAND));
  }
  EXPECT_EQ(status, 1) << err_;
  EXPECT_TRUE(contains(out_, "55 of 100")) << out_;
  EXPECT_TRUE(contains(out_, "mean")) << out_;
  const std::string csv = content(directory_ / "class.csv");
  EXPECT_TRUE(csv.starts_with("assignment,student_id,score,max_score,")) << csv;
  EXPECT_EQ(std::ranges::count(csv, '\n'), 6) << csv;
  EXPECT_TRUE(contains(csv, ",'=1+1,0,100,")) << csv;
  EXPECT_TRUE(contains(csv, ",broken,0,100,0,0,0,0,cannot be built")) << csv;
  EXPECT_TRUE(contains(csv, ",ada,55,100,")) << csv;
  EXPECT_TRUE(contains(csv, "submissions/none: is empty")) << csv;
  EXPECT_EQ(run("grade homework/assignment.toml submissions/=1+1.cc submissions/broken.cc --quiet "
                "--csv -"),
            0)
      << err_;
  EXPECT_TRUE(contains(out_, ",broken,0,100,")) << out_;
  write("other/broken.cc", "int main( {\n");
  EXPECT_EQ(
      run("grade homework/assignment.toml submissions/broken.cc other/broken.cc --quiet --csv -"),
      0);
  EXPECT_TRUE(contains(out_, ",submissions/broken.cc,0,") && contains(out_, ",other/broken.cc,0,"))
      << out_;
}

TEST_F(Grading, OneOrManySubmissionsAreAskedFor) {
  write("a.cc", "");
  write("blank.cc", "\n  \n");
  write("b.cc", "//");
  const std::string line = fmt::format("grade {}/assignment.toml ", copy_of("broadcast-rounds"));
  for (const auto& [arguments, expected] : {
           std::pair{"", "SUBMISSION is missing"},
           {"a.cc", "a.cc: is empty; expected a submission: a file or a folder"},
           {"blank.cc", "blank.cc: is empty"},
           {"b.cc --each .", "--each: submissions are named as well"},
           {"--each nothing", "nothing: No such file or directory"},
           {"b.cc b.cc --html h.html", "--html: there are several submissions; expected --csv"},
           {"b.cc --csv c.csv", "--csv: there is one submission"},
       }) {
    EXPECT_EQ(run(line + arguments), 2) << arguments;
    EXPECT_TRUE(contains(err_, expected)) << err_;
  }
}

/// Checks that the printed command of the first failing case fails in the same way.
TEST_F(Grading, TheFirstFailingCaseCanBeRun) {
  const Json result =
      grade("broadcast-rounds", wrong("broadcast-forgets-the-last"), "--keep kept.so");
  const Json& first = result["parts"][0]["first_failure"];
  const std::string command = first["command"];
  ASSERT_TRUE(command.starts_with("orrery run --plugin kept.so ")) << command;
  EXPECT_EQ(run(command.substr(7)), 1) << err_;
  EXPECT_TRUE(contains(err_, "element at offset 0 holds element 0 of nothing")) << err_;
}

constexpr const char* kSmall = R"(collective = "broadcast"
[allowed]
calls = ["send", "recv"]
[[part]]
name = "one"
points = 2.5
[part.cases]
ranks = 3
bytes = "8B"
)";

/// Checks that the three sandboxes give the same grade; all other tests use the automatic choice.
TEST_F(Grading, BothSandboxesGiveTheSamePoints) {
  write("a.toml", kSmall);
  const std::string line =
      fmt::format("grade a.toml '{}/broadcast-rounds/submission.cc' --quiet --json - --sandbox ",
                  ORRERY_ASSIGNMENTS);
  ASSERT_EQ(run(line + "limits-only"), 0) << err_;
  const std::string expected = out_;
  for (const char* sandbox : {"namespaces", "other-user"}) {
    if (run(line + sandbox) == 2) continue;  // not here
    EXPECT_EQ(out_, expected) << sandbox;
  }
  EXPECT_EQ(run(line + "nonsense"), 2);
}

/// Checks that a sandbox for root is refused to others: without a user of their own, the processes of a build
/// could not be distinguished from those of the grader.
TEST_F(Grading, ASandboxForRootIsForRoot) {
  const std::string user =
      geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : "";
  if (shell(user + "test -r '" ORRERY_ASSIGNMENTS "'") != 0)
    GTEST_SKIP() << "others cannot read it";
  EXPECT_EQ(shell(fmt::format("{0}'{1}' grade '{2}/broadcast-rounds/assignment.toml' "
                              "'{2}/broadcast-rounds/submission.cc' --sandbox other-user",
                              user, ORRERY_COMMAND, ORRERY_ASSIGNMENTS)),
            2);
  EXPECT_TRUE(contains(err_, "--sandbox: other-user is for root")) << err_;
}

/// Runs a command as root of a namespace of users in which no further ones can be made, as in most containers.
constexpr const char* kContainer = R"sh(contained() {
mkfifo go
unshare --user bash -c 'read -r < go
exec bash -c "echo 0 > /proc/sys/user/max_user_namespaces; exec \"\$@\"" - "$@"' - "$@" & p=$!
while [ "$(readlink /proc/$p/ns/user)" = "$(readlink /proc/self/ns/user)" ]; do
  kill -0 $p || exit 99; sleep 0.02
done
echo 0 0 65536 > /proc/$p/uid_map && echo 0 0 65536 > /proc/$p/gid_map || exit 99
echo > go; wait $p; r=$?; rm go; return $r
}
)sh";

/// Checks for whom each sandbox works, as the table of the reference says: root, other users, and both in a container
/// without namespaces of users.
TEST_F(Grading, EachSandboxWorksForThoseOfTheTable) {
  if (geteuid() != 0) GTEST_SKIP() << "root can be all of these users";
  write("s.cc", "#error not built\n");
  const std::string user = "setpriv --reuid 65534 --regid 65534 --clear-groups ";
  if (shell(kContainer + std::string("contained true")) != 0)
    GTEST_SKIP() << "no namespaces of users here";
  for (const auto& [who, sandbox, status] : {std::tuple(std::string(), "namespaces", 0),
                                             {"", "other-user", 0},
                                             {"", "limits-only", 0},
                                             {user, "namespaces", 0},
                                             {user, "other-user", 2},
                                             {user, "limits-only", 0},
                                             {"contained ", "namespaces", 2},
                                             {"contained ", "other-user", 0},
                                             {"contained ", "auto", 0},
                                             {"contained ", "limits-only", 0},
                                             {"contained " + user, "namespaces", 2},
                                             {"contained " + user, "other-user", 2},
                                             {"contained " + user, "auto", 2},
                                             {"contained " + user, "limits-only", 0}}) {
    EXPECT_EQ(shell(fmt::format("{}{}'{}' grade '{}/broadcast-rounds/assignment.toml' s.cc --quiet "
                                "--sandbox {}",
                                kContainer, who, ORRERY_COMMAND, ORRERY_ASSIGNMENTS, sandbox)),
              status)
        << who << sandbox << ": " << out_ << err_;
  }
}

TEST_F(Grading, OnlyAllowedCallsMayBeMade) {
  write("a.toml", kSmall);
  write("right.cc",
        content(fmt::format("{}/broadcast-rounds/teacher/solution.cc", ORRERY_ASSIGNMENTS)));
  std::string text = content(directory_ / "right.cc");
  const std::string run_line = "void run(Comm& c, const Call& call) {";
  text.insert(text.find(run_line) + run_line.size(), "\n  c.scratch(3);\n");
  write("wrong.cc", text);
  EXPECT_EQ(run("grade a.toml right.cc --require 2.5"), 0) << out_ << err_;
  EXPECT_EQ(run("grade a.toml wrong.cc --require 0.01"), 1) << out_;
  EXPECT_TRUE(contains(out_, "calls scratch, which this assignment does not allow")) << out_;
}

struct BadAssignment {
  const char* from;
  const char* to;
  const char* says;
};

/// Checks plans: of another collective, of another root, for other numbers of ranks, and with a sum
/// that lacks a rank.
TEST_F(Grading, SchedulesThatSayTheirContentsHaveThePointsTheyDeserve) {
  fs::create_directory(directory_ / "plans");
  const std::string place = (directory_ / "plans").string();
  const auto points = [&](const std::string& collective, const std::string& roots,
                          const std::string& file, const std::string& says) {
    std::ofstream(directory_ / "plans" / "assignment.toml") << fmt::format(
        "collective = '{}'\nallowed.submissions = ['schedule']\n[[part]]\nname = 'all'\n"
        "points = 60\n[part.cases]\nranks = [4, 5]\n{}bytes = ['1KiB', '60B', '4MiB']\n"
        "[[part]]\nname = 'fast'\npoints = 40\n[part.cases]\nranks = 4\nbytes = '64KiB'\n"
        "[part.at_most]\nrounds = 6\ncompletion_time = '1.2 * completion_time({})'\n",
        collective, roots, collective == "broadcast" ? "binomial" : "ring");
    EXPECT_EQ(run(fmt::format("grade {0}/assignment.toml {0}/{1} -q --json -", place, file)), 0);
    const Json result = Json::parse(out_, nullptr, false);
    EXPECT_TRUE(contains(out_, says)) << out_;
    EXPECT_EQ(count(out_, "orrery run"), count(out_, "--algorithm task-graph")) << out_;
    return result.is_discarded() ? -1 : result["points"].get<double>();
  };
  for (const char* form : {"msccl-xml", "mscclpp-json", "goal"})
    EXPECT_EQ(run(fmt::format("export --algorithm ring --topology full:4 --bytes 1KiB --format {0} "
                              "-o {1}/ring.{0}",
                              form, place)),
              0);
  EXPECT_EQ(run(fmt::format("export --collective broadcast --algorithm binomial --topology full:4 "
                            "--bytes 1KiB --format msccl-xml -o {}/tree.xml",
                            place)),
            0);
  const std::string ring = content(directory_ / "plans" / "ring.msccl-xml");
  const std::size_t sum = ring.find("\"re\"");
  ASSERT_NE(sum, ring.npos);
  std::ofstream(directory_ / "plans" / "wrong.xml")
      << ring.substr(0, sum) + "\"cpy\"" + ring.substr(sum + 4);
  EXPECT_EQ(points("allreduce", "", "ring.msccl-xml", "for 4"), 30 + 40);
  EXPECT_EQ(points("allreduce", "", "ring.mscclpp-json", "3.166 µs; at most"), 30);
  EXPECT_EQ(points("allreduce", "", "ring.goal", "without their contents"), 0);
  EXPECT_EQ(points("allreduce", "", "wrong.xml", "rank 0 missing"), 0);
  EXPECT_EQ(points("allreduce", "", "tree.xml", "is for collective broadcast, not allreduce"), 0);
  EXPECT_EQ(points("broadcast", "root = [0, 2]\n", "tree.xml", "is for root 0, not 2"), 15 + 40);
}

TEST_F(Grading, BadAssignmentsAreRefusedWithTheirPlace) {
  write("s.cc", "int not_reached;\n");
  for (const BadAssignment& bad : {
           BadAssignment{"broadcast", "brodcast", "a.toml:1:14: collective: "},
           {"collective = \"broadcast\"", "", "has no collective"},
           {"points = 2.5", "points = 0", "a.toml:6:10: part.points: expected a number above 0"},
           {"points = 2.5", "", "part: it has no points"},
           {"points", "pionts", "did you mean 'points'?"},
           {"\"send\"", "\"sent\"", "a.toml:3:10: allowed.calls: 'sent' is unknown"},
           {"ranks = 3", "rnaks = 3", "a.toml:8:1: part.cases.rnaks: unknown key"},
           {"ranks = 3", "ranks = 0", "one"},
           {"bytes = \"8B\"", "algorithm = \"ring\"", "is not for a part"},
           {"bytes = \"8B\"", "payload = \"ghost\"", "nothing can be verified"},
           {"bytes = \"8B\"", "[part.at_most]\nrunds = 3", "'runds' is not a field of results"},
           {"bytes = \"8B\"", "[part.at_most]\nlambda = 1", "what the algorithm calls a round"},
           {"bytes = \"8B\"", "[part.at_most]\nuncontended_time = 1", "needs a second run"},
           {"bytes = \"8B\"", "[part.at_most]\nrounds = \"log2(\"", "ends too early"},
           {"bytes = \"8B\"", "[part.at_most]\nrounds = \"x\"", "'x' is unknown; expected"},
           {"bytes = \"8B\"", "[part.at_most]\nrounds = \"rounds(rnig)\"", "rnig"},
           {"bytes = \"8B\"", "bytes = [", "a.toml:9"},
       }) {
    std::string text = kSmall;
    text.replace(text.find(bad.from), std::string(bad.from).size(), bad.to);
    write("a.toml", text);
    EXPECT_EQ(run("grade a.toml s.cc"), 2) << text << out_;
    EXPECT_TRUE(contains(err_, bad.says)) << err_;
    EXPECT_EQ(out_, "");
  }
  write("a.toml", kSmall);
  EXPECT_EQ(run("grade a.toml missing.cc"), 2);
  EXPECT_EQ(run("grade missing.toml s.cc"), 2);
}

TEST(Formula, IsComputed) {
  FormulaNames names;
  names.values = {{"p", 8}, {"m", 100}};
  names.metric_of = [](std::string_view metric, std::string_view algorithm) {
    return metric == "rounds" && algorithm == "swing-bandwidth" ? 7.0 : -1.0;
  };
  for (const auto& [text, value] :
       std::vector<std::pair<const char*, double>>{{"1 + 2 * 3", 7},
                                                   {"(1 + 2) * 3", 9},
                                                   {"2 ^ 3 ^ 2", 512},
                                                   {"10 - 4 - 3", 3},
                                                   {"-p + 10", 2},
                                                   {"ceil(log2(p))", 3},
                                                   {"ceil(log2(p + 1))", 4},
                                                   {"2 * m * (p - 1) / p", 175},
                                                   {"max(1, p, 3) + min(p, m)", 16},
                                                   {"1.5 * rounds(swing-bandwidth)", 10.5},
                                                   {"floor(sqrt(p) * 10)", 28}})
    EXPECT_DOUBLE_EQ(formula_value(text, names), value) << text;
  for (const char* text : {"", "1 +", "(1", "1 2", "x", "log2(", "ceil()", "*", "2 ** 3",
                           "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1"})
    EXPECT_THROW(formula_value(text, names), std::invalid_argument) << text;
  for (const char* part : {"2^", "-", "(", "max(1,", "1+("}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += part;
    EXPECT_THROW(formula_value(text + "1", names), std::invalid_argument) << part;
  }
}

}  // namespace
}  // namespace orrery
