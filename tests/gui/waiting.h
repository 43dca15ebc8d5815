#pragma once

#include <QCoreApplication>
#include <QTest>
#include <QThreadPool>

#include "tests/gui/patience.h"

namespace orrery::viz {

/// Handles events until `condition` holds; returns false if it never does.
template <class Condition>
[[nodiscard]] bool waitUntil(const Condition& condition) {
  return QTest::qWaitFor(condition, kPatience);
}

/// Waits until no thread has work and the window has processed all results; returns false if that never
/// happens.
[[nodiscard]] inline bool waitUntilIdle() {
  constexpr int kPasses = 20;  // an event may bring others
  QThreadPool& threads = *QThreadPool::globalInstance();
  if (!threads.waitForDone(kPatience)) return false;
  for (int i = 0; i < kPasses; ++i) QCoreApplication::processEvents();
  return threads.activeThreadCount() == 0;
}

}  // namespace orrery::viz
