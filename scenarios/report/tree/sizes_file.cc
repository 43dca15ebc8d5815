#include "scenarios/report/tree/sizes_file.h"

#include <utility>

#include "emu/base/check.h"
#include "scenarios/text/number_file.h"

namespace orrery {

namespace {

std::vector<std::int64_t> checked_sizes(NumberFile file) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < file.numbers.size(); ++i) {
    EMU_CHECK(sum <= INT64_MAX - file.numbers[i], file.name, ':', file.lines[i],
              ": the sizes up to here add up to 2^63 or more");
    sum += file.numbers[i];
  }
  return std::move(file.numbers);
}

}  // namespace

std::vector<std::int64_t> read_sizes(std::istream& in, const std::string& name) {
  return checked_sizes(read_numbers(in, name, "size"));
}

std::vector<std::int64_t> read_sizes(const std::filesystem::path& path) {
  return checked_sizes(read_numbers(path, "size"));
}

}  // namespace orrery
