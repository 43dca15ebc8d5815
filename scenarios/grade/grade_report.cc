#include "scenarios/grade/grade_report.h"

#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/grade/graded_cases.h"
#include "scenarios/report/junit.h"
#include "scenarios/report/table.h"

namespace orrery::inline grade {
namespace {

using Json = nlohmann::ordered_json;

bool is_full(const PartGrade& part) {
  return part.points == part.part->points;
}

std::string of_points(std::int64_t points, std::int64_t all) {
  return fmt::format("{} of {}", points_text(points), points_text(all));
}

std::string indented(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += fmt::format("  | {}\n", line);
  return out;
}

/// Returns the first errors of a compiler, which matter most.
std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 3000;
  return text.size() <= kMost ? text : fmt::format("{}\n...", text.substr(0, kMost));
}

std::string heading(const GradedWork& work) {
  const std::string& kind = work.submission.kind;
  const std::string& title = work.assignment.title;
  return fmt::format("{}: {}{}\n\n", title.empty() ? work.assignment.collective : title, work.name,
                     kind.empty() ? "" : fmt::format(" ({})", kind));
}

std::string parts_table(const GradedWork& work) {
  TextTable table;
  table.left({"part"}).right({"cases", "passed", "points"});
  for (const PartGrade& g : work.grade.parts)
    table.add_row({fmt::format("{}{}", g.part->name, g.part->hidden ? " (hidden)" : ""),
                   fmt::format("{}", g.cases), fmt::format("{}", g.passed),
                   of_points(g.points, g.part->points)});
  table.add_row({"total", "", "", of_points(work.grade.points(), work.assignment.points())});
  return table.text();
}

std::string overall_failure(const GradedWork& work) {
  if (work.grade.failure.empty()) return {};
  const std::string output = shortened(work.submission.build_output);
  return fmt::format("The submission {}\n{}", work.grade.failure,
                     output.empty() ? "" : indented(output));
}

double number(std::int64_t hundredths) {
  return static_cast<double>(hundredths) / 100;
}

Json json_of(const GradedWork& work, const PartGrade& g) {
  Json part{{"name", g.part->name},       {"hidden", g.part->hidden},
            {"points", number(g.points)}, {"max_points", number(g.part->points)},
            {"cases", g.cases},           {"passed", g.passed},
            {"first_failure", nullptr}};
  if (g.first && is_shown(work, g))
    part["first_failure"] = {{"case", words_of(g.first->spec)},
                             {"why", g.first->why},
                             {"printed", g.first->printed},
                             {"command", command_line_of(g.first->spec, work.plugin)}};
  return part;
}

std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json gradescope_test(const GradedWork& work, const PartGrade& g) {
  return {{"name", g.part->name},
          {"score", number(g.points)},
          {"max_score", number(g.part->points)},
          {"status", is_full(g) ? "passed" : "failed"},
          {"output",
           fmt::format("{} of {} cases passed.\n{}", g.passed, g.cases, failure_text(work, g))},
          {"output_format", "text"},
          {"visibility", "visible"}};
}

TestCase test_case(const GradedWork& work, const PartGrade& g) {
  TestCase test{.name = g.part->name, .group = work.assignment.title};
  if (is_full(g)) return test;
  test.ended = "failure";
  test.type = "points";
  test.message =
      fmt::format("{} points: {}", of_points(g.points, g.part->points),
                  work.grade.failure.empty() ? failure_text(work, g) : work.grade.failure);
  return test;
}

}  // namespace

bool is_shown(const GradedWork& work, const PartGrade& part) {
  return work.shows_hidden || !part.part->hidden;
}

std::string failure_text(const GradedWork& work, const PartGrade& g) {
  if (!g.first) return {};
  if (!is_shown(work, g)) return "The cases of this part are not shown.\n";
  std::string text = fmt::format("{}: {}\n{}\n", words_of(g.first->spec), g.first->why,
                                 command_line_of(g.first->spec, work.plugin));
  if (!g.first->printed.empty())
    text += fmt::format("The submission printed:\n{}", indented(g.first->printed));
  return text;
}

std::string grade_text(const GradedWork& work) {
  std::string text = heading(work) + parts_table(work);
  text += work.grade.failure.empty() ? "" : fmt::format("\n{}", overall_failure(work));
  for (const PartGrade& g : work.grade.parts)
    if (g.first)
      text +=
          fmt::format("\n{}: the first case that failed\n{}", g.part->name, failure_text(work, g));
  return text;
}

std::string grade_json(const GradedWork& work) {
  Json parts = Json::array();
  for (const PartGrade& g : work.grade.parts) parts.push_back(json_of(work, g));
  const std::string& failure = work.grade.failure;
  return dumped({{"schema", 1},
                 {"assignment", work.assignment.title},
                 {"submission", work.name},
                 {"kind", work.submission.kind},
                 {"points", number(work.grade.points())},
                 {"max_points", number(work.assignment.points())},
                 {"failure", failure.empty() ? Json() : Json(failure)},
                 {"build_output", work.submission.build_output},
                 {"parts", parts}});
}

std::string grade_junit(const GradedWork& work) {
  JunitSuite suite("orrery grade");
  for (const PartGrade& g : work.grade.parts) suite.add(test_case(work, g));
  return suite.text();
}

std::string grade_gradescope(const GradedWork& work) {
  Json tests = Json::array();
  for (const PartGrade& g : work.grade.parts) tests.push_back(gradescope_test(work, g));
  return dumped({{"score", number(work.grade.points())},
                 {"output", overall_failure(work)},
                 {"output_format", "text"},
                 {"visibility", "visible"},
                 {"stdout_visibility", "hidden"},
                 {"tests", tests}});
}

}  // namespace orrery::inline grade
