#include "scenarios/grade/grade.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emu/engine/stop.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/interrupt.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/grade/class_grades.h"
#include "scenarios/grade/grade_report.h"

namespace orrery::inline commands {
namespace fs = std::filesystem;
namespace {

constexpr const char* kGradeFooter =
    R"(Builds a submission in a sandbox, runs it in all cases of the assignment, and reports its points and the first
case that failed. SUBMISSION is a C++ source file, a folder with a CMake project or one source file, or a
plug-in. A faulty submission loses points, but affects nothing else. Several submissions, or all of a folder
(--each), are graded as a class: a line for each of them.

The sandbox is the first that works: `namespaces` (hides everything else; needs user namespaces or root), or
in containers without these `other-user` (needs root and Landlock). `limits-only` hides no files; use it only
on machines that are thrown away afterwards.

Examples:
  orrery new-assignment homework                    # with a solution
  orrery grade homework/assignment.toml homework/teacher/solution.cc
  orrery grade homework/assignment.toml homework/teacher/solution.cc --html report.html --gradescope results.json
  mkdir submissions && cp homework/teacher/solution.cc submissions/ann.cc
  orrery grade homework/assignment.toml --each submissions/ --csv class.csv

Exit codes: 0 graded, whatever the points, 1 fewer points than --require, 2 bad input, or a machine without
compiler or sandbox, 70 internal error, 130 stopped.)";

struct GradeOptions {
  std::string assignment, submission, sandbox = "auto", keep, each;
  std::vector<std::string> submissions;
  double required = 0;
  bool shows_hidden = false;
  OutputOptions output;
};

SandboxKind sandbox_of(const GradeOptions& options) {
  if (options.sandbox == "auto") return best_sandbox();
  for (const SandboxKind kind :
       {SandboxKind::kNamespaces, SandboxKind::kOtherUser, SandboxKind::kLimitsOnly})
    if (options.sandbox == sandbox_name(kind)) return kind;
  throw InputError(fmt::format(
      "--sandbox: '{}' is unknown; expected auto, namespaces, other-user or limits-only",
      options.sandbox));
}

/// Returns the path of the plug-in in the report's commands; empty for a schedule.
std::string plugin_of(const GradeOptions& options, const Submission& submission) {
  if (submission.schedule) return {};
  if (!options.keep.empty()) return options.keep;
  return submission.kind == "plugin" ? options.submission : "submission.so";
}

void keep_library(const GradeOptions& options, const Submission& submission) {
  if (options.keep.empty() || submission.library.empty() || !fs::exists(submission.library)) return;
  std::error_code error;
  fs::copy_file(submission.library, options.keep, fs::copy_options::overwrite_existing, error);
  if (error) throw OutputError(fmt::format("--keep: {}: {}", options.keep, error.message()));
}

Grade graded(const Assignment& assignment, const Submission& submission,
             const GradeOptions& options) {
  std::optional<Progress> progress;
  return grade_submission(assignment, submission, [&](std::size_t done, std::size_t all) {
    if (!progress) progress.emplace(all, !options.output.quiet);
    progress->show(done);
  });
}

void write(const Outputs& outputs, const GradedWork& work, const Pictures* pictures) {
  if (!outputs.is_quiet()) outputs.say(grade_text(work));
  outputs.write("--json", [&] { return grade_json(work); });
  outputs.write("--gradescope", [&] { return grade_gradescope(work); });
  outputs.write("--junit", [&] { return grade_junit(work); });
  outputs.write("--html", [&] { return grade_page(work, pictures); });
}

int grade_and_report(const GradeOptions& options, const Pictures* pictures) {
  const Assignment assignment = read_assignment(options.assignment);  // which SIGTERM ends
  const Interrupt interrupt;
  const Outputs outputs(options.output);
  const TemporaryFolder folder;
  const Submission submission =
      open_submission(assignment, options.submission, {sandbox_of(options), folder});
  const Grade result = graded(assignment, submission, options);
  keep_library(options, submission);
  const std::string name = fs::path(options.submission).lexically_normal().filename().string();
  write(outputs,
        {assignment, submission, result, name.empty() ? options.submission : name,
         plugin_of(options, submission), options.shows_hidden},
        pictures);
  return static_cast<double>(result.points()) < options.required * 100 ? kExitFailed : kExitFine;
}

/// Returns the submissions of a class; empty if there is one submission. THROWS InputError.
std::vector<fs::path> class_of(const GradeOptions& options) {
  if (options.each.empty() == options.submissions.empty())
    throw InputError(
        options.each.empty()
            ? "grade: SUBMISSION is missing; expected a file or a folder, or --each FOLDER"
            : "--each: submissions are named as well; expected one of the two");
  if (!options.each.empty()) return submissions_in(options.each);
  std::vector<fs::path> all(options.submissions.begin(), options.submissions.end());
  if (all.size() == 1) all.clear();
  return all;
}

/// Refuses files that exist for one submission only, or for a class only, in the other case.
void check_files(const GradeOptions& options, bool is_class) {
  for (const char* option : {"--json", "--gradescope", "--html", "--junit"})
    if (is_class && options.output.files.at(option))
      throw InputError(fmt::format("{}: there are several submissions; expected --csv", option));
  if (is_class && !options.keep.empty())
    throw InputError("--keep: there are several submissions; expected one");
  if (!is_class && options.output.files.at("--csv"))
    throw InputError("--csv: there is one submission; expected several, or --each FOLDER");
}

int grade_all(const GradeOptions& options, const std::vector<fs::path>& submissions) {
  const Assignment assignment = read_assignment(options.assignment);  // which SIGTERM ends
  const Interrupt interrupt;
  const Outputs outputs(options.output);
  const SandboxKind sandbox = sandbox_of(options);
  const auto grade_one = [&](const fs::path& path) {
    const TemporaryFolder folder;
    const Submission submission = open_submission(assignment, path, {sandbox, folder});
    const Grade result = grade_submission(assignment, submission, [](std::size_t, std::size_t) {});
    StudentGrade student{{}, {}, result.failure};
    for (const PartGrade& part : result.parts) student.parts.push_back(part.points);
    student.parts.resize(assignment.parts.size());
    return student;
  };
  std::vector<StudentGrade> grades;
  {
    Progress progress(submissions.size(), !options.output.quiet);
    grades = grade_class(submissions, assignment.parts.size(), grade_one,
                         [&](std::size_t done) { progress.show(done); });
  }
  if (!outputs.is_quiet()) outputs.say(class_text(assignment, grades));
  outputs.write("--csv", [&] { return class_csv(assignment, grades); });
  const bool enough = std::ranges::all_of(grades, [&](const StudentGrade& g) {
    return static_cast<double>(g.points()) >= options.required * 100;
  });
  return enough ? kExitFine : kExitFailed;
}

int grade_command(GradeOptions options, const Pictures* pictures) {
  try {
    const std::vector<fs::path> submissions = class_of(options);
    check_files(options, !submissions.empty());
    if (!submissions.empty()) return grade_all(options, submissions);
    options.submission = options.submissions.front();
    return grade_and_report(options, pictures);
  } catch (const Stopped&) {
    fmt::print(stderr, "orrery: grade: stopped\n");
    return kExitStopped;
  }
}

}  // namespace

