#include "scenarios/reproduce/kept_runs.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "scenarios/reproduce/model.h"
#include "scenarios/run/results_file.h"

namespace orrery::inline reproduce {

namespace {

/// Files of all sweeps; empty if nothing is kept.
class Shelf {
 public:
  Shelf(const Workshop& w, const std::vector<KeptSweep>& sweeps) {
    if (w.keep.empty()) return;
    std::filesystem::create_directories(w.keep);
    for (const KeptSweep& sweep : sweeps)
      files_.push_back(std::make_unique<ResultsFile>(w.keep / (sweep.name + ".runs"),
                                                     sweep.scenario, Detail::kTime));
  }
  std::optional<RunResult> find(std::size_t sweep, const RunSpec& cell) const {
    return files_.empty() ? std::nullopt : files_[sweep]->find(cell);
  }
  void keep(std::size_t sweep, const RunResult& result) {
    if (!files_.empty()) files_[sweep]->append(result);
  }

 private:
  std::vector<std::unique_ptr<ResultsFile>> files_;
};

struct OpenCell {
  std::size_t sweep;
  RunSpec spec;
};

}  // namespace

Length usual_length(const RunSpec& cell) {
  return {false, cell.ranks};
}

void run_kept(const Workshop& w, const std::vector<KeptSweep>& sweeps,
              const std::function<void(std::size_t sweep, const RunResult& result)>& take,
              Length (*length)(const RunSpec& cell)) {
  Shelf shelf(w, sweeps);
  std::vector<OpenCell> open;
  for (std::size_t i = 0; i < sweeps.size(); ++i)
    for (const RunSpec& cell : sweeps[i].scenario.cells) {
      if (!cell.skipped.empty()) continue;
      if (const auto known = shelf.find(i, cell))
        take(i, *known);
      else
        open.push_back({i, cell});
    }
  std::ranges::stable_sort(open, std::ranges::greater{},
                           [&](const OpenCell& c) { return length(c.spec); });
  std::vector<RunSpec> cells;
  for (const OpenCell& c : open) cells.push_back(in_model(c.spec));
  std::size_t done = 0;
  if (w.progress && !cells.empty()) w.progress(0, cells.size());
  run_each(cells, w.jobs, Detail::kTime, [&](std::size_t i, const RunResult& r) {
    if (r.error) throw std::runtime_error(fmt::format("{}: {}", cell_name(cells[i]), *r.error));
    take(open[i].sweep, r);
    shelf.keep(open[i].sweep, r);
    if (w.progress) w.progress(++done, cells.size());
    return true;
  });
}

}  // namespace orrery::inline reproduce
