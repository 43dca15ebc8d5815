#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

#include "tests/fuzz/readers.h"

/// A program of libFuzzer, which changes inputs so that they reach more code of a reader. It needs Debian's clang-16 and
/// libclang-rt-16-dev:
///   cmake --preset fuzz && cmake --build build/fuzz --target fuzz_readers
///   ORRERY_READER=network build/fuzz/bin/fuzz_readers FOUND tests/fuzz/kept scenarios/examples -max_total_time=600
/// It writes inputs that reach new code into FOUND, and ends at a fault. Without ORRERY_READER all readers read each.
/// Those worth keeping belong into tests/fuzz/kept: with -merge=1 it copies only what reaches something new.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("orrery-fuzz-{}", getpid())).string();
  static const char* const wanted = std::getenv("ORRERY_READER");
  const std::string text(data, data + size);
  std::ofstream(path, std::ios::binary) << text;
  for (const orrery::FileReader& reader : orrery::file_readers())
    if (wanted == nullptr || reader.name == wanted)
      static_cast<void>(orrery::accepts(reader, path, text));
  return 0;
}
