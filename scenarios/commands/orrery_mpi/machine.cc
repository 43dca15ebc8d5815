#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "emu/base/quantity.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery_mpi/commands.h"
#include "scenarios/commands/orrery_mpi/measure.h"
#include "scenarios/keys/keys.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/problem.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMpiMeasureFooter =
    R"(Measures algorithms of the catalogue and the MPI library's own collectives on all processes, and writes what
`orrery score` and `orrery fit` read: in the folder of -o, measured.csv, to which each job adds rows as it measures, and
alloc/MACHINE_TIME.csv with the node of each rank. Its group is that of Slurm's SLURM_TOPOLOGY_ADDR, else one for all.

Examples:
  mpirun -n 4 orrery-mpi measure --machine lumi -o mine --collective allreduce --bytes 1KiB,64KiB
  orrery score mine/measured.csv --alloc mine/alloc

Exit codes: 0 fine, 1 a verification failed, 2 bad input, 3 a rank failed or waited in vain.)";

constexpr std::string_view kHead =
    "machine,timestamp,nodes,tasks_per_node,ranks,collective,impl,algorithm,bytes,count,median_s\n";
constexpr std::int64_t kElement = 4;  ///< bytes of an int32

struct MachineOptions {
  std::string machine, folder = ".", algorithms = "all";
  std::string collectives =
      "allreduce,allgather,reduce-scatter,broadcast,reduce,gather,scatter,alltoall";
  std::string sizes = "32B,256B,2KiB,16KiB,128KiB,1MiB,8MiB";
  MeasureOptions measure;
  bool quiet = false;
};

/// A cell, and the elements of the large buffer of a rank.
struct Wanted {
  RunSpec cell;
  std::int64_t elements = 0;
};

/// Returns the cells of all collectives; those that cannot run are left out, as are parts without elements.
std::vector<Wanted> wanted_cells(const MachineOptions& options, const Processes& processes) {
  std::vector<Wanted> wanted;
  const int here = processes.size();
  for (const std::string_view collective : split(std::string_view(options.collectives), ',')) {
    Scenario scenario = load_scenario("",
                                      {{"collective", std::string(collective)},
                                       {"algorithm", options.algorithms},
                                       {"bytes", options.sizes},
                                       {"ranks", fmt::format("{}", here)},
                                       {"datatype", "int32"}},
                                      Unsupported::kSkip);
    for (RunSpec& cell : scenario.cells) {
      const std::int64_t elements = cell.bytes.count() / kElement;
      const std::int64_t own = elements / (counts_parts(cell.collective) ? here : 1);
      if (!cell.skipped.empty() || own == 0) continue;
      give_bytes(cell, Bytes(own * kElement));
      cell.payload = PayloadKind::kReal;
      wanted.push_back({std::move(cell), elements});
    }
  }
  return wanted;
}

/// Returns the switches above a node without the node: "s0.s3" of "s0.s3.n17"; "0" if they are not known.
std::string own_group() {
  const char* const address = std::getenv("SLURM_TOPOLOGY_ADDR");
  const std::string text = address == nullptr ? "" : address;
  const std::size_t end = text.rfind('.');
  return end == std::string::npos ? "0" : text.substr(0, end);
}

std::string places_text(const std::vector<std::string>& hosts,
                        const std::vector<std::string>& groups) {
  std::string text = "rank,node,group\n";
  for (std::size_t rank = 0; rank < hosts.size(); ++rank)
    text += fmt::format("{},{},{}\n", rank, hosts[rank], groups[rank]);
  return text;
}

/// Returns the missing text before the next row: the head, or the end of a line. THROWS InputError for another table.
std::string_view missing_text(const fs::path& file) {
  std::error_code none;
  if (!fs::exists(file, none)) return kHead;
  const std::string text = read_text_file(file.string());
  if (!text.starts_with(kHead))
    throw InputError(fmt::format(
        "-o: {} has other columns than orrery-mpi measure writes; expected another folder",
        file.string()));
  return text.ends_with('\n') ? "" : "\n";
}

