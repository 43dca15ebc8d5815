#include <memory>
#include <string>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/report/output_file.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/text_file.h"

namespace orrery {
namespace {

constexpr const char* kShowFooter = R"(Examples:
  orrery show lessons/swing
  orrery show papers/swing-8x8 > my.toml     # a file to change
  orrery show examples/topology.conf)";

}  // namespace

void add_show_command(CommandLine& app, int& status) {
  CommandLine* command =
      app.add_subcommand("show", "Print a file that comes with Orrery, to read or to change");
  const auto name = std::make_shared<std::string>();
  command
      ->add_option(
          "file", *name,
          "A built-in scenario (see orrery list scenarios) or another file that comes with Orrery",
          "FILE")
      ->required();
  command->footer(kShowFooter);
  command->callback([name, &status] {
    write_stdout(read_text_file(find_scenario(find_example(*name))));
    status = kExitFine;
  });
}

}  // namespace orrery
