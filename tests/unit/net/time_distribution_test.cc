#include "emu/base/time_distribution.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "emu/base/complaint.h"
#include "emu/base/random.h"

namespace orrery {
namespace {

const std::vector<std::string> kAll{"uniform(2us,9us)", "normal(10us,2us)",   "normal(1us,2us)",
                                    "exponential(5us)", "lognormal(5us,0.8)", "pareto(1us,2.5)",
                                    "weibull(5us,0.7)", "weibull(3us,2)"};

/// Checks distributions by the Kolmogorov-Smirnov test: for n = 10^5 draws the largest distance stays below 1.95
/// / sqrt(n) in 999 of 1000 cases; seeds are fixed.
TEST(TimeDistribution, DrawsAreDistributedAsAsked) {
  constexpr std::size_t kDraws = 100'000;
  for (const std::string& text : kAll) {
    const TimeDistribution d = TimeDistribution::parse(text);
    std::vector<Time> times(kDraws);
    for (std::size_t i = 0; i < kDraws; ++i) times[i] = d.draw(drawn(7, Purpose::kArrival, i));
    std::ranges::sort(times);
    double distance = 0;
    for (std::size_t i = 0; i < kDraws; ++i) {
      const double share = d.up_to(times[i]);
      if (times[i] == Time(0)) continue;  // all that would be negative
      distance = std::max({distance, std::abs(share - static_cast<double>(i) / kDraws),
                           std::abs(share - static_cast<double>(i + 1) / kDraws)});
    }
    EXPECT_LT(distance, 1.95 / std::sqrt(kDraws)) << text;
  }
}

/// Checks means and known quantiles in closed form, independently of up_to().
TEST(TimeDistribution, MeansAndQuantilesAreThoseOfTheBooks) {
  constexpr int kDraws = 400'000;
  const auto mean_of = [](const std::string& text) {
    const TimeDistribution d = TimeDistribution::parse(text);
    double sum = 0;
    for (std::uint64_t i = 0; i < kDraws; ++i)
      sum += static_cast<double>(d.draw(drawn(3, Purpose::kNoiseLength, i)).count());
    EXPECT_NEAR(sum / kDraws / d.mean_ps(), 1, 0.02) << text;
    return d.mean_ps() / 1e6;
  };
  EXPECT_DOUBLE_EQ(mean_of("uniform(2us,9us)"), 5.5);
  EXPECT_NEAR(mean_of("normal(10us,2us)"), 10, 1e-6);
  EXPECT_NEAR(mean_of("normal(0us,2us)"), 2 / std::sqrt(2 * M_PI), 1e-9);
  EXPECT_DOUBLE_EQ(mean_of("exponential(5us)"), 5);
  EXPECT_NEAR(mean_of("lognormal(5us,0.8)"), 5 * std::exp(0.32), 1e-9);
  EXPECT_NEAR(mean_of("pareto(1us,2.5)"), 2.5 / 1.5, 1e-9);
  EXPECT_NEAR(mean_of("weibull(5us,1)"), 5, 1e-9);
  EXPECT_DOUBLE_EQ(mean_of("7us"), 7);
  const auto share = [](const char* text, Time t) {
    return TimeDistribution::parse(text).up_to(t);
  };
  EXPECT_NEAR(share("exponential(5us)", 5us), 1 - std::exp(-1), 1e-12);
  EXPECT_NEAR(share("normal(10us,2us)", 12us), 0.841344746, 1e-9);
  EXPECT_NEAR(share("lognormal(5us,0.8)", 5us), 0.5, 1e-12);
  EXPECT_NEAR(share("pareto(1us,2)", 2us), 0.75, 1e-12);
  EXPECT_NEAR(share("weibull(5us,2)", 5us), 1 - std::exp(-1), 1e-12);
}

TEST(TimeDistribution, DrawsOfDifferentRanksPurposesAndSeedsDiffer) {
  EXPECT_EQ(drawn(1, Purpose::kArrival, 2, 3), drawn(1, Purpose::kArrival, 2, 3));
  EXPECT_NE(drawn(1, Purpose::kArrival, 2, 3), drawn(2, Purpose::kArrival, 2, 3));
  EXPECT_NE(drawn(1, Purpose::kArrival, 2, 3), drawn(1, Purpose::kNoisePhase, 2, 3));
  EXPECT_NE(drawn(1, Purpose::kArrival, 2, 3), drawn(1, Purpose::kArrival, 3, 2));
  EXPECT_NE(drawn(1, Purpose::kArrival, 2, 3), drawn(1, Purpose::kArrival, 2, 4));
}

std::string refusal_of(const char* text) {
  try {
    TimeDistribution::parse(text);
  } catch (const ValueError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(TimeDistribution, TextsAreReadAndKept) {
  EXPECT_EQ(TimeDistribution::parse("5us").draw(17), 5us);
  EXPECT_EQ(TimeDistribution::parse("constant(5us)").draw(17), 5us);
  EXPECT_EQ(TimeDistribution::parse(" uniform( 2us , 9us ) ").text(), "uniform(2us,9us)");
  EXPECT_EQ(TimeDistribution::parse("uniform(2us,2us)").draw(17), 2us);
  EXPECT_LE(TimeDistribution::parse("pareto(1us,1.0001)").draw(0), Time(std::int64_t{1} << 60));
}

TEST(TimeDistribution, WhatCannotBeMeantIsRefused) {
  EXPECT_NE(refusal_of("pareto(1us,1)").find("has no mean; expected an exponent above 1"),
            std::string::npos);
  for (const char* text : {"weibull(1us,1e-300)", "weibull(1us,0.01)", "lognormal(1us,1e300)"})
    EXPECT_NE(refusal_of(text).find("has a mean beyond 13 days"), std::string::npos) << text;
  EXPECT_NE(refusal_of("expontial(5us)").find("did you mean 'exponential'?"), std::string::npos);
  EXPECT_NE(refusal_of("uniform(9us,2us)").find("ends before it begins"), std::string::npos);
  EXPECT_NE(refusal_of("normal(10us)").find("such as normal(10us,2us)"), std::string::npos);
  EXPECT_NE(refusal_of("lognormal(5us,nan)").find("'nan' is not a number above 0"),
            std::string::npos);
  EXPECT_NE(refusal_of("weibull(5us,-1)").find("is not a number above 0"), std::string::npos);
  EXPECT_NE(refusal_of("weibull(5us,inf)").find("is not a number above 0"), std::string::npos);
  EXPECT_NE(refusal_of("exponential(-5us)").find("is negative"), std::string::npos);
  for (const char* text : {"", "5", "exponential(5us", "exponential()", "(5us)", "cauchy(1us,1)"})
    EXPECT_NE(refusal_of(text), "accepted") << text;
}

}  // namespace
}  // namespace orrery
