#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <fstream>
#include <malloc.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emu/engine/fibers/fibers.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/runner.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kBenchFooter =
    R"(Measures this program, not a network: the speed at which it emulates messages, the cost of many ranks, and the
growth of a message's cost with the number of messages. Each line is printed as soon as it is measured; all
together take about a minute. Use a release build on a quiet machine. tests/bench/simgrid.sh compares some of
these cases with another simulator.

--against divides each time by that in a file which --json wrote: 1.25 means a quarter slower. The last line
names the benchmarks that are slower by more than a tenth.

Examples:
  orrery bench --json bench.json    # a minute
  orrery bench --against bench.json)";

struct Measurement {
  std::string name;
  double value = 0;
  std::string unit;
};

/// The cost of one run.
struct Cost {
  std::int64_t messages = 0;
  double seconds = 0;           ///< of the processor: other programs count little
  std::int64_t peak_bytes = 0;  ///< more than before the run
  int ranks = 0;

  double ns_per_message() const { return seconds * 1e9 / static_cast<double>(messages); }
};

/// Returns, in bytes, a line such as "VmHWM: 1234 kB" of the kernel's data on this process.
std::int64_t process_bytes(std::string_view field) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kib = 0;
    if (word == field && status >> kib) return kib * 1024;
  }
  return 0;
}

RunSpec make_spec(const char* collective, const char* algorithm, std::string topology,
                  Bytes bytes) {
  RunSpec spec;
  spec.collective = collective;
  spec.algorithm = algorithm;
  spec.topology = std::move(topology);
  spec.bytes = bytes;
  spec.ports.kind = Ports::Kind::kUnlimited;
  spec.symmetry = SymmetryUse::kOff;
  return spec;
}

Cost run_or_throw(const RunSpec& spec) {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;  // forgets the peak so far
  const std::int64_t before = process_bytes("VmRSS:");
  const std::clock_t start = std::clock();
  const RunResult r = run_one(spec, nullptr, Detail::kTime);
  const auto seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (r.error) throw InputError("bench: " + *r.error);
  return {r.metrics.messages, seconds, process_bytes("VmHWM:") - before, r.spec.ranks};
}

/// Returns the cost of the fastest of several runs.
Cost fastest(const RunSpec& spec) {
  constexpr int kRuns = 3;
  Cost best = run_or_throw(spec);
  for (int i = 1; i < kRuns; ++i) {
    const Cost again = run_or_throw(spec);
    best.seconds = std::min(best.seconds, again.seconds);
    best.peak_bytes = std::min(best.peak_bytes, again.peak_bytes);
  }
  return best;
}

