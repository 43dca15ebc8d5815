#include "emu/payload/store.h"

#include <array>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "emu/payload/op.h"
#include "emu/payload/real_store.h"

namespace orrery {
namespace {

class Stores : public ::testing::TestWithParam<PayloadKind> {
 protected:
  const Op& op_ = find_op("sum", "int32");
  std::unique_ptr<Store> store_ = make_store(GetParam(), op_, 3);
  Slice filled(std::int64_t n, std::int64_t logical, int rank) {
    const Slice s = store_->allocate(n);
    store_->fill(s, {logical, rank});
    return s;
  }
};

TEST_P(Stores, WhatWasFilledIsThere) {
  const Slice v = filled(10, 5, 2);
  EXPECT_FALSE(store_->mismatch(v, {5, 2}));
  EXPECT_TRUE(store_->mismatch(v, {5, 1}));
  EXPECT_TRUE(store_->mismatch(v, {6, 2}));
  EXPECT_FALSE(store_->mismatch(v.part(3, 4), {8, 2}));
}

TEST_P(Stores, UnwrittenElementsAreNoResult) {
  const Slice v = store_->allocate(4);
  EXPECT_TRUE(store_->mismatch(v, {0, 0}));
  store_->fill(v.part(0, 3), {0, 0});
  EXPECT_TRUE(store_->mismatch(v, {0, 0}));
  EXPECT_FALSE(store_->mismatch(v.part(0, 3), {0, 0}));
}

TEST_P(Stores, SumOfAllIsTheReductionAndADoubleCountIsNot) {
  const Slice a = filled(8, 0, 0), b = filled(8, 0, 1), c = filled(8, 0, 2);
  store_->reduce(a, b, false);
  EXPECT_TRUE(store_->mismatch(a, {0, kEveryRank}));
  store_->reduce(a.part(0, 3), c.part(0, 3), true);
  store_->reduce(a.part(3, 5), c.part(3, 5), false);
  EXPECT_FALSE(store_->mismatch(a, {0, kEveryRank}));
  store_->reduce(a.part(4, 1), b.part(4, 1), false);
  const auto difference = store_->mismatch(a, {0, kEveryRank});
  ASSERT_TRUE(difference);
  EXPECT_NE(difference->find("4"), std::string::npos) << *difference;
}

TEST_P(Stores, CopiesKeepTheirContentWhenTheSourceChanges) {
  const Slice a = filled(6, 0, 0), w = store_->allocate(6);
  store_->copy(w.part(2, 4), a.part(0, 4));
  store_->copy(w.part(0, 2), a.part(4, 2));
  store_->fill(a, {0, 1});
  EXPECT_FALSE(store_->mismatch(w.part(2, 4), {0, 0}));
  EXPECT_FALSE(store_->mismatch(w.part(0, 2), {4, 0}));
}

std::string payload_name(const ::testing::TestParamInfo<PayloadKind>& kind) {
  return kind.param == PayloadKind::kReal ? "Real" : "Provenance";
}

INSTANTIATE_TEST_SUITE_P(Both, Stores,
                         ::testing::Values(PayloadKind::kReal, PayloadKind::kProvenance),
                         payload_name);

TEST(Provenance, NamesWhatIsWrong) {
  const auto store = make_store(PayloadKind::kProvenance, find_op("sum", "uint8"), 4);
  const Slice a = store->allocate(4), b = store->allocate(4);
  store->fill(a, {0, 0});
  store->fill(b, {0, 0});
  store->reduce(a, b, false);
  EXPECT_EQ(store->mismatch(a, {0, kEveryRank}).value(),
            "element at offset 0 holds element 0 of {0 x2}; expected element 0 of {0..3}; rank 0 "
            "counted 2 "
            "times, ranks 1..3 missing");
  store->fill(b, {1, 1});
  store->reduce(a, b, false);
  EXPECT_NE(store->mismatch(a, {0, kEveryRank})->find("a reduction of different elements"),
            std::string::npos);
}

TEST(Ghost, CostsNoMemoryAndComparesNothing) {
  const auto store = make_store(PayloadKind::kGhost, find_op("sum", "double"), 1);
  const Slice v = store->allocate(std::int64_t{1} << 50);
  EXPECT_EQ(v.bytes().count(), std::int64_t{1} << 53);
  EXPECT_FALSE(store->has_content());
  EXPECT_FALSE(store->mismatch(v, {}));
}

TEST(Ops, AllCombinationsExistAndOthersAreRefused) {
  EXPECT_EQ(ops().size(), 22U);
  EXPECT_FALSE(find_op("matrix-product", "int32").commutative);
  EXPECT_EQ(find_op("matrix-product", "int64").element_bytes, 32U);
  EXPECT_EQ(find_op("max", "double").element_bytes, 8U);
  EXPECT_THROW(find_op("sum", "int13"), std::invalid_argument);
  EXPECT_THROW(find_op("avg", "int32"), std::invalid_argument);
}

template <class T>
void expect_results(std::string_view datatype) {
  for (const auto& [name, wanted] : {std::pair("sum", 10), {"min", 3}, {"max", 7}, {"product", 21}})
    for (const bool from_first : {false, true}) {
      std::array<T, 2> into{7, 3};
      const std::array<T, 2> from{3, 7};
      find_op(name, datatype).combine(into.data(), from.data(), 2, from_first);
      EXPECT_EQ(into, (std::array{static_cast<T>(wanted), static_cast<T>(wanted)}))
          << name << ' ' << datatype;
    }
}

TEST(Ops, ComputeWhatTheirNamesSay) {
  expect_results<std::uint8_t>("uint8");
  expect_results<std::int32_t>("int32");
  expect_results<std::int64_t>("int64");
  expect_results<float>("float");
  expect_results<double>("double");
  std::array<std::uint32_t, 4> into{1, 2, 3, 4};
  const std::array<std::uint32_t, 4> from{5, 6, 7, 8};
  find_op("matrix-product", "int32").combine(into.data(), from.data(), 1, false);
  EXPECT_EQ(into, (std::array<std::uint32_t, 4>{19, 22, 43, 50}));
  into = {1, 2, 3, 4};
  find_op("matrix-product", "int32").combine(into.data(), from.data(), 1, true);
  EXPECT_EQ(into, (std::array<std::uint32_t, 4>{23, 34, 31, 46}));
}

/// Checks that the result does not depend on the order of evaluation, but on every contribution.
TEST(Ops, ManyContributionsAreExactInAnyOrder) {
  constexpr int kRanks = 3000;
  for (const Op& op : ops()) {
    if (!op.commutative) continue;
    const auto store = make_store(PayloadKind::kReal, op, kRanks);
    const Slice evens_first = store->allocate(16), operand = store->allocate(16);
    store->fill(evens_first, {0, 0});
    for (const int start : {2, 1})
      for (int r = start; r < kRanks; r += 2) {
        store->fill(operand, {0, r});
        store->reduce(evens_first, operand, false);
      }
    EXPECT_FALSE(store->mismatch(evens_first, {0, kEveryRank})) << op.name << " " << op.datatype;
    if (op.name == "min" || op.name == "max") continue;
    store->reduce(evens_first, operand, false);
    EXPECT_TRUE(store->mismatch(evens_first, {0, kEveryRank})) << op.name << " " << op.datatype;
  }
}

TEST(RealStore, ContributesManyElementsAsOneByOne) {
  for (const Op& op : ops())
    for (const int rank : {0, 7, 130}) {
      constexpr std::int64_t kFirst = 12345, kCount = 37;
      std::vector<std::byte> all(kCount * op.element_bytes), each(all);
      contribute(op, all.data(), rank, kFirst, kCount);
      for (std::int64_t i = 0; i < kCount; ++i)
        op.contribute(each.data() + i * op.element_bytes, rank, kFirst + i);
      EXPECT_EQ(all, each) << op.name << " " << op.datatype << " rank " << rank;
    }
}

/// Checks results in ranges of 64 KiB, and against a rank that has been found right.
TEST(RealStore, FindsTheWrongElementBeyondTheFirstRange) {
  constexpr int kRanks = 3;
  constexpr std::int64_t kCount = 100'000, kWrong = 70'001;
  const Op& op = find_op("sum", "int32");
  RealStore store(op, kRanks);
  std::vector<Slice> results;
  for (int copy = 0; copy < 2; ++copy) {
    results.push_back(store.allocate(kCount));
    store.fill(results.back(), {5, 0});
    for (int r = 1; r < kRanks; ++r) {
      const Slice operand = store.allocate(kCount);
      store.fill(operand, {5, r});
      store.reduce(results.back(), operand, false);
    }
  }
  const Content expected{5, kEveryRank};
  const Slice right = results[0], wrong = results[1];
  *store.data(wrong.part(kWrong, 1)) ^= std::byte{1};
  EXPECT_NE(store.mismatch(wrong, expected).value_or("").find("element 70006 "), std::string::npos);
  EXPECT_EQ(store.mismatch(right, expected), std::nullopt);
  EXPECT_NE(store.mismatch(wrong, expected).value_or("").find("element 70006 "), std::string::npos);
  store.copy(right, wrong);
  EXPECT_TRUE(store.mismatch(right, expected));
  store.fill(right, {5, 0});
  EXPECT_TRUE(store.mismatch(right, expected));
}

}  // namespace
}  // namespace orrery
