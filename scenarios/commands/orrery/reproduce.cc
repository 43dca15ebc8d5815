#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/table.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/reproduce/scoreboard.h"
#include "scenarios/reproduce/sensitivity.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kReproduceFooter =
    R"(Recomputes results of the papers. Every row has the paper's value, our value, the tolerance with its reason,
and a verdict: 'holds' (within the tolerance), 'holds with our estimate' (only with a cost that we estimated),
'differs' (by how much), 'refuted' (the paper is wrong: two independent computations agree against it) and
'not comparable' (measured on hardware that we do not have). 'judged by' names the basis of the verdict:
printed digits, a formula or theorem, a figure, words, or any of these with costs that we estimated. Several
reproductions end with a scoreboard of rows and distinct claims.

Examples:
  orrery reproduce --list
  orrery reproduce paper1-tables paper3-order
  orrery reproduce paper2-table1 --alpha 300
  orrery reproduce paper3-tree --topology full:37
  orrery reproduce paper5-table2 --topology torus:16x4x4    # the table is for square tori: rows differ
  orrery reproduce paper3-tree --sensitivity
  orrery reproduce --all --out results --json scoreboard.json    # minutes

Exit codes: 0 no row differs (a refuted or an incomparable one is a result, not a failure), 1 a row
differs, 2 bad input.)";

constexpr std::size_t kCellWidth = 56;
constexpr std::int64_t kMostAlpha = 1'000'000'000'000;

struct ReproduceOptions {
  std::vector<std::string> names;
  bool list = false, all = false, with_long = false, sensitivity = false;
  std::string json, out, alpha, topology;
  int jobs = 0;  ///< 0: one for each processor
};

/// Wraps text to the width of a cell, without a newline at the end.
std::string cell(std::string_view text) {
  std::string lines = wrapped(text, kCellWidth);
  if (lines.ends_with('\n')) lines.pop_back();
  return lines;
}

void list_all() {
  TextTable table;
  table.left({"name", "what", "paper"});
  for (const Reproduction* r : reproductions())
    table.add_row({std::string(r->name),
                   fmt::format("{}{}", r->title, r->takes_minutes ? " (takes minutes)" : ""),
                   cell(r->source)});
  write_stdout(table.text(2));
}

std::int64_t alpha_of(const ReproduceOptions& options) {
  try {
    return parse_plain_cost(options.alpha, kMostAlpha);
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("reproduce: --alpha: {}", e.what()));
  }
}

/// Returns tables and, if drawing is possible, pictures.
std::vector<std::pair<std::string, std::string>> files_of(const Evidence& e,
                                                          const Pictures* pictures) {
  auto files = e.files;
  if (pictures != nullptr)
    for (const auto& [name, plot] : e.plots)
      files.emplace_back(name, pictures->plot(plot, picture_format(name, "--out")));
  return files;
}

std::filesystem::path directory_of(const Reproduction& r, const std::string& out) {
  return std::filesystem::path(out) / r.name;
}

/// Checks the output before minutes are spent. THROWS OutputError.
void check_output(const Reproduction& r, const std::string& out) {
  if (out.empty()) return;
  const std::filesystem::path directory = directory_of(r, out);
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    throw OutputError(
        fmt::format("--out: {}: cannot be made: {}", directory.string(), error.message()));
  const OutputFile probe((directory / "table.csv").string(), "--out");
}

/// Writes the files; describes them, or returns nothing.
std::string write_files(const Evidence& e, const Reproduction& r, const std::string& out,
                        const Pictures* pictures) {
  if (out.empty()) return {};
  const auto files = files_of(e, pictures);
  if (files.empty()) return {};
  const std::filesystem::path directory = directory_of(r, out);
  for (const auto& [name, text] : files)
    OutputFile((directory / name).string(), "--out").write(text);
  return fmt::format("\n  {} in {}\n",
                     files.size() == 1 ? "1 file" : fmt::format("{} files", files.size()),
                     directory.string());
}

Workshop workshop_for(const ReproduceOptions& options) {
  Workshop w;
  w.jobs = jobs_for_small_runs(options.jobs);
  if (!options.out.empty()) w.keep = std::filesystem::path(options.out) / "runs";
  w.topology = options.topology;
  return w;
}

/// Runs a reproduction, with a bar on the terminal.
Evidence run_reproductions(const Reproduction& r, const ReproduceOptions& options) {
  Workshop w = workshop_for(options);
  std::optional<Progress> bar;
  w.progress = [&](std::size_t done, std::size_t total) {
    if (!bar) bar.emplace(total, true);
    bar->show(done);
  };
  return options.alpha.empty() ? r.run(w) : r.run_at(w.jobs, alpha_of(options));
}

Reproduced reproduce_one(const Reproduction& r, const ReproduceOptions& options,
                         const Pictures* pictures) {
  const auto print = [&](const std::string& text) {
    if (options.json != "-") write_stdout(text);
  };
  print(fmt::format("{}: {}\n{}\n\n", r.name, r.title, r.source));
  const auto start = std::chrono::steady_clock::now();
  Evidence e = run_reproductions(r, options);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  print(evidence_text(e));
  print(write_files(e, r, options.out, pictures) + "\n");
  return {&r, std::move(e), time.count()};
}

