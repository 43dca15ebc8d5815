#include "scenarios/document/number_file.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "emu/base/check.h"
#include "scenarios/document/words.h"

namespace orrery {

namespace {

/// The number in a field. THROWS std::invalid_argument with what is wrong with it.
std::int64_t number_of(std::string_view field, std::string_view noun) {
  EMU_CHECK(!field.empty(), "no number between commas; expected a ", noun, ", 0 or more");
  std::string_view digits = field;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = end == digits.data() + digits.size();
  EMU_CHECK(error != std::errc::result_out_of_range, noun, " ", field,
            " is out of range; expected 0 .. ", INT64_MAX);
  EMU_CHECK(error == std::errc() && whole, "'", field.substr(0, 40),
            "' is not a whole number; expected a ", noun, ", 0 or more");
  EMU_CHECK(number >= 0, noun, " ", field, " is negative; expected 0 or more");
  return number;
}

void add_line(std::string_view line, std::string_view noun, std::vector<std::int64_t>& numbers) {
  line = trimmed(line.substr(0, line.find('#')));
  while (!line.empty()) {
    const std::size_t comma = line.find(',');
    numbers.push_back(number_of(trimmed(line.substr(0, comma)), noun));
    if (comma == std::string_view::npos) return;
    line = trimmed(line.substr(comma + 1));
    EMU_CHECK(!line.empty(), "the line ends with a comma; expected a ", noun, ", 0 or more");
  }
}

}  // namespace

NumberFile read_numbers(std::istream& in, const std::string& name, std::string_view noun) {
  NumberFile file{name, {}, {}};
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    try {
      const bool marked = number == 1 && line.starts_with("\xef\xbb\xbf");  // byte order mark
      add_line(std::string_view(line).substr(marked ? 3 : 0), noun, file.numbers);
      file.lines.resize(file.numbers.size(), number);
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(text_of(name, ':', number, ": ", e.what()));
    }
  }
  EMU_CHECK(!in.bad(), name, ": cannot be read");
  EMU_CHECK(!file.numbers.empty(), name, ": no ", noun, "s; expected at least one number");
  return file;
}

NumberFile read_numbers(const std::filesystem::path& path, std::string_view noun) {
  EMU_CHECK(!std::filesystem::is_directory(path), path.string(),
            ": is a directory; expected a file");
  std::ifstream in(path);
  EMU_CHECK(in, path.string(), ": cannot be opened: ", std::strerror(errno));
  return read_numbers(in, path.string(), noun);
}

}  // namespace orrery
