#include "scenarios/grade/new_assignment.h"

#include <string>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/report/output_file.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kNewAssignmentFooter =
    R"(Makes a folder NAME with an assignment to hand out as it is, or to change:

  statement.md         the task, for students
  submission.cc        a correct, but slow algorithm to begin with
  assignment.toml      the parts and their points (see orrery reference, Assignments)
  teacher/             not for students: a solution, and the seed of the hidden cases

It is a copy of a built-in assignment: broadcast-rounds, torus-allreduce or irregular-gather.

Examples:
  orrery new-assignment homework-3
  orrery new-assignment project --from torus-allreduce
  orrery grade homework-3/assignment.toml homework-3/teacher/solution.cc)";

struct NewAssignmentOptions {
  std::string name, from = "broadcast-rounds";
};

int new_assignment(const NewAssignmentOptions& options) {
  make_assignment(options.name, options.from);
  write_stdout(
      fmt::format("Created {0}/. Give students everything but {0}/teacher. To grade the solution "
                  "and the template:\n\n  orrery grade {0}/assignment.toml "
                  "{0}/teacher/solution.cc\n  orrery grade {0}/assignment.toml {0}/submission.cc\n",
                  options.name));
  return kExitFine;
}

}  // namespace

void add_new_assignment_command(CommandLine& app, int& status) {
  const auto [command, options] =
      app.add_command<NewAssignmentOptions>("new-assignment", "Create an assignment for a class",
                                            kNewAssignmentFooter, status, new_assignment);
  command.add_option("name", options.name, "Name of the new folder: a-z, 0-9 and -", "NAME")
      ->required();
  command.add_option("--from", options.from,
                     "The assignment to begin with. Default: broadcast-rounds",
                     "broadcast-rounds|torus-allreduce|irregular-gather");
}

}  // namespace orrery::inline commands
