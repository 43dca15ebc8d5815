// Tests two conditions at once against an event graph of a ring allreduce, in which every message begins when both
// of its ends are ready and takes as long as alone.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"

namespace orrery {
namespace {

RunResult run_of(const std::string& text) {
  RunResult r = run_one(parse_scenario(text, "f.toml").cells.at(0));
  EXPECT_EQ(r.error.value_or(""), "") << text;
  return r;
}
Time time_of_text(const std::string& text) {
  return run_of(text).metrics.completion;
}

/// Conditions of a ring of p ranks: those of ranks, and of the links from each to the next.
struct Day {
  std::vector<Time> late;
  std::vector<std::int64_t> slow;  ///< factors of ranks
  std::vector<Time>
      start;  ///< of the message from each rank to the next: all but its bytes and slowness
  std::vector<Time> per_byte;  ///< likewise
};

constexpr Time kAlpha = 1us, kGamma = 3ns;  ///< kGamma for a byte

/// Returns when each rank has ended a ring allreduce of that many bytes.
std::vector<Time> ends_of_ring(const Day& day, std::int64_t bytes) {
  const auto p = static_cast<std::int64_t>(day.late.size());
  const auto at = [p](std::int64_t r) { return static_cast<std::size_t>(((r % p) + p) % p); };
  const auto block = [&](std::int64_t i) { return bytes / p + (std::int64_t(at(i)) < bytes % p); };
  std::vector<Time> ready = day.late;
  for (std::int64_t k = 0; k < 2 * (p - 1); ++k) {
    const bool sums = k < p - 1;
    std::vector<Time> end(ready.size());
    for (std::int64_t r = 0; r < p; ++r) {
      const std::int64_t sent = block(sums ? r - k : r + 1 - (k - (p - 1)));
      const Time alpha = kAlpha * std::max(day.slow[at(r)], day.slow[at(r + 1)]);
      end[at(r)] = std::max(ready[at(r)], ready[at(r + 1)]) + alpha + day.start[at(r)] +
                   sent * day.per_byte[at(r)];
    }
    for (std::int64_t r = 0; r < p; ++r) {
      ready[at(r)] = std::max(end[at(r)], end[at(r - 1)]);
      if (sums) ready[at(r)] += block(r - k - 1) * day.slow[at(r)] * kGamma;
    }
  }
  return ready;
}

/// Networks on which each message of a ring has its own links, and the number of links that it
/// crosses.
struct Net {
  const char* topology;
  int ranks, links;
};

std::string network_of(const Net& net) {
  return fmt::format(
      "[network]\ntopology = '{}'\nlink_bandwidth = '1GB/s'\nlink_latency = '100ns'\n"
      "[cost]\nalpha = '1us'\ngamma = '3ns/B'\n",
      net.topology);
}
std::string ring_of(int ranks, std::int64_t bytes) {
  return fmt::format(
      "[run]\ncollective = 'allreduce'\nalgorithm = 'ring'\nranks = {}\nbytes = '{}B'\n", ranks,
      bytes);
}
Day perfect(const Net& net) {
  const auto p = static_cast<std::size_t>(net.ranks);
  return {std::vector<Time>(p), std::vector<std::int64_t>(p, 1),
          std::vector<Time>(p, net.links * 100ns), std::vector<Time>(p, 1ns)};
}

class TwoEffects : public ::testing::TestWithParam<Net> {
 protected:
  /// Makes some ranks late and some slow, and returns the text of these conditions.
  std::string ranks_of(Day& day) {
    std::string late, slow;
    for (std::size_t r = 0; r < day.late.size(); ++r) {
      if (dice_() % 2 == 0) day.late[r] = Time(std::int64_t(dice_() % 30'000) * 1000);
      if (dice_() % 3 == 0) day.slow[r] = 1 + static_cast<std::int64_t>(dice_() % 5);
      late += fmt::format("{}{}={}ns", r == 0 ? "" : ";", r, day.late[r].count() / 1000);
      slow += fmt::format("{}{}={}", r == 0 ? "" : ";", r, day.slow[r]);
    }
    return fmt::format("arrival = '{}'\nslow_ranks = '{}'\n", late, slow);
  }
  /// Gives links a quarter of their bandwidth and more latency, and returns a text that names them by
  /// both ends.
  std::string links_of(Day& day, const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t r = 0; r < names.size(); ++r) {
      if (dice_() % 3 != 0) continue;
      day.start[r] += 7us;
      day.per_byte[r] *= 4;
      text += fmt::format("{}{}=0.25+7us", text.empty() ? "" : ";", names[r]);
    }
    return text.empty() ? "" : fmt::format("slow_links = '{}'\n", text);
  }
  std::mt19937 dice_{static_cast<unsigned>(GetParam().ranks)};
};

class TwoEffectsOfLinks : public TwoEffects {};
class TwoEffectsOfTraffic : public TwoEffects {};

/// Checks sizes that p does not divide, down to less than a byte for some rank.
TEST_P(TwoEffects, LateAndSlowRanks) {
  const Net net = GetParam();
  for (const std::int64_t bytes : {net.ranks * 1000, net.ranks * 100 + 1, 2 * net.ranks - 1}) {
    Day day = perfect(net);
    const std::string conditions = "[conditions]\n" + ranks_of(day);
    EXPECT_EQ(time_of_text(network_of(net) + ring_of(net.ranks, bytes) + conditions),
              std::ranges::max(ends_of_ring(day, bytes)))
        << conditions << bytes;
  }
}

/// Checks rings each of whose links is one link of the network.
TEST_P(TwoEffectsOfLinks, LateAndSlowRanksOverSlowLinks) {
  const Net net = GetParam();
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(net.ranks));
  for (int r = 0; r < net.ranks; ++r) names.push_back(fmt::format("{}-{}", r, (r + 1) % net.ranks));
  for (int times = 0; times < 5; ++times) {
    const std::int64_t bytes = net.ranks * 500 + times;
    Day day = perfect(net);
    const std::string conditions = "[conditions]\n" + ranks_of(day) + links_of(day, names);
    EXPECT_EQ(time_of_text(network_of(net) + ring_of(net.ranks, bytes) + conditions),
              std::ranges::max(ends_of_ring(day, bytes)))
        << conditions << bytes;
  }
}

/// Checks background traffic that takes 3/8 of every link from a host to the next one, so that
/// messages have 5/8.
TEST_P(TwoEffectsOfTraffic, LateRanksBesideBackgroundTraffic) {
  const Net net = GetParam();
  Day day = perfect(net);
  const std::string conditions = "[conditions]\nbackground = 'neighbour:0.375'\n" + ranks_of(day);
  for (Time& t : day.per_byte) t = Time(1600);
  const std::int64_t bytes = net.ranks * 501 - 1;
  EXPECT_EQ(time_of_text(network_of(net) + ring_of(net.ranks, bytes) + conditions),
            std::ranges::max(ends_of_ring(day, bytes)))
      << conditions;
}

std::string name_of(const ::testing::TestParamInfo<Net>& info) {
  std::string name = info.param.topology;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}
constexpr Net kTori[]{{"torus:3", 3, 1}, {"torus:7", 7, 1}, {"torus:12", 12, 1}};
constexpr Net kStars[]{{"star:5", 5, 2}, {"star:10", 10, 2}};
constexpr Net kFull[]{{"full:9", 9, 1}};
#define INSTANTIATE(name, suite, nets) \
  INSTANTIATE_TEST_SUITE_P(name, suite, ::testing::ValuesIn(nets), name_of)
INSTANTIATE(Tori, TwoEffects, kTori);
INSTANTIATE(Tori, TwoEffectsOfLinks, kTori);
INSTANTIATE(Tori, TwoEffectsOfTraffic, kTori);
INSTANTIATE(Stars, TwoEffects, kStars);
INSTANTIATE(Stars, TwoEffectsOfTraffic, kStars);
INSTANTIATE(Full, TwoEffects, kFull);
INSTANTIATE(Full, TwoEffectsOfLinks, kFull);
#undef INSTANTIATE

/// Checks a failed link: its single message goes round the ring, as does background traffic, which it meets.
TEST(TwoEffectsOnARing, AFailedLinkBesideBackgroundTraffic) {
  for (const int p : {3, 5, 8, 13}) {
    const std::string text = fmt::format(
        "{}[run]\nranks = {}\nbytes = '1000B'\n[[operation]]\nname = 'a'\nmessages = [[0, 1]]\n"
        "[conditions]\nfailed_links = '0-1'\nbackground = 'neighbour:0.375'\n",
        network_of({fmt::format("torus:{}", p).c_str(), p, 1}), p);
    EXPECT_EQ(time_of_text(text), kAlpha + (p - 1) * 100ns + Time(1600ns)) << p;
  }
}

/// Checks a chain, which has no detour: the message over a slow link next to the late rank waits
/// for both.
TEST(TwoEffectsOnAChain, APipelineWaitsForTheLateRankAndTheSlowLink) {
  const auto text = [](const char* conditions) {
    return fmt::format(
        "{}[run]\nranks = 6\nbytes = '1000B'\n[[operation]]\nname = 'a'\nmessages = [[0, 1]]\n"
        "[[operation]]\nname = 'b'\nmessages = [[1, 2]]\nafter = 'a'\n"
        "[[operation]]\nname = 'c'\nmessages = [[2, 3]]\nafter = 'b'\n[conditions]\n{}",
        network_of({"mesh:6", 6, 1}), conditions);
  };
  const Time alone = 1us + 100ns + 1000ns;
  EXPECT_EQ(time_of_text(text("")), 3 * alone);
  // b begins at 20 us and takes 4 us of bytes and 5 us of additional latency; c follows, with α of the slower
  // end.
  EXPECT_EQ(
      time_of_text(text("arrival = '2=20us'\nslow_links = '1-2=0.25+5us'\nslow_ranks = '3=3'\n")),
      20us + (alone + 3us + 5us) + (alone + 2us));
  // The message comes late, but not later than message a over a link with little bandwidth left.
  EXPECT_EQ(time_of_text(text("arrival = '2=2us'\nslow_links = '0-1=0.1'\n")),
            alone + 9us + 2 * alone);
}

/// Tests a processor that is preempted for L in every P: work of W takes W + k L, with k preemptions in that time,
/// which is W over P - L, rounded down or up depending on the first one.
class NoiseBeside : public ::testing::TestWithParam<int> {
 protected:
  static void expect_absences(Time took, Time work, Time length, Time period, const char* what) {
    const std::int64_t away = (took - work).count();
    EXPECT_EQ(away % length.count(), 0) << what;
    const double expected =
        static_cast<double>(work.count()) / static_cast<double>((period - length).count());
    EXPECT_GE(away / length.count(), static_cast<std::int64_t>(std::floor(expected))) << what;
    EXPECT_LE(away / length.count(), static_cast<std::int64_t>(std::ceil(expected))) << what;
  }
  std::string working(const char* conditions) const {
    return fmt::format(
        "[run]\nranks = 4\nseed = {}\n[network]\ntopology = 'full:2'\nranks_per_host = 2\n"
        "cores_per_host = 2\n[[operation]]\nname = 'w'\ncompute = '100us'\namong = [2]\n"
        "[conditions]\nnoise = '2us'\nnoise_period = '10us'\n{}",
        GetParam(), conditions);
  }
};

TEST_P(NoiseBeside, ASlowRank) {
  expect_absences(time_of_text(working("")), 100us, 2us, 10us, "alone");
  expect_absences(time_of_text(working("slow_ranks = '2=3'\n")), 300us, 2us, 10us, "slow");
  expect_absences(time_of_text(working("slow_ranks = '2=3;0-3=1.5'\n")), 450us, 2us, 10us,
                  "slower");
}

/// Checks a late rank, which is preempted as often and begins after a preemption that it meets.
TEST_P(NoiseBeside, ALateRank) {
  const Time away = time_of_text(working("arrival = '2=12345ns'\n")) - 12345ns - 100us;
  EXPECT_GE(away, 12 * 2us);  // 100 us at 8 us between two absences
  EXPECT_LT(away, 14 * 2us);  // thirteen, and the rest of one that it comes into
}

INSTANTIATE_TEST_SUITE_P(Seeds, NoiseBeside, ::testing::Range(1, 9));

/// Checks two ranks of one core that take turns of 5 us. The second has worked for 100 us at 200 us, when its turn
/// ends. Noise also preempts the core of each: a preemption in its turn costs its own length, and may cost one more
/// turn.
TEST(NoiseAndTurns, AddUp) {
  for (int seed = 1; seed < 6; ++seed) {
    const auto time = [&](const char* noise) {
      return time_of_text(fmt::format(
          "[run]\nranks = 2\nseed = {}\n[network]\ntopology = 'full:1'\nranks_per_host = 2\n"
          "cores_per_host = 1\n[[operation]]\nname = 'w'\ncompute = '100us'\n"
          "[conditions]\ntime_slice = '5us'\n{}",
          seed, noise));
    };
    EXPECT_EQ(time(""), 200us);
    const Time noisy = time("noise = '1us'\nnoise_period = '20us'\n");
    EXPECT_GE(noisy, 200us);
    EXPECT_LE(noisy, 200us + 4 * 10us);  // twelve absences of 1 us take three turns
  }
}

/// Checks nodes whose messages are striped over K NICs, of which one has failed and another has half its rate: K - 1
/// parts, and the slowest decides.
TEST(StripesOverNics, WithAFailedAndASlowOne) {
  struct Case {
    const char* topology;
    int gpus, nics;
  };
  for (const auto& [topology, gpus, nics] :
       {Case{"dgx-h100:2,striped", 8, 8}, Case{"leonardo:2,striped", 4, 4},
        Case{"lumi:2,striped", 8, 4}}) {
    const auto time = [&](std::int64_t bytes, const char* conditions) {
      return time_of_text(fmt::format(
          "[network]\ntopology = '{}'\n[run]\nbytes = '{}B'\n[[operation]]\nname = 'a'\n"
          "messages = [[0, {}]]\n[conditions]\n{}",
          topology, bytes, gpus, conditions));
    };
    constexpr std::int64_t kBytes = 168'000'000;     // divisible by 1 to 8
    const auto rate = [&](const char* conditions) {  // of the bytes that are more
      return static_cast<double>((time(2 * kBytes, conditions) - time(kBytes, conditions)).count());
    };
    const char* failed = "failed_links = 'node 0 NIC 0-switch 0'\n";
    const double all = rate(""), less = rate(failed);
    EXPECT_GT(all, 0) << topology;
    EXPECT_NEAR(less / all, static_cast<double>(nics) / (nics - 1), 1e-6) << topology;
    const double slow = rate("slow_links = 'level:2=0.5'\n");
    EXPECT_NEAR(slow / all, 2, 1e-6) << topology;
  }
}

/// Checks a torus in which each row is a ring of its own; columns begin when a rank's row has ended,
/// late or not.
TEST(GroupsWithLateRanks, FollowTheirOwnTimes) {
  constexpr int kRows = 3, kColumns = 5;
  std::mt19937 dice(3);
  for (int times = 0; times < 6; ++times) {
    std::vector<Time> ready(std::size_t{kRows} * kColumns);
    std::string late;
    for (std::size_t r = 0; r < ready.size(); ++r) {
      if (dice() % 3 == 0) ready[r] = Time(std::int64_t(dice() % 20'000) * 1000);
      late += fmt::format("{}{}={}ns", r == 0 ? "" : ";", r, ready[r].count() / 1000);
    }
    const RunResult run = run_of(fmt::format(
        "{}[run]\ncollective = 'allreduce'\nalgorithm = 'ring'\nbytes = '1003B'\n"
        "[[operation]]\nname = 'rows'\namong = 'rows'\n"
        "[[operation]]\nname = 'columns'\namong = 'columns'\nafter = 'rows'\nbytes = '302B'\n"
        "[conditions]\narrival = '{}'\n",
        network_of({"torus:3x5", kRows * kColumns, 1}), late));
    const auto pass = [&](int groups, int size, int group_step, int step, std::int64_t bytes) {
      Time last{0};
      for (int g = 0; g < groups; ++g) {
        Day day = perfect({"", size, 1});
        const auto rank = [&](int i) {
          const int r = g * group_step + i * step;
          return static_cast<std::size_t>(r);
        };
        for (int i = 0; i < size; ++i) day.late[static_cast<std::size_t>(i)] = ready[rank(i)];
        const std::vector<Time> ends = ends_of_ring(day, bytes);
        for (int i = 0; i < size; ++i) ready[rank(i)] = ends[static_cast<std::size_t>(i)];
        last = std::max(last, std::ranges::max(ends));
      }
      return last;
    };
    const auto end_of = [&](std::size_t i) {
      const Metrics& m = run.operations.at(i).metrics;
      return m.begin + m.completion;
    };
    EXPECT_EQ(end_of(0), pass(kRows, kColumns, kColumns, 1, 1003)) << late;
    EXPECT_EQ(end_of(1), pass(kColumns, kRows, 1, kColumns, 302)) << late;
  }
}

}  // namespace
}  // namespace orrery
