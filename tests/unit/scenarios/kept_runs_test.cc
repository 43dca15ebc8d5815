// Tests that reproductions share runs that they have in common.
#include "scenarios/reproduce/kept_runs.h"

#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/run/load.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

class KeptRuns : public ::testing::Test {
 protected:
  KeptRuns() {
    workshop_.jobs = 2;
    workshop_.keep = fs::temp_directory_path() / fmt::format("orrery-kept-{}", getpid());
  }
  ~KeptRuns() override { fs::remove_all(workshop_.keep); }

  static Scenario sweep(std::string_view ranks, std::string_view bandwidth = "100Gb/s") {
    return load_scenario({},
                         {{"topology", "full:16"},
                          {"collective", "allgather"},
                          {"algorithm", "ring,recursive-doubling"},
                          {"ranks", std::string(ranks)},
                          {"bytes", "1KiB,2KiB"},
                          {"link_bandwidth", std::string(bandwidth)}},
                         Unsupported::kSkip);
  }

  /// Takes all sweeps, and returns how many cells were run for them.
  std::size_t run(const std::vector<KeptSweep>& sweeps) {
    std::size_t ran = 0;
    workshop_.progress = [&](std::size_t, std::size_t total) { ran = total; };
    taken_.clear();
    run_kept(workshop_, sweeps, [&](std::size_t i, const RunResult& r) {
      taken_[{i, cell_name(r.spec)}] = r.metrics.completion;
    });
    return ran;
  }

  Workshop workshop_;
  std::map<std::tuple<std::size_t, std::string>, Time> taken_;
};

TEST_F(KeptRuns, AreNotMadeAgain) {
  EXPECT_EQ(run({{"small", sweep("4,8")}}), 8U);
  const auto first = taken_;
  EXPECT_EQ(first.size(), 8U);
  EXPECT_EQ(run({{"small", sweep("4,8")}}), 0U);
  EXPECT_EQ(taken_, first);
}

TEST_F(KeptRuns, AreSharedBySweepsOfOneName) {
  EXPECT_EQ(run({{"small", sweep("4,8")}}), 8U);
  EXPECT_EQ(run({{"small", sweep("4,8,16")}}), 4U);
  EXPECT_EQ(taken_.size(), 12U);
  EXPECT_EQ(run({{"small", sweep("8,16")}}), 0U);
}

TEST_F(KeptRuns, OfAnotherNetworkAreRefused) {
  run({{"small", sweep("4,8")}});
  EXPECT_THROW(run({{"small", sweep("4,8", "200Gb/s")}}), InputError);
  EXPECT_EQ(run({{"small", sweep("4,8")}, {"fast", sweep("4,8", "200Gb/s")}}), 8U);
  EXPECT_EQ(taken_.size(), 16U);
}

TEST_F(KeptRuns, LeaveOutWhatAnAlgorithmCannotDo) {
  EXPECT_EQ(run({{"odd", sweep("4,5")}}), 6U);
}

TEST_F(KeptRuns, AreAllMadeWhereNothingIsKept) {
  const fs::path keep = std::exchange(workshop_.keep, {});
  EXPECT_EQ(run({{"small", sweep("4,8")}}), 8U);
  EXPECT_EQ(run({{"small", sweep("4,8")}}), 8U);
  EXPECT_FALSE(fs::exists(keep));
}

TEST_F(KeptRuns, BeginWithMostRanks) {
  workshop_.jobs = 1;
  std::vector<int> ranks;
  run_kept(workshop_, {{"even", sweep("4,8")}, {"odd", sweep("5,7")}},
           [&](std::size_t, const RunResult& r) { ranks.push_back(r.spec.ranks); });
  EXPECT_EQ(ranks, (std::vector{8, 8, 8, 8, 7, 7, 5, 5, 4, 4, 4, 4}));
}

}  // namespace
}  // namespace orrery