int measure_machine(const MachineOptions& options, Processes& processes) {
  const auto hosts = processes.hosts(), groups = processes.all(own_group());
  const bool speaks = processes.rank() == 0;
  const fs::path table = fs::path(options.folder) / "measured.csv";
  const std::string time =
      fmt::format("{:%Y_%m_%d___%H_%M_%S}", fmt::localtime(std::time(nullptr)));
  const fs::path places =
      fs::path(options.folder) / "alloc" / fmt::format("{}_{}.csv", options.machine, time);
  std::vector<Wanted> wanted;
  std::optional<OutputFile> rows;  // of process 0, which writes
  agree(processes, [&] {
    wanted = wanted_cells(options, processes);
    Scenario scenario;
    for (const Wanted& w : wanted) scenario.cells.push_back(w.cell);
    check_memory(scenario, processes, processes_here(hosts, processes.rank()));
    if (!speaks) return;
    std::error_code none;  // OutputFile says what is wrong
    fs::create_directories(places.parent_path(), none);
    rows.emplace(table.string(), "-o");
    rows->append(missing_text(table));
    OutputFile(places.string(), "-o").write(places_text(hosts, groups));
  });
  const std::set<std::string> nodes(hosts.begin(), hosts.end());
  const std::string job =
      fmt::format("{},{},{},{},{}", options.machine, time, nodes.size(),
                  (hosts.size() + nodes.size() - 1) / nodes.size(), hosts.size());
  std::set<std::pair<std::string, Bytes>> natives;
  int status = kExitFine;
  Progress progress(wanted.size(), speaks && !options.quiet);
  std::size_t done = 0;
  for (const auto& [cell, elements] : wanted) {
    MeasureOptions measure_options = options.measure;
    measure_options.native = natives.emplace(cell.collective, cell.bytes).second;
    const Measurement m = measure(processes, cell, measure_options);
    std::string lines;
    const auto add = [&](const std::string& algorithm, const Timing& t) {
      if (t.mismatch.empty()) {
        lines += fmt::format("{},{},,{},{},{},{:.9g}\n", job, cell.collective, algorithm,
                             elements * kElement, elements, t.median);
        return;
      }
      status = kExitFailed;
      if (speaks)
        fmt::print(stderr, "orrery-mpi: {} {}: {}\n", cell.collective, algorithm, t.mismatch);
    };
    add(cell.algorithm, m.algorithm);
    if (m.native) add("default", *m.native);
    agree(processes, [&] {
      if (rows) rows->append(lines);
    });
    progress.show(++done);
  }
  if (speaks && !options.quiet)
    fmt::print("{} runs are in {}, their places in {}\n", done, table.string(), places.string());
  return status;
}

}  // namespace

void add_mpi_measure_command(CommandLine& app, Processes* processes, int& status) {
  const auto [command, o] = app.add_command<MachineOptions>(
      "measure", "Measure collectives on this machine, for orrery score and orrery fit",
      kMpiMeasureFooter, status,
      [processes](const MachineOptions& given) { return measure_machine(given, *processes); });
  const auto add = [&command = command](const char* name, auto& value, const char* text,
                                        const char* help) {
    return command.add_option(name, value, help, text);
  };
  add("--machine", o.machine, "NAME", "Name of the machine, and of its scenario")->required();
  add("-o,--out", o.folder, "DIR", "Folder of the tables. Default: this one");
  add("--collective", o.collectives, "NAME,..",
      "Collectives. Default: those of one vector or block for each rank");
  add("--algorithm", o.algorithms, "NAME,..", "Algorithms. Default: all that can run");
  add("--bytes", o.sizes, "SIZE,..",
      "Sizes of the large buffer of a rank: all that it has before or after. Default: 32B to 8MiB");
  add("--repetitions", o.measure.repetitions, "N",
      "Number of measured runs; their median counts. Default: 11")
      ->check(Between{1, 1'000'000});
  add("--warmup", o.measure.warmup, "N", "Number of runs before the measured ones. Default: 2")
      ->check(Between{0, 1'000'000});
  command.add_flag("-q,--quiet", o.quiet, "No progress");
}

}  // namespace orrery::inline commands
