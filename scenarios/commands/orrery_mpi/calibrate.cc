#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery_mpi/commands.h"
#include "scenarios/commands/orrery_mpi/probe.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/plot/csv.h"
#include "scenarios/report/table.h"
#include "scenarios/run/calibration/cost_file.h"
#include "scenarios/run/score/benchmark_rows.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline commands {
namespace {

std::string range_name(const SizeRange& range) {
  const std::string from = short_size(Bytes(range.from));
  return range.to < std::numeric_limits<std::int64_t>::max()
             ? fmt::format("{} to {}", from, short_size(Bytes(range.to)))
             : fmt::format("from {}", from);
}

std::vector<std::string> row(const std::string& what, const std::string& sizes,
                             const LineFit& fit) {
  return {what,
          sizes,
          short_time(alpha_of(fit)),
          cost_text(cost_of(fit.beta)),
          fit.beta > kLeastBeta ? short_bit_rate(8 / fit.beta) : "–",
          fmt::format("{:.1f} %", 100 * fit.median_error),
          fmt::format("{:.1f} %", 100 * fit.worst_error)};
}

void add_rows(TextTable& table, const std::string& what, const MessageFit& fit) {
  if (fit.samples.empty()) return;
  table.add_row(row(what, "all", fit.all));
  if (fit.ranges.size() == 1) return;
  for (const SizeRange& range : fit.ranges) table.add_row(row("", range_name(range), range.fit));
}

const SizeRange& range_of(const MessageFit& fit, std::int64_t bytes) {
  return *std::ranges::find_if(fit.ranges, [&](const SizeRange& r) { return bytes < r.to; });
}

std::string csv_rows(const std::string& what, const MessageFit& fit) {
  std::string measured, line, ranges;
  for (const Sample& s : fit.samples) {
    measured += fmt::format("{}: measured,{},{}\n", what, s.bytes, s.seconds);
    line += fmt::format("{}: one line,{},{}\n", what, s.bytes, fit.all.at(s.bytes));
    ranges += fmt::format("{}: line for each range,{},{}\n", what, s.bytes,
                          range_of(fit, s.bytes).fit.at(s.bytes));
  }
  return measured + line + (fit.ranges.size() > 1 ? ranges : "");
}

/// Returns fits and their quality, for readers.
std::string calibration_report(const Calibration& c) {
  TextTable table;
  table.left({"messages", "sizes"}).right({"α", "β", "bandwidth", "median error", "worst error"});
  add_rows(table, "within a host", c.within);
  add_rows(table, "between hosts", c.between);
  std::string out = fmt::format("{}\n\n{}\n", c.machine, table.text());
  if (c.reductions.empty()) return out + "γ was not measured.\n";
  out += fmt::format("γ {} ({}; median error {:.1f} %)\n", cost_text(cost_of(c.reduction.beta)),
                     c.work, 100 * c.reduction.median_error);
  return out + "Errors: of the fitted lines, relative to the measured times.\n";
}

/// Returns the samples and the lines at their sizes: columns what, bytes, time_s.
std::string calibration_csv(const Calibration& c) {
  std::string out = "what,bytes,time_s\n";
  out += csv_rows("within a host", c.within) + csv_rows("between hosts", c.between);
  for (const Sample& s : c.reductions)
    out += fmt::format("{}: measured,{},{}\n", c.work, s.bytes, s.seconds);
  for (const Sample& s : c.reductions)
    out += fmt::format("{}: one line,{},{}\n", c.work, s.bytes, c.reduction.at(s.bytes));
  return out;
}

constexpr const char* kMpiCalibrateFooter =
    R"(Start one or two processes on each host. Messages are measured by ping-pong between processes of a host and
between hosts, over the same calls that algorithms use; γ by reducing vectors of the same sizes. The fitted
lines minimise the sum of relative deviations: one line for all sizes, and one for each range of sizes.

Examples:
  mpirun -n 2 orrery-mpi calibrate -o costs.toml --plot costs.svg
  orrery-mpi calibrate --from osu_latency.txt
  mpirun -n 8 orrery-mpi run --include costs.toml --algorithm ring,rabenseifner --bytes 1KiB,1MiB
  orrery run my.toml --include costs.toml@64KiB    # costs of messages of about 64 KiB)";

struct MpiCalibrateOptions {
  std::string out = "costs.toml", smallest = "1B", largest = "4MiB";
  std::string op = "sum", datatype = "float";
  std::optional<std::string> plot, csv, from;
  double patience = 60;
  bool quiet = false;
};

/// The files that process 0 writes.
struct CalibrationFiles {
  std::optional<OutputFile> costs, plot, csv;
};

CalibrationFiles open_calibration_files(const MpiCalibrateOptions& options,
                                        const Pictures* pictures) {
  CalibrationFiles files;
  files.costs.emplace(options.out, "--out");
  if (options.csv) files.csv.emplace(*options.csv, "--csv");
  if (!options.plot) return files;
  picture_format(*options.plot, "--plot");
  drawn_by(pictures);
  files.plot.emplace(*options.plot, "--plot");
  return files;
}

/// Returns powers of 2 and the sizes half way between them.
std::vector<std::int64_t> sizes_of(const MpiCalibrateOptions& options) {
  const Bytes smallest = parse_bytes(options.smallest), largest = parse_bytes(options.largest);
  if (smallest > largest)
    throw InputError(
        fmt::format("--smallest: {} is more than {}", options.smallest, options.largest));
  std::set<std::int64_t> sizes{smallest.count(), largest.count()};
  for (std::int64_t size = 1; size <= largest.count() && size > 0; size *= 2)
    for (const std::int64_t s : {size, size + size / 2})
      if (s >= smallest.count() && s <= largest.count()) sizes.insert(s);
  return {sizes.begin(), sizes.end()};
}

Plot plot_of(const Calibration& calibration) {
  std::istringstream table(calibration_csv(calibration));
  Plot plot = plot_of(read_csv(table, "calibration"),
                      {.x = "bytes", .y = "time_s", .by = {"what"}, .log_x = true, .log_y = true});
  plot.title = calibration.machine;
  return plot;
}

/// Reads the times of another program between two processes: osu_latency, PingPong of IMB.
/// `speaks`: prints the table's warnings. THROWS InputError.
Calibration read_calibration(const std::string& file, bool speaks) {
  const CsvTable table = read_csv_file(file);
  if (speaks) say_warnings(table.warnings);
  std::vector<Sample> samples;
  if (is_benchmark(table))
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const CsvLine row(table, i);
      if (row.text("collective") == "point-to-point" && !row.text("time_s").empty())
        samples.push_back({row.number<std::int64_t>("bytes", 0, "a number of bytes"),
                           row.number<double>("time_s", 0, "seconds")});
    }
  std::erase_if(samples, [](const Sample& s) { return s.seconds <= 0; });
  if (samples.empty())
    throw InputError({file}, "",
                     {"has no times of messages between two processes",
                      "an output of osu_latency or of IMB's PingPong"});
  Calibration c;
  c.machine = file, c.work = "not measured";
  c.between = fit_messages(std::move(samples));
  return c;
}

