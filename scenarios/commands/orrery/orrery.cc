#include "scenarios/commands/orrery/orrery.h"

#include <string>
#include <string_view>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/main_command.h"

namespace {

constexpr const char* kOrreryFooter = R"(Start here:
  orrery list scenarios
  orrery run lessons/first-allreduce
  orrery help run

Exit codes: 0 fine, 1 an expectation or a verification failed, 2 bad input, 3 deadlock, 4 the code of
a plug-in or schedule crashed, 5 it exceeded a limit, 6 it did what plug-ins may not, 70 internal error,
130 stopped.)";

/// The command that is called, unless it tells of the others.
void call(orrery::CommandLine& app, int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "-";
  if (!word.starts_with('-') && word != "help" && word != "reference")
    app.call_only(std::string(word));
}

}  // namespace

int orrery::run_orrery(int argc, char** argv, const Pictures* pictures) {
  MainCommand app("orrery",
                  "Orrery: an emulator of collective communication on networks, in one process",
                  ORRERY_VERSION);
  int status = kExitFine;
  app.footer(kOrreryFooter);
  call(app, argc, argv);
  add_list_command(app, status);
  add_run_command(app, status);
  add_merge_command(app, status);
  add_map_command(app, status, pictures);
  add_locality_command(app, status, pictures);
  add_robustness_command(app, status, pictures);
  add_skips_command(app, status);
  add_why_command(app, status);
  add_what_if_command(app, status, pictures);
  add_check_command(app, status);
  add_verify_command(app, status);
  add_score_command(app, status, pictures);
  add_fit_command(app, status);
  add_schedule_command(app, status);
  add_tree_command(app, status);
  add_reproduce_command(app, status, pictures);
  add_plot_command(app, status, pictures);
  add_render_command(app, status, pictures);
  add_export_command(app, status, pictures);
  add_lesson_command(app, status, pictures);
  add_bench_command(app, status);
  add_new_algorithm_command(app, status);
  add_new_assignment_command(app, status);
  add_grade_command(app, status, pictures);
  add_reference_command(app, status);
  add_plugin_options(app);
  return app.run(argc, argv, status);
}
