// Every algorithm of the catalogue for those p up to 64 that the default suite leaves out.
#include "tests/property/algorithms/catalog.h"

namespace orrery {
namespace {

class CatalogSlow : public ::testing::TestWithParam<const Algorithm*> {};

TEST_P(CatalogSlow, DoesWhatItPromises) {
  testing::expect_promises(*GetParam(), [](int p) { return !testing::is_tried_first(p); });
}

INSTANTIATE_TEST_SUITE_P(All, CatalogSlow, ::testing::ValuesIn(catalog().begin(), catalog().end()),
                         testing::name_of_algorithm);

}  // namespace
}  // namespace orrery
