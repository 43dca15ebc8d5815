#include "scenarios/text/units_text.h"

#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace orrery {
namespace {

template <class Parse>
std::string parse_error(Parse parse, std::string_view text) {
  try {
    parse(text);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "(accepted)";
}

TEST(UnitsText, TimesAreExact) {
  const std::vector<std::pair<const char*, std::int64_t>> cases{
      {"0ns", 0},
      {"1ps", 1},
      {"500ns", 500'000},
      {"1.5us", 1'500'000},
      {"1.5µs", 1'500'000},
      {"1.5μs", 1'500'000},
      {"2ms", 2'000'000'000},
      {"1s", 1'000'000'000'000},
      {"95.175360us", 95'175'360},
      {"0.001ns", 1},
      {" 5 ns ", 5'000},
      {"1.000000000000s", 1'000'000'000'000},
      {"000.5us", 500'000}};
  for (const auto& [text, ps] : cases) EXPECT_EQ(parse_time(text), Time(ps)) << text;
}

TEST(UnitsText, SizesKnowPowersOf1000And1024) {
  const std::vector<std::pair<const char*, std::int64_t>> cases{{"0B", 0},
                                                                {"32B", 32},
                                                                {"1kB", 1000},
                                                                {"1KiB", 1024},
                                                                {"2MiB", 2 << 20},
                                                                {"1.5KiB", 1536},
                                                                {"0.5MB", 500'000},
                                                                {"1GB", 1'000'000'000},
                                                                {"512MiB", 512 << 20},
                                                                {"1TiB", std::int64_t{1} << 40},
                                                                {"1GiB", 1 << 30}};
  for (const auto& [text, bytes] : cases) EXPECT_EQ(parse_bytes(text), Bytes(bytes)) << text;
}

TEST(UnitsText, BandwidthsTellBitsFromBytes) {
  const std::vector<std::pair<const char*, double>> cases{
      {"400Gb/s", 50e9}, {"50GB/s", 50e9},       {"8b/s", 1},           {"3.2Tb/s", 400e9},
      {"1Mb/s", 125e3},  {"1GiB/s", 1073741824}, {"1Kib/s", 1024 / 8.}, {"12.5GB/s", 12.5e9}};
  for (const auto& [text, bytes_per_second] : cases)
    EXPECT_EQ(parse_bandwidth(text).bytes_per_second, bytes_per_second) << text;
}

TEST(UnitsText, CostsPerByte) {
  EXPECT_EQ(parse_cost_per_byte("20ps/B").ps, 20);
  EXPECT_EQ(parse_cost_per_byte("0.1ns/B").ps, 100);
  EXPECT_EQ(parse_cost_per_byte("0.25ps/B").ps, 0.25);
}

TEST(UnitsText, Exponents) {
  EXPECT_EQ(parse_time("1e3ns"), Time(1'000'000));
  EXPECT_EQ(parse_time("1.5e-6s"), Time(1'500'000));
  EXPECT_EQ(parse_time("2500E-3ns"), Time(2500));
  EXPECT_EQ(parse_time("0e99ns"), Time(0));
  EXPECT_EQ(parse_bytes("1.5e+3B"), Bytes(1500));
  EXPECT_EQ(parse_bandwidth("4e11b/s").bytes_per_second, 50e9);
  EXPECT_EQ(parse_cost_per_byte("1e-2ns/B").ps, 10);
}

TEST(UnitsText, BandwidthsAsPeopleWriteThem) {
  for (const char* text : {"400Gb/s", "400Gbps", "400gbps", "400Gbit/s", "400G", "400 Gbps",
                           "50GBps", "400000M", "0.4Tbps", "400000000k"})
    EXPECT_EQ(parse_bandwidth(text).bytes_per_second, 50e9) << text;
  for (const char* text : {"400GBPS", "400g", "400gb/s", "400GBit/s"})
    EXPECT_NE(parse_error(parse_bandwidth, text), "(accepted)") << text;
}

TEST(UnitsText, SizesWithTwoReadingsNameBoth) {
  for (const auto& [text, binary, decimal] : {std::tuple("8M", "8MiB", "8MB"),
                                              std::tuple("8m", "8MiB", "8MB"),
                                              {"1k", "1KiB", "1kB"},
                                              {"4KB", "4KiB", "4kB"},
                                              {"1.5G", "1.5GiB", "1.5GB"},
                                              {"2 T", "2TiB", "2TB"}}) {
    const std::string error = parse_error(parse_bytes, text);
    EXPECT_EQ(error,
              fmt::format("'{}' is ambiguous; expected {} (1024-fold, as in OSU's benchmarks "
                          "and nccl-tests) or {} (1000-fold)",
                          text, binary, decimal));
    parse_bytes(binary), parse_bytes(decimal);
  }
}

TEST(UnitsText, ErrorsSayWhatIsWrongAndWhatWasExpected) {
  EXPECT_EQ(parse_error(parse_time, "500"), "'500' has no unit; expected a time such as 500ns");
  EXPECT_EQ(parse_error(parse_time, "0"), "'0' has no unit; expected a time such as 500ns");
  EXPECT_EQ(parse_error(parse_time, "-1ns"), "'-1ns' is negative; expected a time such as 500ns");
  EXPECT_EQ(parse_error(parse_time, ""), "'' is empty; expected a time such as 500ns");
  EXPECT_EQ(parse_error(parse_time, "fast"),
            "'fast' is not a number with a unit; expected a time such as 500ns");
  EXPECT_EQ(
      parse_error(parse_time, "5nsec"),
      "'5nsec' has the unknown unit 'nsec'; expected a time such as 500ns; did you mean 'ns'?");
  EXPECT_EQ(parse_error(parse_time, "0.5ps"),
            "'0.5ps' is not a whole number of picoseconds; expected a time such as 500ns");
  EXPECT_EQ(parse_error(parse_time, "9999999s"),
            "'9999999s' is too large; expected a time such as 500ns");
  EXPECT_EQ(parse_error(parse_time, "2000000s"),
            "'2000000s' is too large (at most 13 days); expected a time such as 500ns");
  EXPECT_EQ(parse_error(parse_bytes, "2mib"),
            "'2mib' has the unknown unit 'mib'; expected a size such as 2MiB; did you mean 'MiB'?");
  EXPECT_EQ(parse_error(parse_bytes, "2.5B"),
            "'2.5B' is not a whole number of bytes; expected a size such as 2MiB");
  EXPECT_EQ(parse_error(parse_bytes, "9999999999TiB"),
            "'9999999999TiB' is too large; expected a size such as 2MiB");
  EXPECT_EQ(parse_error(parse_bytes, "1000000000000000000000B"),
            "'1000000000000000000000B' has more digits than can be represented; expected a size "
            "such as 2MiB");
  EXPECT_EQ(parse_error(parse_bandwidth, "0Gb/s"),
            "'0Gb/s' is less than 1b/s; expected a bandwidth such as 400Gb/s or 50GB/s");
  EXPECT_EQ(parse_error(parse_bandwidth, "400Gpbs"),
            "'400Gpbs' has the unknown unit 'Gpbs'; expected a bandwidth such as 400Gb/s or "
            "50GB/s; did you mean 'Gbps'?");
  EXPECT_EQ(parse_error(parse_bandwidth, "100GB"),
            "'100GB' has the unknown unit 'GB'; expected a bandwidth such as 400Gb/s or 50GB/s; "
            "did you mean 'GB/s'?");
  EXPECT_EQ(parse_error(parse_cost_per_byte, "20ps"),
            "'20ps' has the unknown unit 'ps'; expected a cost per byte such as 20ps/B; did you "
            "mean 'ps/B'?");
}

TEST(UnitsText, OddNumbersAreRefused) {
  for (const char* text : {"1ens", "e3ns", "1e+ns", "1e99ns", "1e-99ns", "1e3", "+5ns", ".5ns",
                           "5.ns", "1,5ns", "0x10ns", "nanns", "5 5ns", "5n s", "\x00ns", "∞ns"})
    EXPECT_NE(parse_error(parse_time, text), "(accepted)") << text;
}

TEST(UnitsText, IntegersHaveLimits) {
  const auto parse = [](std::string_view text) { return parse_integer(text, 1, 100); };
  EXPECT_EQ(parse("7"), 7);
  EXPECT_EQ(parse(" 100 "), 100);
  EXPECT_EQ(parse_error(parse, "0"), "0 is too small; expected at least 1");
  EXPECT_EQ(parse_error(parse, "-5"), "-5 is too small; expected at least 1");
  EXPECT_EQ(parse_error(parse, "101"), "101 is too large; expected at most 100");
  EXPECT_EQ(parse_error(parse, "99999999999999999999"),
            "99999999999999999999 is too large; expected at most 100");
  EXPECT_EQ(parse_error(parse, "3.5"), "'3.5' is not an integer");
  EXPECT_EQ(parse_error(parse, ""), "'' is not an integer");
}

TEST(UnitsText, WhatIsPrintedCanBeParsed) {
  for (const std::int64_t ps : {0LL, 1LL, 999LL, 1'000LL, 1'001LL, 95'175'360LL, 500'000LL,
                                1'000'000'000'000LL, 123'456'789'012'345LL})
    EXPECT_EQ(parse_time(time_text(Time(ps))), Time(ps)) << time_text(Time(ps));
  for (const std::int64_t n :
       {0LL, 1LL, 1000LL, 1024LL, 1536LL, 2'097'152LL, 2'097'153LL, 3'000'000LL})
    EXPECT_EQ(parse_bytes(size_text(Bytes(n))), Bytes(n)) << size_text(Bytes(n));
  for (const double b : {50e9, 12.5e9, 1e6, 400e9, 1.0, 128.0})
    EXPECT_EQ(parse_bandwidth(bandwidth_text({b})).bytes_per_second, b) << bandwidth_text({b});
  for (const double ps : {0.0, 20.0, 0.25, 1234.5})
    EXPECT_EQ(parse_cost_per_byte(cost_text({ps})).ps, ps) << cost_text({ps});
}

TEST(UnitsText, ExactTexts) {
  EXPECT_EQ(time_text(Time(95'175'360)), "95.17536us");
  EXPECT_EQ(time_text(Time(0)), "0ps");
  EXPECT_EQ(size_text(Bytes(2 << 20)), "2MiB");
  EXPECT_EQ(size_text(Bytes(3'000)), "3kB");
  EXPECT_EQ(bandwidth_text({50e9}), "400Gb/s");
  EXPECT_EQ(cost_text({20}), "20ps/B");
}

TEST(UnitsText, ShortTexts) {
  EXPECT_EQ(short_time(Time(95'175'360)), "95.175 µs");
  EXPECT_EQ(short_time(Time(0)), "0 s");
  EXPECT_EQ(short_time(Time(7)), "7 ps");
  for (const auto& [bytes, text] :
       std::vector<std::pair<std::int64_t, std::string>>{{512, "512 B"},
                                                         {1'000, "1 kB"},
                                                         {1'001, "1001 B"},
                                                         {1'024, "1 KiB"},
                                                         {1'500, "1.5 kB"},
                                                         {1'536, "1.5 KiB"},
                                                         {9'000, "9 kB"},
                                                         {64'000, "64 kB"},
                                                         {10'920, "10.66 KiB"},
                                                         {54'000'001, "51.5 MiB"},
                                                         {2'000'000, "2 MB"},
                                                         {4'000 << 10, "3.91 MiB"},
                                                         {3LL << 40, "3 TiB"}})
    EXPECT_EQ(short_size(Bytes(bytes)), text);
  EXPECT_EQ(short_bit_rate(176.28e9), "176.28 Gb/s");
  EXPECT_EQ(short_count(8'064), "8,064");
  EXPECT_EQ(short_count(999), "999");
  EXPECT_EQ(short_count(1'000'000), "1,000,000");
}

TEST(UnitsText, SecondsAreExactToThePicosecond) {
  EXPECT_EQ(seconds_text(Time(95'175'360)), "0.000095175360");
  EXPECT_EQ(seconds_text(Time(0)), "0.000000000000");
  EXPECT_EQ(seconds_text(Time(1)), "0.000000000001");
  EXPECT_EQ(seconds_text(Time(4'600'000'000'000'000'001)), "4600000.000000000001");
  EXPECT_EQ(seconds_text(Time(-1)), "-0.000000000001");
}

}  // namespace
}  // namespace orrery
