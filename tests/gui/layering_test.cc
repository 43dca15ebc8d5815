#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include <gtest/gtest.h>

namespace {

/// Lines of `directory`'s sources that match, as "file: line".
std::string linesMatching(const std::string& directory, const std::regex& pattern) {
  std::string found;
  const std::filesystem::path root = std::filesystem::path(ORRERY_SOURCE_DIR) / directory;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      if (std::regex_search(line, pattern)) found += entry.path().string() + ": " + line + "\n";
    }
  }
  return found;
}

TEST(Layering, NoWidgetsBelowWidgets) {
  const std::regex widgets("QtWidgets|<QApplication>|<QWidget>|viz/widgets|Qt6::Widgets");
  EXPECT_EQ(linesMatching("viz/model", widgets), "");
  EXPECT_EQ(linesMatching("viz/paint", widgets), "");
}

TEST(Layering, NoPicturesInTheModel) {
  const std::regex gui("QtGui|<QPainter>|<QColor>|<QImage>|<QFont|viz/paint|Qt6::Gui");
  EXPECT_EQ(linesMatching("viz/model", gui), "");
}

TEST(Layering, TheEmulatorKnowsNoQt) {
  const std::regex qt("#include <Q|#include \"viz/");
  EXPECT_EQ(linesMatching("emu", qt), "");
  EXPECT_EQ(linesMatching("algorithms", qt), "");
  EXPECT_EQ(linesMatching("scenarios", qt), "");
}

}  // namespace
