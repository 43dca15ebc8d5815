#include "scenarios/commands/orrery/line/outputs.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/report.h"
#include "scenarios/report/table.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/text/csv_table.h"

namespace orrery::inline commands {

namespace {

/// One of several scenarios that were run: its name on the command line, its results and its
/// checks. Both outlive this.
struct PartTally {
  std::string name;
  const std::vector<RunResult>* results = nullptr;
  const std::vector<Check>* checks = nullptr;
};

/// Counts the runs that did not end as expected.
std::ptrdiff_t failed(const PartTally& part) {
  const std::set<std::size_t> as_expected = cells_as_expected(*part.checks);
  std::ptrdiff_t count = 0;
  for (std::size_t i = 0; i < part.results->size(); ++i) {
    const RunResult& r = (*part.results)[i];
    if (r.outcome != Outcome::kFine && has_run(r) && !as_expected.contains(i)) ++count;
  }
  return count;
}

std::vector<std::string> row_of(const PartTally& part) {
  const auto checks = static_cast<std::ptrdiff_t>(part.checks->size());
  const auto unchecked = std::ranges::count_if(*part.checks, &Check::skipped);
  const auto hold = std::ranges::count_if(*part.checks, &Check::passed);
  const auto number = [](std::ptrdiff_t n) { return fmt::format("{}", n); };
  return {part.name,
          number(std::ssize(*part.results) -
                 std::ranges::count(*part.results, Outcome::kNotRun, &RunResult::outcome)),
          number(failed(part)),
          number(std::ranges::count(*part.results, Outcome::kSkipped, &RunResult::outcome)),
          checks == 0 ? "none" : fmt::format("{} of {} hold", hold, checks - unchecked),
          number(unchecked)};
}

/// Returns a table with a line for each scenario: the number of its runs, and of its expectations
/// that hold.
std::string summary_of(const std::vector<PartTally>& parts) {
  TextTable table;
  table.left({"scenario"})
      .right({"runs", "failed", "skipped"})
      .left({"expectations"})
      .right({"not checked"});
  for (const PartTally& part : parts) table.add_row(row_of(part));
  return table.text();
}

/// Returns the rows of a table as JSON; cells that are numbers become numbers.
std::string csv_as_json(const std::string& csv) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::istringstream text(csv);
  if (std::ranges::count(csv, '\n') < 2) return "[]\n";
  const CsvTable table = read_csv(text, "the table");
  for (const auto& cells : table.rows) {
    nlohmann::ordered_json row;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto number = nlohmann::ordered_json::parse(cells[i], nullptr, false);
      row[table.head[i]] = number.is_number() ? number : nlohmann::ordered_json(cells[i]);
    }
    rows.push_back(std::move(row));
  }
  return rows.dump(1) + '\n';
}

}  // namespace

ResultFiles::ResultFiles(const Outputs& outputs) : outputs_(outputs) {
  for (const char* option : {"--json", "--csv"})
    if (outputs.wants(option)) streams_.try_emplace(option, outputs.file(option));
  write("--json", kJsonBegin);
}

void ResultFiles::add(const std::vector<RunResult>& results, const std::vector<Check>& checks) {
  if (runs_ > 0 && !results.empty()) write("--json", ",");
  if (runs_ == 0 && !results.empty()) write("--csv", csv_head(results, outputs_.view()));
  write("--json", json_runs(results));
  if (outputs_.wants("--csv")) write("--csv", csv_rows(results, outputs_.view()));
  if (outputs_.wants("--json")) add_expectations(checks), add_fits(results);
  if (outputs_.wants("--junit")) junit_.add(results, checks);
  runs_ += results.size();
}

void ResultFiles::finish() {
  if (runs_ == 0) write("--csv", csv_head({}, outputs_.view()));
  write("--json", kJsonBetween);
  write("--json", expectations_);
  if (!fits_.empty()) write("--json", std::string(kJsonFits) + fits_);
  write("--json", kJsonEnd);
  for (auto& [option, stream] : streams_) stream.commit();
  if (outputs_.wants("--junit")) outputs_.file("--junit").write(junit_.text());
}

