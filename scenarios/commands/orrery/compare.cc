#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "emu/base/nearest.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/report/markup.h"
#include "scenarios/report/regression/regression.h"
#include "scenarios/report/regression/result_rows.h"
#include "scenarios/text/given_items.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kCompareFooter =
    R"(Both files come from --json, --csv or --resume of orrery run. The command compares runs with the same values
of the swept keys. Settings that differ between the files are listed above the table; you can therefore
compare two networks as well as two versions.

Examples:
  orrery run --topology torus:4x4 --algorithm ring,swing --json before.json --quiet
  orrery run --topology torus:4x4 --algorithm ring,swing --alpha 2us --json after.json --quiet
  orrery compare before.json after.json
  orrery compare before.json after.json --metric xi --all --markdown -
  orrery compare before.json before.json --fail-above 2% --junit compare.xml --html compare.html

Exit codes: 0 fine, 1 with --fail-above: a run has become worse by more, fails, or is missing in the
second file; 2 bad input.)";

/// The options of the command line.
struct CompareOptions {
  std::string before, after;
  std::string metric = "completion_time_s";
  std::string fail_above;
  bool all = false;
  OutputOptions output;
};

/// Reads "2%" as 0.02. THROWS InputError.
double parse_percent(std::string_view text) {
  try {
    if (text.ends_with('%')) return parse_factor(text.substr(0, text.size() - 1), 0, 1e6) / 100;
  } catch (const std::invalid_argument&) {  // reported below
  }
  throw InputError(fmt::format("--fail-above: '{}' is not a share; expected one such as 2%", text));
}

const Metric& metric_of(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Metric& metric : all_metrics()) {
    if (metric.name == name) return metric;
    names.push_back(metric.name);
  }
  throw InputError(
      fmt::format("--metric: '{}' is unknown{}; expected a metric (see `orrery list metrics`)",
                  name, did_you_mean(name, names)));
}

/// Returns the text above the table.
std::string head_of(const RegressionReport& report) {
  std::string head =
      fmt::format("{} of {} against {}\n", report.metric->name, report.after, report.before);
  for (const std::string& difference : report.differences)
    head += fmt::format("differs: {}\n", difference);
  return head;
}

int compare(const CompareOptions& options) {
  const Outputs outputs(options.output);
  const std::optional<double> share =
      options.fail_above.empty() ? std::nullopt : std::optional(parse_percent(options.fail_above));
  const ResultRows before = read_result_rows(options.before),
                   after = read_result_rows(options.after);
  say_warnings(before.warnings), say_warnings(after.warnings);
  const RegressionReport report = compare_results(before, after, metric_of(options.metric));
  const TextTable table = regression_table(report, options.all);
  const std::string head = head_of(report), summary = regression_summary(report) + "\n";
  const auto text_of = [&](const std::string& rows) {
    return head + "\n" + (table.empty() ? "" : rows + "\n") + summary;
  };
  if (!outputs.is_quiet()) outputs.say(text_of(table.text()));
  outputs.write("--json", [&] { return regression_json(report); });
  outputs.write("--markdown", [&] { return text_of(table.markdown()); });
  outputs.write("--junit", [&] { return regression_cases(report, share.value_or(0)).text(); });
  outputs.write("--html", [&] {
    return html_document(
        fmt::format("{} against {}", report.after, report.before),
        fmt::format("<pre>{}</pre>\n{}<p class=\"total\">{}</p>\n", with_entities(head, "&<>"),
                    table.empty() ? "" : table.html(), with_entities(summary, "&<>")));
  });
  const bool failed = share && std::ranges::any_of(report.runs, [&](const ComparedRun& run) {
                        return is_regression(run, *share);
                      });
  return failed ? kExitFailed : kExitFine;
}

}  // namespace

void add_compare_command(CommandLine& app, int& status) {
  const auto [command, options] = app.add_command<CompareOptions>(
      "compare", "Compare two files of results: what became better or worse", kCompareFooter,
      status, compare);
  const auto file = [&command = command](const char* name, std::string& value, const char* help) {
    command.add_option(name, value, help, "FILE")->required();
  };
  file("old", options.before, "Results before the change");
  file("new", options.after, "Results after the change");
  command.add_output("--metric", options.metric,
                     "The metric to compare. Default: completion_time_s", "METRIC");
  command.add_output("--fail-above", options.fail_above,
                     "Exit code 1 if a run is worse by more than this share, fails or is missing",
                     "PERCENT%");
  command.add_flag("--all", options.all, "Show equal runs as well")->group("Output");
  OutputOptions& output = options.output;
  output.add_file(command, "--json", "All runs as JSON, with values in SI units");
  output.add_file(command, "--markdown", "The table as Markdown");
  output.add_file(command, "--junit",
                  "A test case for each run, as JUnit XML; it fails as --fail-above says (0%)");
  output.add_file(command, "--html", "The table as a page");
  command.add_flag("-q,--quiet", output.quiet, "No table")->group("Output");
}

}  // namespace orrery::inline commands
