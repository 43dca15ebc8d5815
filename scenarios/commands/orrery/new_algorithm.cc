#include "scenarios/run/plugin/new_algorithm.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "algorithms/plugin_error.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/plugin/limits.h"
#include "scenarios/run/plugin/plugin.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline commands {
namespace fs = std::filesystem;
namespace {

constexpr const char* kNewAlgorithmFooter =
    R"(Makes a folder NAME with a CMake project, a source file and a scenario: a working algorithm for you to change.
The project builds a plug-in, which `orrery run --plugin` runs and verifies like a built-in algorithm.

Examples:
  orrery new-algorithm my-ring
  orrery new-algorithm my-tree --collective broadcast
  orrery new-algorithm my-swing --collective allreduce --from ring
  cmake -S my-ring -B my-ring/build && cmake --build my-ring/build
  orrery run my-ring/my-ring.toml --plugin my-ring/build/libmy-ring.so)";

/// Writes the files; leaves nothing behind when it THROWS.
void write_directory(const fs::path& directory, const std::vector<NewFile>& files) {
  std::error_code error;
  if (!fs::create_directory(directory, error))
    throw OutputError(fmt::format("new-algorithm: cannot make the directory '{}': {}",
                                  directory.string(), error.message()));
  try {
    for (const NewFile& file : files)
      OutputFile((directory / file.name).string(), "new-algorithm").write(file.text);
  } catch (...) {
    fs::remove_all(directory, error);
    throw;
  }
}

int new_algorithm(const NewAlgorithm& request) {
  write_directory(request.name, files_of(request));
  const std::string& name = request.name;
  write_stdout(fmt::format(
      "Created {0}/. Read {0}/{1} first. To build and run it:\n\n  cmake -S {0} -B {0}/build && "
      "cmake --build {0}/build\n  orrery run {0}/{0}.toml --plugin {0}/build/lib{0}.so\n",
      name, source_file_of(name)));
  return kExitFine;
}

void set_time_limit(const std::string& text) {
  try {
    const Time limit = parse_time(text);
    if (limit < Time(1ms)) throw std::invalid_argument("is less than 1ms");
    plugin_limits().altogether = std::chrono::duration_cast<std::chrono::milliseconds>(limit);
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("--plugin-limit: {}; expected a time such as 60s", e.what()));
  }
}

void set_memory_limit(const std::string& text) {
  try {
    const Bytes limit = parse_bytes(text);
    if (limit < Bytes(1 << 20)) throw std::invalid_argument("is less than 1MiB");
    plugin_limits().memory = limit.count();
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("--plugin-memory: {}; expected a size such as 1GiB", e.what()));
  }
}

void load_plugins(const std::vector<std::string>& files, bool failure_is_result) {
  for (const std::string& file : files) try {
      load_plugin(file);
    } catch (const PluginError&) {
      if (!failure_is_result) throw;
      failed_plugin() = std::current_exception();
    }
}

/// Adds the options in the order in which they take effect: limits hold while plug-ins are loaded.
void add_plugin_options_to(CommandLine& command, bool failure_is_result) {
  const auto add = [&](const char* name, void (*set)(const std::string&), const char* help,
                       const char* text) {
    command.add_option_function<std::string>(name, set, help)->option_text(text)->group("Plug-ins");
  };
  add("--plugin-limit", set_time_limit,
      "Time limit of a run of a plug-in's algorithm, and of loading it. Default: none. 10 s "
      "without a call of Comm, or 60 s without any answer, always end the run",
      "TIME");
  add("--plugin-memory", set_memory_limit,
      "Memory limit of a run of a plug-in's algorithm. Default: 1GiB", "SIZE");
  command
      .add_flag_function(
          "--forbid-catalogue", [] { plugin_limits().forbid_catalogue = true; },
          "Refuse plug-ins that look up built-in algorithms")
      ->group("Plug-ins");
  command
      .add_option_function<std::vector<std::string>>(
          "--plugin",
          [failure_is_result](const std::vector<std::string>& files) {
            load_plugins(files, failure_is_result);
          },
          "Add the algorithms of a plug-in (see orrery new-algorithm); may be given several times")
      ->allow_extra_args(false)
      ->option_text("FILE.so")
      ->group("Plug-ins");
}

}  // namespace

void add_plugin_options(CommandLine& app) {
  for (const char* name :
       {"run", "check", "verify", "list", "map", "render", "export", "why", "what-if"})
    add_plugin_options_to(*app.get_subcommand(name), std::string_view(name) == "run");
  for (const char* name : {"locality", "robustness", "skips"})
    add_plugin_options_to(*app.get_subcommand("study")->get_subcommand(name), false);
}

std::exception_ptr& failed_plugin() {
  static std::exception_ptr failure;
  return failure;
}

void add_new_algorithm_command(CommandLine& app, int& status) {
  const auto [command, request] = app.add_command<NewAlgorithm>(
      "new-algorithm", "Create a plug-in for an algorithm of your own", kNewAlgorithmFooter, status,
      new_algorithm);
  command.add_option("name", request.name, "Name of the new folder: a-z, 0-9 and -", "NAME")
      ->required();
  command.add_option("--collective", request.collective, "Its collective. Default: allreduce",
                     "NAME");
  command.add_option(
      "--from", request.from,
      "The built-in algorithm to begin with. Default: a simple one, ring if there is one",
      "ALGORITHM");
}

}  // namespace orrery::inline commands
