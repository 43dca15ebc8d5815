#include "scenarios/reproduce/simulated.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "scenarios/report/plot/csv.h"
#include "scenarios/text/scenario_library.h"

namespace orrery {

namespace {

constexpr double kLeastGoodput = 1;  ///< Gb/s: below it the digits of the plots are coarse

/// Our name of an algorithm of the file.
std::string ours(const std::string& name) {
  return name == "recdoub"    ? "recursive-doubling"
         : name == "mirrored" ? "mirrored-recursive-doubling"
         : name == "ring"     ? "hamiltonian-ring"
                              : name;
}

CsvTable read_table() {
  const auto path = scenario_directory() / "papers/data/swing_goodput.csv";
  std::ifstream in(path);
  if (!in) throw InputError(fmt::format("{}: cannot be read", path.string()));
  std::string comment;
  std::getline(in, comment);
  return read_csv(in, path.string());
}

GoodputCurves& curves_on(std::vector<GoodputCurves>& all, const std::string& topology) {
  const auto found = std::ranges::find(all, topology, &GoodputCurves::topology);
  return found != all.end() ? *found : all.emplace_back(topology, "400Gb/s");
}

}  // namespace

std::vector<GoodputCurves> simulated_goodput() {
  std::vector<GoodputCurves> all;
  for (const auto& row : read_table().rows) {
    const double gbps = std::stod(row[3]);
    const std::int64_t bytes = std::stoll(row[2]);
    if (gbps >= kLeastGoodput)
      curves_on(all, row[0])
          .add(ours(row[1]), bytes, round_to_ps(static_cast<double>(bytes) * 8000 / gbps));
  }
  return all;
}

}  // namespace orrery