void ResultFiles::write(const char* option, std::string_view text) {
  if (const auto stream = streams_.find(option); stream != streams_.end())
    stream->second.write(text);
}

void ResultFiles::add_expectations(std::vector<Check> checks) {
  if (checks.empty()) return;
  for (Check& check : checks)
    if (check.cell) *check.cell += runs_;
  if (!expectations_.empty()) expectations_ += ',';
  expectations_ += json_expectations(checks);
}

void ResultFiles::add_fits(const std::vector<RunResult>& results) {
  const std::string fits = json_fits(results);
  if (!fits_.empty() && !fits.empty()) fits_ += ',';
  fits_ += fits;
}

void OutputOptions::add_file(CommandLine& command, const std::string& option, const char* help) {
  command.add_option(option, files[option], help, "FILE|-")->group("Output");
  if (option != "--csv") return;
  command
      .add_flag_function(
          "--csv-formulas", [] { formulas_in_csv() = true; },
          "Leave text in CSV that begins with = + - @ as it is. Default: with a ' before it, so "
          "that no spreadsheet computes it")
      ->group("Output");
}

void OutputOptions::add_picture(CommandLine& command, const std::string& names, const char* help) {
  const std::string option = names.substr(0, names.find(','));
  pictures.insert(option);
  command.add_option(names, files[option], help, "FILE.png|svg|pdf")->group("Output");
}

void OutputOptions::add_to(CommandLine& command) {
  add_file(command, "--json", "All results as JSON; - is standard output, which then has no table");
  add_file(command, "--csv", "All results as CSV, one line for each run");
  add_file(command, "--junit", "One test case for each run and each expectation, as JUnit XML");
  command
      .add_flag("--reproducible", reproducible,
                "Leave wall_s, messages_per_s and peak_rss_bytes empty in these files, since they "
                "differ from run to run")
      ->group("Output");
  command
      .add_flag("--strict", strict,
                "Exit with 1 also if an expectation was not checked, because options left no cell "
                "that it names")
      ->group("Output");
  command.add_flag("-q,--quiet", quiet, "No table and no progress, only failures")->group("Output");
}

void OutputOptions::add_view_to(CommandLine& command) {
  const auto add = [&](const char* name, auto& value, const char* help, const char* text) {
    return command.add_option(name, value, help, text)->group("Output");
  };
  add("--sort", sort,
      "Sort the rows of the table, CSV and Markdown by this field, the smallest first; -FIELD: the "
      "largest first. Default: the order of the sweep",
      "FIELD");
  add("--top", top, "Show only the first N rows. Default: all", "N")->check(Between{1, 1000000});
  add("--columns", columns,
      "Columns, as keys and metrics: bytes,completion_time_s,xi. Default: metrics that differ or "
      "matter; in CSV all",
      "FIELD[,..]");
  add_file(command, "--markdown", "The table as Markdown");
  add("--style", style,
      "Print the table as a benchmark does: osu, or nccl-tests with algbw and busbw",
      "osu|nccl-tests");
}

Outputs::Outputs(const OutputOptions& options, const Pictures* pictures)
    : pictures_(pictures),
      view_(parse_view(options.sort, options.top, options.columns)),
      quiet_(options.quiet),
      reproducible_(options.reproducible),
      strict_(options.strict) {
  if (!options.style.empty()) style_ = benchmark_style(options.style);
  std::set<std::filesystem::path> places;
  for (const auto& [option, target] : options.files) {
    if (!target) continue;
    if (options.pictures.contains(option)) picture_format(*target, option), drawn_by(pictures);
    const OutputFile& file = files_.emplace(option, OutputFile(*target, option)).first->second;
    if (!places.insert(file.place()).second)
      throw InputError(
          fmt::format("{}: '{}' is already written by another option", option, *target));
  }
}

void Outputs::check_style(const Scenario& scenario) const {
  if (!style_) return;
  for (const RunSpec& cell : scenario.cells) style_->check(cell);
}

void Outputs::write(const std::string& option, const std::function<std::string()>& text) const {
  if (wants(option)) file(option).write(text());
}

void Outputs::write_table(const std::function<std::string()>& csv) const {
  write("--csv", csv);
  write("--json", [&] { return csv_as_json(csv()); });
}

