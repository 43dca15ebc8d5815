#include <vector>

#include <gtest/gtest.h>

#include "viz/model/run/playback_clock.h"

namespace orrery::viz {
namespace {

TEST(PlaybackClock, StandsStillUnlessItPlays) {
  PlaybackClock clock;
  clock.reset({0ns, 1000ns}, 10);
  clock.tick(std::chrono::seconds(5));
  EXPECT_EQ(clock.now(), Time{0});
}

TEST(PlaybackClock, PlaysAtItsSpeedAndStopsAtTheEnd) {
  PlaybackClock clock;
  clock.reset({0ns, 1000ns}, 10);
  EXPECT_EQ(clock.timeInSecond(), Time(100ns));
  clock.play();
  clock.tick(std::chrono::seconds(2));
  EXPECT_EQ(clock.now(), Time(200ns));
  clock.setSpeed(4);
  clock.tick(std::chrono::seconds(1));
  EXPECT_EQ(clock.now(), Time(600ns));
  clock.tick(std::chrono::seconds(1));
  EXPECT_EQ(clock.now(), Time(1000ns));
  EXPECT_FALSE(clock.isPlaying());
  clock.play();  // again, from the start
  EXPECT_EQ(clock.now(), Time{0});
  EXPECT_TRUE(clock.isPlaying());
}

TEST(PlaybackClock, LosesNoFractions) {
  PlaybackClock clock;
  clock.reset({Time(0), Time(3000)}, 1);  // a third of a picosecond per tick
  clock.play();
  for (int i = 0; i < 9000; ++i) clock.tick(std::chrono::nanoseconds(100000));
  EXPECT_NEAR(static_cast<double>(clock.now().count()), 2700, 1);
}

TEST(PlaybackClock, SeeksWithinTheRun) {
  PlaybackClock clock;
  clock.reset({0ns, 1000ns}, 10);
  int changes = 0;
  QObject::connect(&clock, &PlaybackClock::timeChanged, [&](Time) { ++changes; });
  clock.seek(2000ns);
  EXPECT_EQ(clock.now(), Time(1000ns));
  clock.seek(-5ns);
  EXPECT_EQ(clock.now(), Time{0});
  clock.seek(0ns);  // no change, no signal
  EXPECT_EQ(changes, 2);
}

TEST(PlaybackClock, DoesNotPlayAnEmptyRun) {
  PlaybackClock clock;
  clock.reset({0ns}, 10);
  clock.play();
  EXPECT_FALSE(clock.isPlaying());
}

TEST(PlaybackClock, GlidesToAMomentAndStopsThere) {
  PlaybackClock clock;
  clock.reset({0ns, 400ns, 1000ns}, 10);
  EXPECT_EQ(clock.nextStop(), Time(400ns));
  clock.glide(clock.nextStop(), 800ms);
  EXPECT_TRUE(clock.isPlaying());
  Time before{0};
  std::vector<Time> steps;
  for (int i = 0; i < 8; ++i) {
    clock.tick(100ms);
    steps.push_back(clock.now() - before);
    before = clock.now();
  }
  EXPECT_EQ(clock.now(), Time(400ns));
  EXPECT_FALSE(clock.isPlaying());
  EXPECT_LT(steps.front(), steps[3]);  // gently at both ends
  EXPECT_LT(steps.back(), steps[4]);
  EXPECT_NEAR(static_cast<double>(steps.front().count()), static_cast<double>(steps.back().count()),
              2);
  clock.glide(clock.nextStop(), 800ms);
  clock.tick(100ms);
  clock.finish();
  EXPECT_EQ(clock.now(), Time(1000ns));
  EXPECT_EQ(clock.previousStop(), Time(400ns));
  clock.seek(500ns);
  EXPECT_EQ(clock.previousStop(), Time(400ns));
  EXPECT_EQ(clock.nextStop(), Time(1000ns));
}

TEST(PlaybackClock, GivesEveryRoundEquallyLong) {
  PlaybackClock clock;
  clock.reset({0ns, 10ns, 30ns, 1000ns}, 3);
  clock.setPace(PlaybackClock::Pace::kEqualRounds);
  EXPECT_DOUBLE_EQ(clock.secondsOfRound(), 1);
  clock.play();
  for (const Time stop : {Time(10ns), Time(30ns), Time(1000ns)}) {
    clock.tick(std::chrono::seconds(1));
    EXPECT_NEAR(static_cast<double>(clock.now().count()), static_cast<double>(stop.count()), 1);
  }
  EXPECT_FALSE(clock.isPlaying());
  for (const Time t : {Time(0), Time(5ns), Time(10ns), Time(17ns), Time(400ns), Time(1000ns)})
    EXPECT_EQ(clock.timeAt(clock.shareOf(t)), t);
  EXPECT_DOUBLE_EQ(clock.shareOf(Time(20ns)), 0.5);
}

}  // namespace
}  // namespace orrery::viz
