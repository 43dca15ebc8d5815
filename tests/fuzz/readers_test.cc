#include "tests/fuzz/readers.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

/// Tests that every reader accepts or refuses every input that libFuzzer kept (readers_fuzzer.cc).
namespace orrery {
namespace {

TEST(Readers, ReadOrRefuseWhatWasKept) {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(ORRERY_KEPT_DIR)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const FileReader& reader : file_readers()) {
      SCOPED_TRACE(std::string(reader.name) + " of " + entry.path().string());
      EXPECT_NO_THROW(accepts(reader, entry.path(), text));
    }
    ++files;
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace orrery