void write_calibration(const Calibration& c, const CalibrationFiles& files,
                       const MpiCalibrateOptions& options, const Pictures* pictures, bool crowded) {
  files.costs->write(cost_file(c));
  if (files.csv) files.csv->write(calibration_csv(c));
  if (files.plot)
    files.plot->write(pictures->plot(plot_of(c), picture_format(*options.plot, "--plot")));
  const bool stdout_taken = files.costs->is_stdout() || (files.csv && files.csv->is_stdout());
  if (options.quiet || stdout_taken) return;
  write_stdout(calibration_report(c) +
               (crowded
                    ? "Some of these processes shared a core; fewer processes give better values.\n"
                    : "") +
               fmt::format("Written: {0} (in scenarios: include = \"{0}\")\n", options.out));
}

int calibrate(const MpiCalibrateOptions& options, Processes& processes, const Pictures* pictures) {
  const bool speaks = processes.rank() == 0;
  std::vector<std::int64_t> sizes;
  const Op* op = nullptr;
  CalibrationFiles files;
  Calibration c;
  agree(processes, [&] {
    if (processes.size() < 2 && !options.from)
      throw InputError("calibrate: 1 process sends no messages; expected mpirun -n 2 at least");
    sizes = sizes_of(options);
    op = &find_op(options.op, options.datatype);
    if (options.from) c = read_calibration(*options.from, speaks);
    if (speaks) files = open_calibration_files(options, pictures);
  });
  if (options.from) {
    if (speaks) write_calibration(c, files, options, pictures, false);
    return kExitFine;
  }
  const std::vector<std::string> hosts = processes.hosts();
  const ProbePairs pairs = pairs_of(hosts);
  {
    Progress progress(pairs.within.size() + pairs.between.size() + 1, speaks && !options.quiet);
    std::size_t done = 0;
    Probe probe(processes, *op, options.patience);
    const auto messages = [&](const std::vector<Pair>& between) {
      std::vector<Sample> samples;
      for (const Pair& pair : between) {
        for (const Sample& s : probe.messages(pair, sizes)) samples.push_back(s);
        progress.show(++done);
      }
      return fit_messages(std::move(samples));
    };
    c.within = messages(pairs.within);
    c.between = messages(pairs.between);
    c.reductions = probe.reductions(sizes);
  }
  const double here = static_cast<double>(
                   std::ranges::count(hosts, hosts[static_cast<std::size_t>(processes.rank())])),
               more = here / std::thread::hardware_concurrency();
  const bool crowded = processes.largest({&more, 1}).front() > 1;
  if (!speaks) return kExitFine;
  const std::set<std::string> names(hosts.begin(), hosts.end());
  c.machine = fmt::format("{}, {} processes on {}", processes.library(), processes.size(),
                          names.size() == 1 ? fmt::format("one host ({})", *names.begin())
                                            : fmt::format("{} hosts", names.size()));
  c.work = fmt::format("{} of {}", options.op, options.datatype);
  c.reduction = fit_line(c.reductions);
  write_calibration(c, files, options, pictures, crowded);
  return kExitFine;
}

}  // namespace

