#include "emu/base/nearest.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(EditDistance, CountsEditsAndSwapsOfNeighbours) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("tours", "torus"), 1U);
  EXPECT_EQ(edit_distance("Torus", "torus"), 0U);
}

TEST(EditDistance, IsSymmetric) {
  EXPECT_EQ(edit_distance("fat-tree", "fattre"), edit_distance("fattre", "fat-tree"));
  EXPECT_EQ(edit_distance("ca", "abc"), edit_distance("abc", "ca"));
}

TEST(Nearest, FindsSlipsOnly) {
  constexpr std::array<std::string_view, 4> kWords{"torus", "mesh", "fat-tree", "x"};
  EXPECT_EQ(nearest_of("tours", kWords), "torus");
  EXPECT_EQ(nearest_of("MESH", kWords), "mesh");
  EXPECT_EQ(nearest_of("fattree", kWords), "fat-tree");
  EXPECT_EQ(nearest_of("dragonfly", kWords), "");
  EXPECT_EQ(nearest_of("y", kWords), "") << "nothing in common";
  EXPECT_EQ(nearest_of("", kWords), "");
}

TEST(Nearest, FindsWordsOfWhichItIsAPart) {
  constexpr std::array<std::string_view, 3> kWords{"dgx-h100", "uint8", "int32"};
  EXPECT_EQ(nearest_of("h100", kWords), "dgx-h100");
  EXPECT_EQ(nearest_of("int", kWords), "int32");
  EXPECT_EQ(nearest_of("h1", kWords), "") << "too short";
}

TEST(Nearest, LeavesOtherWordsAlone) {
  constexpr std::array<std::string_view, 3> kWords{"routing", "-h", "--jobs"};
  EXPECT_EQ(nearest_of("nothing", kWords), "");
  EXPECT_EQ(nearest_of("-j", kWords), "");
}

TEST(Nearest, IsNotTheWordItself) {
  constexpr std::array<std::string_view, 2> kWords{"ring", "king"};
  EXPECT_EQ(nearest_of("ring", kWords), "");
  EXPECT_EQ(nearest_of("RING", kWords), "ring");
}

TEST(OneOf, JoinsTheLastWordByOr) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(one_of(Words{}), "");
  EXPECT_EQ(one_of(Words{"a"}), "a");
  EXPECT_EQ(one_of(Words{"a", "b"}), "a or b");
  EXPECT_EQ(one_of(Words{"", "b", "a"}), ", b or a");
}

TEST(Nearest, TakesTheFirstOfEquals) {
  constexpr std::array<std::string_view, 2> kWords{"ring", "king"};
  EXPECT_EQ(nearest_of("ping", kWords), "ring");
}

}  // namespace
}  // namespace orrery
