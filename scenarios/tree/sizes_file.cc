#include "scenarios/tree/sizes_file.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <string_view>

#include "emu/base/check.h"

namespace orrery {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t from = text.find_first_not_of(kBlanks);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(kBlanks) - from + 1);
}

/// Of a field; THROWS std::invalid_argument with what is wrong with it.
std::int64_t size_of(std::string_view field) {
  EMU_CHECK(!field.empty(), "no number between commas; expected a size, 0 or more");
  std::string_view digits = field;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  const bool whole = end == digits.data() + digits.size();
  EMU_CHECK(error != std::errc::result_out_of_range, "size ", field,
            " is out of range; expected 0 .. ", INT64_MAX);
  EMU_CHECK(error == std::errc() && whole, "'", field.substr(0, 40),
            "' is not a whole number; expected a size, 0 or more");
  EMU_CHECK(size >= 0, "size ", field, " is negative; expected 0 or more");
  return size;
}

void add_line(std::string_view line, std::vector<std::int64_t>& sizes, std::int64_t& sum) {
  line = trimmed(line.substr(0, line.find('#')));
  while (!line.empty()) {
    const std::size_t comma = line.find(',');
    const std::int64_t size = size_of(trimmed(line.substr(0, comma)));
    EMU_CHECK(sum <= INT64_MAX - size, "the sizes up to here add up to 2^63 or more");
    sum += size;
    sizes.push_back(size);
    if (comma == std::string_view::npos) return;
    line = trimmed(line.substr(comma + 1));
    EMU_CHECK(!line.empty(), "the line ends with a comma; expected a size, 0 or more");
  }
}

}  // namespace

std::vector<std::int64_t> read_sizes(std::istream& in, const std::string& name) {
  std::vector<std::int64_t> sizes;
  std::int64_t sum = 0;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    try {
      const bool marked = number == 1 && line.starts_with("\xef\xbb\xbf");  // byte order mark
      add_line(std::string_view(line).substr(marked ? 3 : 0), sizes, sum);
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(text_of(name, ':', number, ": ", e.what()));
    }
  }
  EMU_CHECK(!in.bad(), name, ": cannot be read");
  EMU_CHECK(!sizes.empty(), name, ": no sizes; expected at least one number");
  return sizes;
}

std::vector<std::int64_t> read_sizes(const std::filesystem::path& path) {
  EMU_CHECK(!std::filesystem::is_directory(path), path.string(),
            ": is a directory; expected a file");
  std::ifstream in(path);
  EMU_CHECK(in, path.string(), ": cannot be opened: ", std::strerror(errno));
  return read_sizes(in, path.string());
}

}  // namespace orrery
