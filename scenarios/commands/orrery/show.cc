#include <string>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/report/output_file.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/text_file.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kShowFooter = R"(Examples:
  orrery show lessons/swing
  orrery show papers/swing-8x8 > my.toml     # a file to change
  orrery show examples/topology.conf)";

int show_file(const std::string& name) {
  write_stdout(read_text_file(find_scenario(find_example(name))));
  return kExitFine;
}

}  // namespace

void add_show_command(CommandLine& app, int& status) {
  const auto [command, name] = app.add_command<std::string>(
      "show", "Print a file that comes with Orrery, to read or to change", kShowFooter, status,
      show_file);
  command
      .add_option(
          "file", name,
          "A built-in scenario (see orrery list scenarios) or another file that comes with Orrery",
          "FILE")
      ->required();
}

}  // namespace orrery::inline commands