/// Fits the exponent e of the power law y = c x^e (least squares of the logarithms).
double fitted_exponent(const std::vector<std::pair<double, double>>& points) {
  const auto n = static_cast<double>(points.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const auto& [a, b] : points) {
    const double x = std::log(a), y = std::log(b);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/// Reads the values of an earlier `orrery bench --json`, by name.
std::map<std::string, double> read_measurements(const std::string& file) {
  std::map<std::string, double> values;
  if (file.empty()) return values;
  const auto json = nlohmann::json::parse(read_text_file(file), nullptr, false);
  try {
    for (const auto& m : json.at("benchmarks"))
      values[m.at("name").get<std::string>()] = m.at("value").get<double>();
  } catch (const nlohmann::json::exception&) {
    throw InputError(file + ": expected what `orrery bench --json` writes");
  }
  return values;
}

class Bench {
 public:
  /// Prints each line at once, unless `silent`.
  Bench(std::map<std::string, double> before, bool silent)
      : before_(std::move(before)), silent_(silent) {
    print(line("benchmark", {"messages", "messages/s", "ns/message", "memory", "a rank"},
               before_.empty() ? "" : "time/before"));
  }

  /// Adds one row, fixed for comparison over time.
  void run_case(const std::string& name, const RunSpec& spec) { add(name, fastest(spec)); }

  /// Adds a row for each number of ranks, and the growth of a message's time with it.
  void grow_ranks(Bytes bytes) {
    std::vector<std::pair<double, double>> points;
    for (int side = 8; side <= 256; side *= 2) {
      const Cost cost = run_or_throw(
          make_spec("allreduce", "rabenseifner", fmt::format("torus:{}x{}", side, side), bytes));
      add(fmt::format("rabenseifner_{}_torus", cost.ranks), cost);
      points.emplace_back(cost.ranks, cost.ns_per_message());
    }
    add_exponent("message_time_over_ranks", points, "time of a message over ranks 64 .. 65,536");
  }

  /// Sends the same number of messages over longer and longer routes: ranks ever farther apart on a
  /// ring.
  void grow_links() {
    std::vector<std::pair<double, double>> points;
    for (int apart = 1; apart <= 1024; apart *= 4) {
      RunSpec spec =
          make_spec("allgather", "circulant", fmt::format("torus:{}", 64 * apart), Bytes(1 << 20));
      spec.ranks = 64;
      spec.mapping.kind = MappingKind::kList;
      for (int r = 0; r < spec.ranks; ++r) spec.mapping.list.push_back(r * apart);
      const Cost cost = fastest(spec);
      add(fmt::format("circulant_64_apart_{}", apart), cost);
      points.emplace_back(apart, cost.seconds);
    }
    add_exponent("time_over_links", points, "time over links of a message's route, 64 ranks");
  }

  /// Sends more and more messages at the same time: each rank to all others.
  void grow_flows() {
    std::vector<std::pair<double, double>> points;
    for (int side = 4; side <= 16; side *= 2) {
      const Cost cost = run_or_throw(
          make_spec("alltoall", "linear", fmt::format("torus:{}x{}", side, side), Bytes(4096)));
      add(fmt::format("alltoall_{}_torus", cost.ranks), cost);
      points.emplace_back(static_cast<double>(cost.messages), cost.seconds);
    }
    add_exponent("time_over_flows", points, "time over flows at once, 240 .. 65,280");
  }

  /// Runs flows that begin and end one by one.
  void run_irregular(Bytes bytes) {
    RunSpec random = make_spec("allreduce", "rabenseifner", "torus:32x32", bytes);
    random.mapping.kind = MappingKind::kRandom;
    run_case("rabenseifner_1024_random_torus", random);
    run_case("alltoallv_64_torus", unequal("torus:8x8"));
    std::vector<std::pair<double, double>> points;
    for (int ranks = 32; ranks <= 128; ranks *= 2) {
      const Cost cost = run_or_throw(unequal(fmt::format("star:{}", ranks)));
      add(fmt::format("alltoallv_{}_star", ranks), cost);
      points.emplace_back(static_cast<double>(cost.messages), cost.seconds);
    }
    add_exponent("time_over_unequal_flows", points, "time over unequal flows at once");
  }

  /// Compares the time of Boost.Fiber for a switch, of which a message of the ring takes one, with that
  /// of the whole message.
  void compare_with_switches() {
    constexpr int kFibers = 1024, kRounds = 1000;
    const double switching = seconds_per_switch(kFibers, kRounds);
    const Cost ring = fastest(make_spec("allreduce", "ring", "torus:32x32", Bytes(2 << 20)));
    const double share = switching * 1e9 / ring.ns_per_message();
    results_.push_back({"switches_per_s", 1 / switching, "1/s"});
    results_.push_back({"ring_1024_share_of_switches", share, ""});
    print(
        fmt::format("  Boost.Fiber alone: {:.1f} M switches/s among {} fibers; the one of a "
                    "message is {:.0f} % of ring_1024_torus\n",
                    1e-6 / switching, short_count(kFibers), 100 * share));
  }

  /// Sends more and more messages among the same number of ranks.
  void grow_messages() {
    std::vector<std::pair<double, double>> points;
    for (int blocks = 64; blocks <= 16'384; blocks *= 4) {
      RunSpec spec = make_spec("broadcast", "chain", "torus:64", Bytes(1 << 20));
      spec.tuning.blocks = blocks;
      const Cost cost = fastest(spec);
      add(fmt::format("chain_64_blocks_{}", blocks), cost);
      points.emplace_back(static_cast<double>(cost.messages), cost.seconds);
    }
    add_exponent("time_over_messages", points, "time over messages, 64 ranks");
  }

  /// Names the benchmarks that became slower, if there are earlier results.
  void conclude() const {
    if (before_.empty()) return;
    std::string names;
    for (const std::string& name : slower_) names += (names.empty() ? "" : ", ") + name;
    print(fmt::format("slower by more than a tenth: {}\n", names.empty() ? "none" : names));
  }
  nlohmann::ordered_json json() const {
    auto list = nlohmann::ordered_json::array();
    for (const Measurement& m : results_)
      list.push_back({{"name", m.name}, {"value", m.value}, {"unit", m.unit}});
    return {{"schema", 1}, {"benchmarks", list}};
  }

 private:
  static RunSpec unequal(std::string topology) {
    RunSpec spec = make_spec("alltoallv", "linear", std::move(topology), Bytes(1 << 20));
    spec.distribution = "random";
    return spec;
  }
  static std::string line(const std::string& name, const std::array<std::string, 5>& cells,
                          const std::string& last) {
    std::string out = fmt::format("{:<30}", name);
    for (const std::string& cell : cells) out += fmt::format("  {:>11}", cell);
    return last.empty() ? out + "\n" : fmt::format("{}  {:>11}\n", out, last);
  }
  void print(const std::string& text) const {
    if (!silent_) write_stdout(text);
  }
  /// Returns the seconds divided by those of the file; empty if the file has none.
  std::string compare(const std::string& name, double seconds) {
    const auto known = before_.find(name + "_s");
    if (known == before_.end()) return before_.empty() ? "" : "new";
    const double ratio = seconds / known->second;
    if (ratio > kSlower) slower_.push_back(name);
    return fmt::format("{:.2f}", ratio);
  }
  void add(const std::string& name, const Cost& cost) {
    const double rate = static_cast<double>(cost.messages) / cost.seconds;
    const std::int64_t per_rank = cost.peak_bytes / cost.ranks;
    print(line(name,
               {short_count(cost.messages), fmt::format("{:.2f} M", rate / 1e6),
                fmt::format("{:.0f}", cost.ns_per_message()), short_size(Bytes(cost.peak_bytes)),
                short_size(Bytes(per_rank))},
               compare(name, cost.seconds)));
    results_.push_back({name + "_s", cost.seconds, "s"});
    results_.push_back({name + "_messages_per_s", rate, "1/s"});
    results_.push_back({name + "_ns_per_message", cost.ns_per_message(), "ns"});
    results_.push_back({name + "_peak_bytes", static_cast<double>(cost.peak_bytes), "B"});
    results_.push_back({name + "_bytes_per_rank", static_cast<double>(per_rank), "B"});
  }
  void add_exponent(const char* name, const std::vector<std::pair<double, double>>& points,
                    const char* what) {
    const double exponent = fitted_exponent(points);
    results_.push_back({fmt::format("{}_exponent", name), exponent, ""});
    print(fmt::format("  grows with exponent {:.2f}: {}\n", exponent, what));
  }

  static constexpr double kSlower = 1.1;  ///< runs of one program differ by up to a tenth
  std::map<std::string, double> before_;
  bool silent_;
  std::vector<std::string> slower_;
  std::vector<Measurement> results_;
};

int bench(const std::string& json_target, const std::string& against) {
  std::optional<OutputFile> json;
  if (!json_target.empty()) json.emplace(json_target, "--json");
  constexpr Bytes kBytes(2 << 20);
  Bench bench(read_measurements(against), json && json->is_stdout());
  bench.run_case("barrier_16384_full",
                 make_spec("barrier", "dissemination", "full:16384", Bytes(0)));
  bench.run_case("ring_1024_torus", make_spec("allreduce", "ring", "torus:32x32", kBytes));
  bench.run_case("rabenseifner_16384_fat_tree",
                 make_spec("allreduce", "rabenseifner", "fat-tree:128,2", kBytes));
  bench.run_case("swing_16384_torus",
                 make_spec("allreduce", "swing-bandwidth", "torus:128x128", kBytes));
  bench.grow_ranks(kBytes);
  bench.grow_messages();
  bench.grow_links();
  bench.grow_flows();
  bench.run_irregular(kBytes);
  bench.compare_with_switches();
  bench.conclude();
  if (json) json->write(bench.json().dump(2) + "\n");
  return kExitFine;
}

}  // namespace

void add_bench_command(CommandLine& app, int& status) {
  CommandLine* command =
      app.add_subcommand("bench", "Measure the speed of this emulator on this machine");
  const auto target = std::make_shared<std::string>();
  command->add_option("--json", *target,
                      "Results as JSON; - is standard output, which then has no table", "FILE|-");
  const auto against = std::make_shared<std::string>();
  command->add_option(
      "--against", *against,
      "Compare with an earlier file of --json: each time divided by the earlier one", "FILE");
  command->footer(kBenchFooter);
  command->callback([target, against, &status] { status = bench(*target, *against); });
}

}  // namespace orrery::inline commands
