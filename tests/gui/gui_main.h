#pragma once

#include <QSettings>
#include <QTemporaryDir>
#include <QtGlobal>
#include <gtest/gtest.h>

#include "viz/paint/theme.h"

namespace orrery::viz {

/// Defines main() for tests that need an application: offscreen unless told otherwise, with the
/// bundled fonts.
template <class Application>
int runGuiTests(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (::testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QTemporaryDir settings;  // of this process alone
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  Application app(argc, argv);
  loadFonts();
  return RUN_ALL_TESTS();
}

}  // namespace orrery::viz
