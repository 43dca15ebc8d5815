#include <cmath>

#include <nlohmann/json.hpp>

#include "scenarios/grade/formula.h"
#include "tests/unit/scenarios/command.h"

/// The assignments that come with the program: their solutions have all points, and each of twelve typical
/// mistakes has exactly those that it deserves.
namespace orrery {
namespace {

using Json = nlohmann::json;

class Grading : public Command {
 protected:
  /// The grade as JSON.
  Json grade(const std::string& assignment, const std::string& submission,
             const std::string& more = "") {
    EXPECT_EQ(run(fmt::format("grade {}/{}/assignment.toml {} --quiet --json - {}",
                              ORRERY_ASSIGNMENTS, assignment, submission, more)),
              0)
        << err_;
    const Json result = Json::parse(out_, nullptr, false);
    EXPECT_FALSE(result.is_discarded()) << out_;
    return result;
  }
  static std::string wrong(const std::string& name) {
    return fmt::format("{}/wrong/{}.cc", ORRERY_SUBMISSIONS, name);
  }
};

TEST_F(Grading, SolutionsHaveAllPoints) {
  for (const char* assignment : {"broadcast-rounds", "torus-allreduce", "irregular-gather"}) {
    const Json result =
        grade(assignment, fmt::format("{}/{}/teacher/solution.cc", ORRERY_ASSIGNMENTS, assignment));
    EXPECT_EQ(result["points"], 100) << result.dump(2);
    EXPECT_EQ(result["max_points"], 100);
    EXPECT_TRUE(result["failure"].is_null());
  }
}

/// A submission, what each part gives, and a word of what the first failing case says.
struct Mistake {
  const char* assignment;
  const char* name;
  std::vector<double> points;
  const char* says;
};

/// The share of `points` that `passed` of `all` cases give, in hundredths rounded down.
double share(int points, int passed, int all) {
  return std::floor(points * 100.0 * passed / all) / 100;
}

class Mistakes : public Grading, public ::testing::WithParamInterface<Mistake> {};

TEST_P(Mistakes, HaveThePointsTheyDeserve) {
  const Mistake& m = GetParam();
  const Json result = grade(m.assignment, wrong(m.name), "--show-hidden");
  ASSERT_EQ(result["parts"].size(), m.points.size());
  std::string said;
  for (std::size_t i = 0; i < m.points.size(); ++i) {
    const Json& part = result["parts"][i];
    EXPECT_DOUBLE_EQ(part["points"].get<double>(), m.points[i]) << part.dump(2);
    if (said.empty() && !part["first_failure"].is_null()) said = part["first_failure"]["why"];
  }
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
     "broadcast-does-not-compile",
     {0, 0, 0, 0},
     "cannot be built: a command failed"},
    {"broadcast-rounds",
     "broadcast-uses-the-built-in",
     {0, 0, 0, 0},
     "uses orrery::find_algorithm, which leads to the algorithms of the program"},
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

TEST(WrongSubmissions, AreTwelve) {
  EXPECT_EQ(kMistakes.size(), 12U);
}

INSTANTIATE_TEST_SUITE_P(All, Mistakes, ::testing::ValuesIn(kMistakes), [](const auto& tested) {
  std::string name = tested.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Formula, IsComputed) {
  FormulaNames names;
  names.values = {{"p", 8}, {"m", 100}};
  names.figure_of = [](std::string_view figure, std::string_view algorithm) {
    return figure == "rounds" && algorithm == "swing-bandwidth" ? 7.0 : -1.0;
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
}

}  // namespace
}  // namespace orrery
