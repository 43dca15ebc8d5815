#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace orrery {

/// Expects `text` in a file. With ORRERY_UPDATE_GOLDEN set the text is first written there.
inline void compare_with_golden(const std::filesystem::path& path, const std::string& text) {
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::ifstream in(path);
  ASSERT_TRUE(in) << path << " is missing";
  const std::string golden{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(text, golden) << "differs from " << path;
}

}  // namespace orrery
