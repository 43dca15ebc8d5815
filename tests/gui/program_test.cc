#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <gtest/gtest.h>

#include "tests/gui/patience.h"

/// Tests the program as users start it, on a machine without a display.
namespace {

struct Result {
  int code = -1;
  bool crashed = true;
  std::string errors;
  QByteArray output;
};

Result start(const QStringList& arguments) {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
    environment.remove(name);
  }
  QProcess process;
  process.setProcessEnvironment(environment);
  process.start(ORRERY_GUI, arguments);
  EXPECT_TRUE(process.waitForFinished(orrery::viz::kPatience));
  return {process.exitCode(), process.exitStatus() == QProcess::CrashExit,
          process.readAllStandardError().toStdString(), process.readAllStandardOutput()};
}

class Program : public ::testing::Test {
 protected:
  QString path(const QString& name) const { return directory_.filePath(name); }
  QString scenario(const char* text) {
    QFile out(path("scenario.toml"));
    EXPECT_TRUE(out.open(QIODevice::WriteOnly));
    out.write(text);
    return out.fileName();
  }
  void expectRefused(const QStringList& arguments, const std::string& word) {
    const Result r = start(arguments);
    EXPECT_FALSE(r.crashed);
    EXPECT_EQ(r.code, 2) << r.errors;
    EXPECT_NE(r.errors.find(word), std::string::npos) << r.errors;
  }
  QTemporaryDir directory_;
};

constexpr auto kGood =
    "[network]\ntopology = \"torus:4x4\"\n[run]\ncollective = \"allreduce\"\nalgorithm = \"ring\"\n"
    "bytes = \"64KiB\"\n";

TEST_F(Program, WritesAPictureWithoutADisplay) {
  const Result r = start({scenario(kGood), "--screenshot", path("a.png"), "--round", "2"});
  EXPECT_EQ(r.code, 0) << r.errors;
  EXPECT_EQ(r.errors, "");
  const Result again = start({scenario(kGood), "--screenshot", path("b.png"), "--round", "2"});
  EXPECT_EQ(again.code, 0);
  QFile a(path("a.png")), b(path("b.png"));
  ASSERT_TRUE(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
  EXPECT_EQ(a.readAll(), b.readAll());
}

TEST_F(Program, ShowsTheDefaultScenario) {
  const Result r = start({"--screenshot", path("default.png")});
  EXPECT_EQ(r.code, 0) << r.errors;
  EXPECT_TRUE(QFile::exists(path("default.png")));
}

TEST_F(Program, PrintsItsPageOfOptions) {
  const Result r = start({"--reference"});
  EXPECT_EQ(r.code, 0) << r.errors;
  QFile page(ORRERY_GUI_REFERENCE);
  ASSERT_TRUE(page.open(QIODevice::ReadOnly));
  EXPECT_EQ(r.output.toStdString(), page.readAll().toStdString())
      << "after an intended change: orrery-gui --reference > assets/reference-gui.md";
}

TEST_F(Program, RefusesBadInput) {
  expectRefused({}, "display");
  expectRefused({"--nonsense"}, "nonsense");
  expectRefused({"--plugin", path("missing.so")}, "missing.so");
  expectRefused({path("missing.toml"), "--screenshot", path("a.png")}, "missing.toml");
  expectRefused({scenario("[run]\nalgoritm = \"ring\"\n"), "--screenshot", path("a.png")},
                "algoritm");
  expectRefused({scenario(kGood), "--screenshot", path("a.png"), "--round", "1000"}, "--round");
  expectRefused({scenario(kGood), "--screenshot", path("a.png"), "--tab", "x"}, "--tab");
  expectRefused({scenario(kGood), "--screenshot", path("a.png"), "--cell", "2"}, "--cell");
  expectRefused({scenario(kGood), "--screenshot", path("no/a.png")}, "no/a.png");
  expectRefused({scenario(kGood), "--screenshot", path("a.xyz")}, "a.xyz");
  QFile::remove(path("scenario.toml"));
  EXPECT_TRUE(QDir(directory_.path()).isEmpty());
}

TEST_F(Program, ExplainsItself) {
  EXPECT_EQ(start({"--help"}).code, 0);
  EXPECT_EQ(start({"--version"}).code, 0);
}

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  QCoreApplication app(argc, argv);
  return RUN_ALL_TESTS();
}
