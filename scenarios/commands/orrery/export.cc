#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/formats/formats.h"
#include "scenarios/page/page.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/scenario.h"
#include "scenarios/teaching/lesson.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/translation.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kExamples = R"(
Examples:
  orrery export lessons/first-allreduce --format perfetto -o ring.json
  orrery export papers/swing-8x8 --algorithm swing --bytes 2MiB --format paje -o swing.paje
  orrery export lessons/swing -o swing.html
  orrery export lessons/swing --scorm -o swing.zip
  orrery export lessons/first-allreduce --algorithm ring,rabenseifner -o two.html
  orrery export lessons/first-allreduce --format dot -o ring.dot    # then: dot -Tsvg ring.dot
  orrery export --topology torus:4x4 --link-bandwidth 100Gb/s --format simgrid -o platform.xml

Exit codes: 0 fine, 1 the result is wrong (the file is written nevertheless), 2 bad input, 3 deadlock or
internal error.)";

constexpr std::size_t kLarge = 3'000'000;  ///< bytes of a page that slow connections notice
constexpr std::string_view kHtml = kHtmlFormat;

struct ExportOptions {
  std::string scenario, format, out, language = "en";
  bool scorm = false;
  KeyOptions keys;
};

/// Returns the format of --format, otherwise by the ending of the file's name.
const ExportFormat& export_format(const ExportOptions& o) {
  if (!o.format.empty()) return find_export_format(o.format);
  for (const ExportFormat& f : export_formats())
    if (o.out.ends_with(f.ending)) return f;
  throw InputError(
      fmt::format("-o: the format does not follow from '{}'; expected --format as well", o.out));
}

bool is_page(const ExportOptions& o) {
  return o.format == kHtml || o.scorm || (o.format.empty() && o.out.ends_with(".html"));
}

std::string page_of_runs(const ExportOptions& o, const Overrides& overrides,
                         const Pictures& pictures) {
  Scenario scenario = load_scenario(o.scenario, overrides);
  if (!o.scenario.empty() && o.scenario != "-") {
    const ScenarioHead head =
        translated({scenario.title, scenario.description}, find_scenario(o.scenario), o.language);
    scenario.title = head.title, scenario.description = head.description;
  }
  return page::scenario_page(scenario, pictures);
}

/// Returns the page of a lesson, unless options select its runs.
std::string page_of(const ExportOptions& o, const Overrides& overrides, const Pictures& pictures) {
  if (!overrides.empty() || !teaching::is_lesson(o.scenario))
    return page_of_runs(o, overrides, pictures);
  return page::lesson_page(teaching::load_lesson(o.scenario, o.language), pictures, o.scorm);
}

int export_page(const CommandLine& command, const ExportOptions& o, const Pictures* pictures) {
  const OutputFile out(o.out, "-o");
  const Overrides overrides = o.keys.overrides(command);
  if (o.scenario.empty() && overrides.empty())
    throw InputError("export: expected a scenario or a lesson, or options that describe a run");
  if (o.scorm && (!overrides.empty() || !teaching::is_lesson(o.scenario)))
    throw InputError(
        "--scorm: expected a lesson, without options that change its runs; `orrery lesson list` "
        "lists them");
  if (o.scorm && !o.out.ends_with(".zip"))
    throw InputError(fmt::format(
        "-o: '{}' does not end in .zip; expected an archive for a course system", o.out));
  check_word("--language", o.language, kLanguages);
  drawn_by(pictures).use_language(o.language);
  const std::string html = page_of(o, overrides, *pictures);
  if (html.size() > kLarge)
    fmt::print(
        stderr,
        "orrery: export: the page has {:.1f} MB; fewer ranks, rounds or blocks make it smaller\n",
        static_cast<double>(html.size()) / 1e6);
  out.write(o.scorm ? page::scorm_package(teaching::load_lesson(o.scenario, o.language).title, html)
                    : html);
  return kExitFine;
}

/// Returns whether only a network is described: a format of networks and of runs then means the
/// network.
bool is_of_a_network(const ExportOptions& o, const Overrides& overrides) {
  constexpr std::string_view kRuns[] = {"collective", "algorithm", "schedule", "bytes"};
  return o.scenario.empty() && std::ranges::none_of(overrides, [&](const auto& given) {
           return std::ranges::find(kRuns, given.first) != std::end(kRuns);
         });
}

int export_run(const CommandLine& command, const ExportOptions& o, const Pictures* pictures) {
  if (is_page(o)) return export_page(command, o, pictures);
  const ExportFormat& format = export_format(o);
  const OutputFile out(o.out, "-o");
  const Overrides overrides = o.keys.overrides(command);
  if (o.scenario.empty() && overrides.empty())
    throw InputError("export: expected a scenario, or options that describe a run");
  const Scenario scenario = load_scenario(o.scenario, overrides);
  check_single_cell(scenario, "export");
  if (format.write_network && (!format.write || is_of_a_network(o, overrides))) {
    out.write(format.write_network(make_network(scenario.cells.front())));
    return kExitFine;
  }
  const ExportedRun run = run_for_export(scenario.cells.front(), format.needs);
  const int status = exit_code({run.result});
  if (run.result.error) fmt::print(stderr, "orrery: export: {}\n", *run.result.error);
  if (status == kExitFine || status == kExitFailed) out.write(format.write(run));
  return status;
}

std::string footer() {
  std::string text = "Formats:\n", networks = "\nFormats of the network alone:\n";
  for (const ExportFormat& f : export_formats()) {
    if (f.write) text += fmt::format("  {:<14}{}\n", f.name, f.summary);
    if (f.write_network)
      networks +=
          fmt::format("  {:<14}{}\n", f.name,
                      f.write ? "the network, if options describe nothing else" : f.summary);
  }
  text += fmt::format(
      "  {:<14}{}\n", kHtml,
      "one page for a browser, which loads nothing else: a lesson, a run, or two runs compared");
  return text + networks + kExamples;
}

}  // namespace

void check_single_cell(const Scenario& scenario, std::string_view asked_by) {
  if (scenario.cells.size() != 1)
    throw InputError(fmt::format(
        "{}: the scenario has {} cells; expected exactly one (choose with options such as "
        "--algorithm and --bytes)",
        asked_by, scenario.cells.size()));
}

void add_export_command(CommandLine& app, int& status, const Pictures* pictures) {
  const auto [command, o] = app.add_command<ExportOptions>(
      "export", "Write a run for another program, or as a page for browsers", footer(), status,
      export_run, pictures);
  command.add_option(
      "scenario", o.scenario,
      "A scenario file, or a built-in one by name; options must leave one run of a sweep",
      "SCENARIO.toml");
  std::string names;
  for (const ExportFormat& f : export_formats())
    names += fmt::format("{}{}", names.empty() ? "" : "|", f.name);
  command.add_option("--format", o.format,
                     "Format, see below. Default: by the ending of the file's name",
                     names + "|html");
  command.add_option("-o,--out", o.out, "The file; - is standard output", "FILE|-")->required();
  command.add_option("--language", o.language,
                     "Language of a page and of its lesson, where translated. Default: en",
                     "en|de");
  command.add_flag("--scorm", o.scorm,
                   "Pack the html page of a lesson for course systems: SCORM 1.2, a zip archive");
  o.keys.add_to(command);
}

}  // namespace orrery::inline commands