bool takes_alpha(const Reproduction* r) {
  return r->run_at != nullptr;
}
bool takes_topology(const Reproduction* r) {
  return r->takes_topology;
}

/// Checks that all chosen reproductions take an option.
void check_takes(bool (*takes)(const Reproduction*), const char* option,
                 const std::vector<const Reproduction*>& chosen) {
  std::vector<std::string_view> able;
  for (const Reproduction* r : reproductions())
    if (takes(r)) able.push_back(r->name);
  for (const Reproduction* r : chosen)
    if (!takes(r))
      throw InputError(
          fmt::format("reproduce: {}: not for {}; expected {}", option, r->name, one_of(able)));
}

void check_sensitivity(const ReproduceOptions& options) {
  if (options.sensitivity &&
      (!options.json.empty() || !options.alpha.empty() || !options.out.empty()))
    throw InputError("reproduce: --sensitivity: not with --json, --alpha or --out");
}

void print_sensitivity(const ReproduceOptions& options,
                       const std::vector<const Reproduction*>& chosen) {
  for (const Reproduction* r : chosen)
    write_stdout(fmt::format("{}: {}\n\n{}\n", r->name, r->title,
                             sensitivity_text(*r, sensitivity_of(*r, workshop_for(options)))));
}

int reproduce(const ReproduceOptions& options, const Pictures* pictures) {
  if (options.list) return list_all(), kExitFine;
  std::vector<const Reproduction*> chosen, left_out;
  for (const std::string& name : options.names) chosen.push_back(&find_reproduction(name));
  if (options.all)
    for (const Reproduction* r : reproductions())
      if (std::ranges::find(chosen, r) == chosen.end())
        (r->takes_minutes && !options.with_long ? left_out : chosen).push_back(r);
  if (chosen.empty()) throw InputError("reproduce: nothing to do; expected names, --all or --list");
  if (!options.alpha.empty()) {
    alpha_of(options);
    check_takes(takes_alpha, "--alpha", chosen);
  }
  if (!options.topology.empty()) check_takes(takes_topology, "--topology", chosen);
  check_sensitivity(options);
  for (const Reproduction* r : chosen) check_output(*r, options.out);
  if (options.sensitivity) return print_sensitivity(options, chosen), kExitFine;
  std::vector<Reproduced> done;
  done.reserve(chosen.size());
  for (const Reproduction* r : chosen) done.push_back(reproduce_one(*r, options, pictures));
  if (!options.json.empty())
    OutputFile(options.json, "--json").write(scoreboard_json(done, left_out));
  if (options.json != "-" && done.size() > 1) write_stdout(scoreboard_text(done, left_out));
  const bool differs = std::ranges::any_of(
      done, [](const Reproduced& r) { return tally(r.evidence).of(Verdict::kDiffers) > 0; });
  return differs ? kExitFailed : kExitFine;
}

}  // namespace

std::int64_t parse_plain_cost(std::string_view text, std::int64_t most) {
  const bool has_unit = std::ranges::any_of(text, [](unsigned char c) { return std::isalpha(c); });
  if (!has_unit) return parse_integer(text, 0, most);
  const double ps = text.find('/') == text.npos ? static_cast<double>(parse_time(text).count())
                                                : parse_cost_per_byte(text).ps;
  if (ps != std::floor(ps) || ps > static_cast<double>(most))
    throw std::invalid_argument(
        fmt::format("'{}' is not a whole number of picoseconds up to {}", text, most));
  return static_cast<std::int64_t>(ps);
}

void add_reproduce_command(CommandLine& app, int& status, const Pictures* pictures) {
  const auto [command, options] = app.add_command<ReproduceOptions>(
      "reproduce", "Reproduce tables, figures and claims of five papers", kReproduceFooter, status,
      reproduce, pictures);
  command.add_option("names", options.names, "Reproductions; see --list", "NAME ...");
  command.add_flag("--list", options.list, "List all reproductions");
  command.add_flag("--all", options.all, "Run all but those that take minutes");
  command.add_flag("--long", options.with_long, "With --all: also those that take minutes");
  command.add_option("--json", options.json, "All rows and the scoreboard as JSON", "FILE|-")
      ->value_if_bare("-");
  command.add_flag(
      "--sensitivity", options.sensitivity,
      "Print the rows that change if a latency, the ports, γ or links of the model change");
  command.add_option("--topology", options.topology,
                     "A torus of powers of two for paper5-table2, any network for paper3-tree",
                     "SPEC");
  command.add_option("-j,--jobs", options.jobs, kJobsHelp)
      ->check(Between{1, 1024})
      ->option_text("N");
  command.add_option("--out", options.out,
                     "Folder for tables, pictures and finished runs; the same command continues "
                     "where it was stopped",
                     "DIR");
  command.add_option("--alpha", options.alpha,
                     "Start-up cost of paper2-table1; a time counts in picoseconds", "N|TIME");
}

}  // namespace orrery::inline commands
