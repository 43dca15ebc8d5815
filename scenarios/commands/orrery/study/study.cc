#include "scenarios/commands/orrery/commands.h"

namespace orrery::inline commands {

void add_study_command(CommandLine& app, int& status, const Pictures* pictures,
                       const std::string& called) {
  CommandLine* study = app.add_subcommand(
      "study", "Study locality, robustness, or the skips of circulant algorithms");
  if (!called.empty()) study->call_only(called);
  study->require_command();
  add_locality_study(*study, status, pictures);
  add_robustness_study(*study, status, pictures);
  add_skips_study(*study, status);
  study->footer(R"(Examples:
  orrery study locality papers/sparbit-locality
  orrery study robustness --collective allreduce --topology torus:4x4 --bytes 1MiB --alpha 1us --gamma 20ps/B
  orrery study skips --topology torus:6x10 --bytes 64KiB
  orrery study skips --help)");
}

}  // namespace orrery::inline commands
