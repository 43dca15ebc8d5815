#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/cli/commands.h"
#include "scenarios/output_file.h"
#include "scenarios/runner.h"
#include "scenarios/table.h"
#include "scenarios/units_text.h"

namespace orrery {
namespace {

constexpr const char* kFooter =
    R"(Measures this program, not a network: how fast messages are emulated, and what many ranks cost.
Use a release build on a quiet machine.

Examples:
  orrery bench
  orrery bench --json bench.json)";

struct Measurement {
  std::string name;
  double value = 0;
  std::string unit;
  std::string shown;  ///< for people
};

std::int64_t resident_bytes() {
  std::int64_t pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

RunSpec make_spec(const char* collective, const char* algorithm, const char* topology,
                  Bytes bytes) {
  RunSpec spec;
  spec.collective = collective;
  spec.algorithm = algorithm;
  spec.topology = topology;
  spec.bytes = bytes;
  spec.ports.kind = Ports::Kind::kUnlimited;
  return spec;
}

RunResult run_or_throw(const RunSpec& spec) {
  RunResult r = run_one(spec);
  if (r.error) throw InputError("bench: " + *r.error);
  return r;
}

/// Many ranks that all wait for each other: time until they are through, and the memory they stand
/// on.
void measure_start(std::vector<Measurement>& out) {
  constexpr int kRanks = 16'384;
  const std::int64_t before = resident_bytes();
  const RunResult r = run_or_throw(make_spec("barrier", "dissemination", "full:16384", Bytes(0)));
  const auto per_rank = static_cast<double>(r.peak_rss_bytes - before) / kRanks;
  out.push_back({"start_16384_ranks_s", r.wall_s, "s", fmt::format("{:.3f} s", r.wall_s)});
  out.push_back({"resident_bytes_per_rank", per_rank, "B",
                 short_size(Bytes(static_cast<std::int64_t>(per_rank)))});
}

void measure_rate(std::vector<Measurement>& out, const char* name, const RunSpec& spec) {
  const RunResult r = run_or_throw(spec);
  out.push_back({fmt::format("{}_messages_per_s", name), r.messages_per_s, "1/s",
                 fmt::format("{:.2f} million/s ({} messages in {:.2f} s)", r.messages_per_s / 1e6,
                             short_count(r.metrics.messages), r.wall_s)});
}

int bench(const std::string& json_target) {
  std::optional<OutputFile> json;
  if (!json_target.empty()) json.emplace(json_target, "--json");
  std::vector<Measurement> results;
  measure_start(results);  // first: later runs leave memory behind
  measure_rate(results, "ring_allreduce_1024_torus",
               make_spec("allreduce", "ring", "torus:32x32", Bytes(1 << 20)));
  measure_rate(results, "rabenseifner_4096_torus",
               make_spec("allreduce", "rabenseifner", "torus:64x64", Bytes(1 << 20)));

  TextTable table;
  table.add_column("benchmark", TextTable::Align::kLeft);
  table.add_column("result", TextTable::Align::kLeft);
  auto list = nlohmann::ordered_json::array();
  for (const Measurement& m : results) {
    table.add_row({m.name, m.shown});
    list.push_back({{"name", m.name}, {"value", m.value}, {"unit", m.unit}});
  }
  if (!json || !json->is_stdout()) write_stdout(table.text());
  if (json) json->write(nlohmann::ordered_json{{"schema", 1}, {"benchmarks", list}}.dump(2) + "\n");
  return kExitFine;
}

}  // namespace

void add_bench_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("bench", "The speed of this emulator on this machine");
  const auto target = std::make_shared<std::string>();
  command
      ->add_option("--json", *target,
                   "Results as JSON; - is standard output, which then has no table")
      ->type_name("FILE")
      ->option_text("FILE|-");
  command->footer(kFooter);
  command->callback([target, &status] { status = bench(*target); });
}

}  // namespace orrery
