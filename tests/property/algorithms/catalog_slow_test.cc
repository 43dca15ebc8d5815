// Tests every algorithm of the catalogue for all p = 1..64; the default suite leaves some out.
#include "tests/property/algorithms/catalog.h"

namespace orrery {
namespace {

class CatalogSlow : public ::testing::TestWithParam<const Algorithm*> {};

TEST_P(CatalogSlow, DoesWhatItPromises) {
  testing::expect_promises(*GetParam(), [](const ConformanceCase&) { return true; });
}

INSTANTIATE_TEST_SUITE_P(All, CatalogSlow, ::testing::ValuesIn(catalog().begin(), catalog().end()),
                         testing::name_of_algorithm);

}  // namespace
}  // namespace orrery
