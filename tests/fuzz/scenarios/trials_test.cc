// Tests random scenarios: ghost, provenance and real payload, symmetry on and off, a cell alone and in a sweep, one
// process and several, fibers and the executor give the same metrics, causes add up, and no run is below a bound. The
// seed is fixed; ORRERY_FUZZ_SEED and ORRERY_FUZZ_RUNS try others. A failing trial is made as small as possible;
// ORRERY_FUZZ_SHOW=1 prints each trial before it runs, for trials that crash.
#include <iostream>

#include <gtest/gtest.h>

#include "tests/fuzz/scenarios/trial.h"
#include "tests/setting.h"

namespace orrery::testing {
namespace {

TEST(Trials, HoldInAllWays) {
  RandomTrials trials(setting("ORRERY_FUZZ_SEED", 1));
  const std::uint64_t runs = setting("ORRERY_FUZZ_RUNS", 100);
  std::uint64_t refused = 0;
  for (std::uint64_t done = 0; done < runs;) {
    const Trial trial = trials.next();
    if (!can_run(trial)) {
      ASSERT_LT(++refused, 3 * runs) << "most trials are refused";
      continue;
    }
    ++done;
    if (setting("ORRERY_FUZZ_SHOW", 0) > 0) std::cerr << text_of(trial) << std::endl;
    const std::optional<Broken> broken = broken_by(trial);
    if (!broken) continue;
    const Trial smallest = minimal(trial, [&](const Trial& t) {
      const std::optional<Broken> other = broken_by(t);
      return other && other->check == broken->check;
    });
    const Broken why = broken_by(smallest).value_or(*broken);
    FAIL() << text_of(trial) << "\nThe smallest:\n"
           << text_of(smallest) << '\n'
           << why.check << ": " << why.what;
  }
}

TEST(Trials, AreMadeAsSmallAsTheyCanBe) {
  const auto value = [](const Trial& t, const char* key) {
    for (const auto& [name, text] : t.options)
      if (name == key) return text;
    return std::string();
  };
  const Trial found = minimal(
      {{{"topology", "torus:3x4"}, {"ranks", "11"}, {"bytes", "1KiB"}, {"ports", "2"}}, {"a", "b"}},
      [&](const Trial& t) {
        return value(t, "topology") == "torus:3x4" &&
               value(t, "ranks").size() == 1 + (value(t, "ports").empty() ? 0 : 1);
      });
  EXPECT_EQ(found.operations.size(), 1U);
  EXPECT_EQ(text_of(Trial{found.options, {}}),
            "orrery run --topology 'torus:3x4' --ranks '10' --ports '1'");
}

}  // namespace
}  // namespace orrery::testing