void add_mpi_calibrate_command(CommandLine& app, Processes* processes, const Pictures* pictures,
                               int& status) {
  const auto [command, o] = app.add_command<MpiCalibrateOptions>(
      "calibrate",
      "Measure the costs of messages and reductions on this machine, for scenarios to include",
      kMpiCalibrateFooter, status, [processes, pictures](const MpiCalibrateOptions& given) {
        return calibrate(given, *processes, pictures);
      });
  const auto add = [&command = command](const char* name, auto& value, const char* text,
                                        const char* help) {
    return command.add_option(name, value, help, text);
  };
  add("-o,--out", o.out, "FILE|-", "The costs. Default: costs.toml");
  add("--plot", o.plot, "FILE.png|svg|pdf", "A picture of the measured times and the fitted lines");
  add("--csv", o.csv, "FILE|-", "The measured times and the fitted lines as numbers");
  add("--from", o.from, "FILE",
      "Measure nothing: take the times of osu_latency or of IMB's PingPong from their output");
  add("--smallest", o.smallest, "SIZE", "Smallest message. Default: 1B");
  add("--largest", o.largest, "SIZE", "Largest message. Default: 4MiB");
  add("--op", o.op, "NAME", "Operator of the reductions. Default: sum");
  add("--datatype", o.datatype, "TYPE", "Type of the elements. Default: float");
  add("--timeout", o.patience, "SECONDS", "Longest time that a process may wait. Default: 60")
      ->check(Between{0.001, 1e6});
  command.add_flag("-q,--quiet", o.quiet, "No table and no progress");
}

}  // namespace orrery::inline commands