void add_grade_command(CommandLine& app, int& status, const Pictures* pictures) {
  const auto [command, options] =
      app.add_command<GradeOptions>("grade", "Grade a submission to an assignment", kGradeFooter,
                                    status, grade_command, pictures);
  command
      .add_option("assignment", options.assignment, "The assignment (see orrery new-assignment)",
                  "ASSIGNMENT.toml")
      ->required();
  command.add_option("submission", options.submissions,
                     "A submission, as a file or a folder; or several, of a class",
                     "SUBMISSION ...");
  command.add_option("--each", options.each,
                     "A folder with a file or a folder for each submission of a class", "FOLDER");
  command.add_option("--sandbox", options.sandbox,
                     "Isolation of builds from the machine. Default: auto",
                     "auto|namespaces|other-user|limits-only");
  command.add_option("--require", options.required, "Exit with 1 if the score is below POINTS",
                     "POINTS");
  command.add_option("--keep", options.keep,
                     "Keep the plug-in that was built, for the commands of the report", "FILE.so");
  command.add_flag("--show-hidden", options.shows_hidden, "Show the cases of hidden parts, too");
  OutputOptions& output = options.output;
  output.add_file(command, "--json",
                  "The grade as JSON; - is standard output, which then has no table");
  output.add_file(command, "--csv",
                  "The grades of a class: a line for each submission, as nbgrader exports them");
  output.add_file(command, "--gradescope", "results.json as Gradescope reads it");
  output.add_file(command, "--html", "A page with the failing cases, their messages and pictures");
  output.add_file(command, "--junit", "A test case for each part, as JUnit XML");
  command.add_flag("-q,--quiet", output.quiet, "No table and no progress")->group("Output");
}

}  // namespace orrery::inline commands
