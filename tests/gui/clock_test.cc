#include <gtest/gtest.h>

#include "viz/model/run/playback_clock.h"

namespace orrery::viz {
namespace {

TEST(PlaybackClock, StandsStillUnlessItPlays) {
  PlaybackClock clock;
  clock.reset(1000ns, 10);
  clock.tick(std::chrono::seconds(5));
  EXPECT_EQ(clock.now(), Time{0});
}

TEST(PlaybackClock, PlaysAtItsSpeedAndStopsAtTheEnd) {
  PlaybackClock clock;
  clock.reset(1000ns, 10);
  EXPECT_EQ(clock.pace(), Time(100ns));
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
  clock.reset(Time(3000), 1);  // a third of a picosecond per tick
  clock.play();
  for (int i = 0; i < 9000; ++i) clock.tick(std::chrono::nanoseconds(100000));
  EXPECT_NEAR(static_cast<double>(clock.now().count()), 2700, 1);
}

TEST(PlaybackClock, SeeksWithinTheRun) {
  PlaybackClock clock;
  clock.reset(1000ns, 10);
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
  clock.reset(0ns, 10);
  clock.play();
  EXPECT_FALSE(clock.isPlaying());
}

}  // namespace
}  // namespace orrery::viz
