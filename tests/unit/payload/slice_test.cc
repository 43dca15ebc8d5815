#include "emu/payload/slice.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(Slice, BlocksCoverTheSliceAndDifferByOneAtMost) {
  for (const std::int64_t n : {0, 1, 5, 6, 7, 100})
    for (int p = 1; p <= 12; ++p) {
      const Slice v(3, 4, 10, n);
      std::int64_t next = v.offset();
      for (int i = 0; i < p; ++i) {
        const Slice b = v.block(i, p);
        EXPECT_EQ(b.offset(), next);
        EXPECT_LE(b.count(), n / p + 1);
        EXPECT_GE(b.count(), n / p);
        next += b.count();
        EXPECT_EQ(v.blocks(0, i + 1, p).count(), next - v.offset());
      }
      EXPECT_EQ(next, v.offset() + n);
    }
}

TEST(Slice, OnlyTokensAndElementsAreMessages) {
  EXPECT_TRUE(Slice().empty());
  EXPECT_TRUE(Slice(1, 8, 0, 0).empty());
  EXPECT_FALSE(Slice::token().empty());
  EXPECT_EQ(Slice::token().bytes(), Bytes(0));
  EXPECT_EQ(Slice(1, 8, 0, 3).bytes(), Bytes(24));
}

TEST(Slice, PartsOutsideAreRefused) {
  const Slice v(0, 1, 0, 10);
  EXPECT_NO_THROW(v.part(0, 10));
  EXPECT_THROW(v.part(-1, 2), std::invalid_argument);
  EXPECT_THROW(v.part(9, 2), std::invalid_argument);
  EXPECT_THROW(v.part(0, -1), std::invalid_argument);
  EXPECT_THROW(v.part(1, INT64_MAX), std::invalid_argument);
}

}  // namespace
}  // namespace orrery