void Outputs::draw(const std::string& option, const std::function<Plot()>& plot) const {
  write(option, [&] {
    const Plot made = plot();
    if (const std::string flaw = flaw_of(made); !flaw.empty())
      throw InputError(fmt::format("{}: {}", option, flaw));
    return drawn(option, made);
  });
}

std::string Outputs::drawn(const std::string& option, const Plot& plot) const {
  return drawn_by(pictures_).plot(plot, picture_format(file(option).target(), option));
}

std::optional<LinkWatch> Outputs::watch_links(std::size_t cells) const {
  if (wants("--link-rounds")) return LinkWatch(cells, LinkUsage::By::kRound);
  if (wants("--links")) return LinkWatch(cells, LinkUsage::By::kRun);
  return std::nullopt;
}

void Outputs::write_links(const std::vector<RunResult>& results, const LinkWatch& watch) const {
  for (const auto& [option, by] : {std::pair("--links", LinkUsage::By::kRun),
                                   std::pair("--link-rounds", LinkUsage::By::kRound)})
    if (wants(option))
      file(option).write(
          links_table(results, watch, by, table_format_of(file(option).place().native())));
}

bool Outputs::use_stdout() const {
  return std::ranges::any_of(files_, [](const auto& file) { return file.second.is_stdout(); });
}

void Outputs::strip(std::vector<RunResult>& results) const {
  if (!reproducible_) return;
  for (RunResult& r : results) r.effort.reset();
}

void Outputs::say(const std::string& text, Colours colours) const {
  if (!use_stdout()) write_stdout(text, colours);
}

int Outputs::report(const Scenario& scenario, std::vector<RunResult> results) const {
  std::vector<Part> parts;
  parts.push_back({.name = {}, .scenario = &scenario, .results = std::move(results)});
  return report(std::move(parts));
}

std::string Outputs::markdown_of(const std::vector<Part>& parts) const {
  std::string text;
  for (const Part& part : parts) {
    if (!part.name.empty()) text += fmt::format("{}## {}\n\n", text.empty() ? "" : "\n", part.name);
    text += results_table(*part.scenario, part.results, view_, true).markdown();
  }
  return text;
}

int Outputs::report(std::vector<Part> parts) const {
  std::string text, failed;
  std::vector<PartTally> tallies;
  std::vector<std::vector<Check>> checks;
  checks.reserve(parts.size());  // the tallies point there
  int status = kExitFine;
  for (const Part& part : parts) {
    const auto& c = checks.emplace_back(check_expectations(*part.scenario, part.results));
    if (!part.name.empty())
      text += fmt::format("{}── {} ──\n", text.empty() ? "" : "\n", part.name);
    if (!quiet_) text += table_of(part, c);
    failed += printed(part.results) + failures(part.results, c, part.name);
    tallies.push_back({part.name, &part.results, &c});
    status = std::max(status, status_of(part.results, c));
  }
  write("--markdown", [&] { return markdown_of(parts); });
  if (parts.size() > 1) text.append("\n").append(summary_of(tallies));
  if (!quiet_) say(text);
  fmt::print(stderr, "{}", failed);
  ResultFiles files(*this);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto& [name, scenario, results] = parts[i];
    strip(results);
    if (!name.empty())
      for (RunResult& r : results) r.more.emplace(r.more.begin(), "scenario", name);
    files.begin(name.empty() ? scenario->title : name);
    files.add(results, checks[i]);
  }
  files.finish();
  return status;
}

std::string Outputs::table_of(const Part& part, const std::vector<Check>& checks) const {
  if (style_) return style_->text(seen_through(view_, part.results));
  return results_report(*part.scenario, part.results, checks, view_);
}

int Outputs::status_of(const std::vector<RunResult>& results,
                       const std::vector<Check>& checks) const {
  const int status = exit_code(results, cells_as_expected(checks));
  const bool failed = std::ranges::any_of(
      checks, [&](const Check& c) { return c.failed() || (strict_ && c.skipped()); });
  return status == kExitFine && failed ? kExitFailed : status;
}

}  // namespace orrery::inline commands
