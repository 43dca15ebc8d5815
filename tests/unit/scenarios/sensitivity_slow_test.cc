// Tests every row of every reproduction, except those that take minutes, in four changed models.
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/reproduce/sensitivity.h"

namespace orrery {
namespace {

std::vector<const Reproduction*> those_in_seconds() {
  std::vector<const Reproduction*> chosen;
  for (const Reproduction* r : reproductions())
    if (!r->takes_minutes) chosen.push_back(r);
  return chosen;
}

class Sensitivity : public ::testing::TestWithParam<const Reproduction*> {};

/// Checks that every row reacts to a change or is declared as independent; otherwise it would hold
/// whatever the emulator does.
TEST_P(Sensitivity, RowsNoticeAChangeOrSayWhyNot) {
  Workshop w;
  w.jobs = 2;
  const std::vector<RowSensitivity> rows = sensitivity_of(*GetParam(), w);
  const bool all = std::ranges::all_of(rows, &RowSensitivity::notices_any);
  EXPECT_EQ(all, GetParam()->beyond_model.empty()) << sensitivity_text(*GetParam(), rows);
}

std::string sensitivity_name(const ::testing::TestParamInfo<const Reproduction*>& test) {
  std::string name(test.param->name);
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Rows, Sensitivity, ::testing::ValuesIn(those_in_seconds()),
                         sensitivity_name);

}  // namespace
}  // namespace orrery
