#pragma once

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "emu/base/check.h"

namespace orrery::testing {

/// Returns the name of a test of an algorithm, such as "allreduce_swing_bandwidth".
inline std::string name_of_algorithm(const ::testing::TestParamInfo<const Algorithm*>& info) {
  std::string name = text_of(info.param->collective, "_", info.param->name);
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace orrery::testing
