#include "scenarios/commands/orrery/orrery.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/main_command.h"

namespace {

constexpr const char* kOrreryFooter = R"(Start here:
  orrery list scenarios
  orrery run lessons/first-allreduce
  orrery help run

Exit codes: 0 fine, 1 an expectation or a verification failed, 2 bad input, 3 deadlock, 4 the code of
a plug-in or schedule crashed, 5 it exceeded a limit, 6 it did something forbidden, 70 internal error,
130 stopped.)";

/// Returns the called command, unless it describes the others; otherwise "".
std::string called(const std::vector<std::string>& words, std::size_t place) {
  const std::string word = words.size() > place ? words[place] : "-";
  return word.starts_with('-') || word == "help" || word == "reference" ? "" : word;
}

/// Inserts `study` before a word that was a command of its own in version 0.1.
std::vector<std::string> with_study(std::vector<std::string> words) {
  constexpr std::array<std::string_view, 3> kStudies{"locality", "robustness", "skips"};
  const std::size_t place = !words.empty() && words.front() == "help" ? 1 : 0;
  if (words.size() > place && std::ranges::find(kStudies, words[place]) != kStudies.end())
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), "study");
  return words;
}

}  // namespace

int orrery::run_orrery(int argc, char** argv, const Pictures* pictures) {
  const std::vector<std::string> words = with_study({argv + 1, argv + std::max(argc, 1)});
  MainCommand app("orrery",
                  "Orrery: an emulator of collective communication on networks, in one process",
                  ORRERY_VERSION);
  int status = kExitFine;
  app.footer(kOrreryFooter);
  if (const std::string command = called(words, 0); !command.empty()) app.call_only(command);
  app.begin_group("Run and look (to begin with)");
  add_run_command(app, status);
  add_render_command(app, status, pictures);
  add_plot_command(app, status, pictures);
  add_list_command(app, status);
  add_show_command(app, status);
  add_network_command(app, status, pictures);
  add_explain_command(app, status);
  add_merge_command(app, status);
  add_reference_command(app, status);
  app.begin_group("Compare and explain (for researchers and library engineers)");
  add_why_command(app, status);
  add_what_if_command(app, status, pictures);
  add_map_command(app, status, pictures);
  add_study_command(app, status, pictures, called(words, 1));
  add_compare_command(app, status);
  app.begin_group("Algorithms, schedules and files (for researchers and library engineers)");
  add_new_algorithm_command(app, status);
  add_verify_command(app, status);
  add_check_command(app, status);
  add_export_command(app, status, pictures);
  add_schedule_command(app, status);
  add_tree_command(app, status);
  app.begin_group("Papers (for researchers)");
  add_reproduce_command(app, status, pictures);
  app.begin_group("Teaching (for teachers and students)");
  add_lesson_command(app, status, pictures);
  add_new_assignment_command(app, status);
  add_grade_command(app, status, pictures);
  app.begin_group("Machines (for library engineers)");
  add_score_command(app, status, pictures);
  add_fit_command(app, status);
  add_bench_command(app, status);
  add_plugin_options(app);
  return app.run(words, status);
}
