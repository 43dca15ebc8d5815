#include "scenarios/report/output_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

namespace orrery {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string target_error(const fs::path& target) {
  try {
    OutputFile(target.string(), "--json");
  } catch (const OutputError& e) {
    return e.what();
  }
  return "(accepted)";
}

class OutputFileTest : public ::testing::Test {
 protected:
  OutputFileTest() { fs::create_directories(directory_); }
  ~OutputFileTest() override { fs::remove_all(directory_); }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(directory_), {}); }

  const fs::path directory_ =
      fs::temp_directory_path() / ("orrery-output-" + std::to_string(getpid()));
};

TEST_F(OutputFileTest, AppearsWhenItIsWritten) {
  const fs::path target = directory_ / "a.json";
  const OutputFile file(target.string(), "--json");
  EXPECT_EQ(files(), 0);
  file.write("one");
  EXPECT_EQ(content(target), "one");
  file.write("two");
  EXPECT_EQ(content(target), "two");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, WritesThroughLinks) {
  std::ofstream(directory_ / "real") << "old";
  fs::create_symlink("real", directory_ / "link");
  OutputFile((directory_ / "link").string(), "--json").write("new");
  EXPECT_EQ(content(directory_ / "real"), "new");
  EXPECT_TRUE(fs::is_symlink(directory_ / "link"));
}

TEST_F(OutputFileTest, WhatCannotBeWrittenIsFoundBefore) {
  EXPECT_EQ(target_error(directory_ / "no" / "a.json"),
            "--json " + (directory_ / "no" / "a.json").string() +
                ": cannot be written: No such file or directory");
  EXPECT_EQ(target_error(directory_),
            "--json " + directory_.string() + ": cannot be written: Is a directory");
  EXPECT_EQ(target_error(""), "--json : the name is empty");
  std::ofstream(directory_ / "file") << "x";
  EXPECT_EQ(target_error(directory_ / "file" / "a.json").find("(accepted)"), std::string::npos);
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, AFullDeviceIsAnError) {
  const OutputFile file("/dev/full", "--json");
  EXPECT_THROW(file.write("x"), OutputError);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(OutputFileTest, DevicesAreWrittenDirectly) {
  OutputFile("/dev/null", "--json").write("x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace orrery
