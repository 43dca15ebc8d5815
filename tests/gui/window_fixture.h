#pragma once

#include <string>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/gui/waiting.h"
#include "viz/model/run/session.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/pages/pages.h"
#include "viz/widgets/run_controller.h"

/// A window, a folder for its files, and a scenario to open in it.
namespace orrery::viz {

inline constexpr auto kSweep = R"(title = "Two algorithms"
description = "A ring against Rabenseifner."
[network]
topology = "torus:4x4"
ports = "per-link"
[run]
collective = "allreduce"
algorithm = ["ring", "rabenseifner"]
bytes = "1MiB"
payload = "ghost"
)";

class Window : public ::testing::Test {
 protected:
  QString file(const QString& name, const char* text) {
    QFile out(directory_.filePath(name));
    EXPECT_TRUE(out.open(QIODevice::WriteOnly));
    out.write(text);
    return out.fileName();
  }
  void settle() {
    EXPECT_TRUE(waitUntil([this] { return !window_.runs().isBusy(); }));
  }
  void open(const char* text) {
    EXPECT_TRUE(window_.openScenario(file("scenario.toml", text))) << error();
    settle();
  }
  void showActive() {
    window_.show();
    window_.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&window_, kPatience));
  }
  std::string error() const { return window_.pages().errorText().toStdString(); }
  /// Returns the round that is shown once a step has played.
  int round() {
    window_.session().clock().finish();
    return window_.session().frame().round;
  }

  QTemporaryDir directory_;
  MainWindow window_;
};

}  // namespace orrery::viz
