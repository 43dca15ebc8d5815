#include "scenarios/text/number_file.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "scenarios/text/errors.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/words.h"

namespace orrery::inline text {

namespace {

/// Reads the number in a field. THROWS ValueError with the mistake.
std::int64_t number_of(std::string_view field, std::string_view noun, const std::string& expected) {
  if (field.empty()) throw ValueError({"no number between commas", expected});
  std::string_view digits = field;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range)
    throw ValueError(
        {fmt::format("{} {} is out of range", noun, field), fmt::format("0 .. {}", INT64_MAX)});
  if (error != std::errc() || end != digits.data() + digits.size())
    throw ValueError({fmt::format("{} is not a whole number", shown_word(field)), expected});
  if (value < 0) throw ValueError({fmt::format("{} {} is negative", noun, field), "0 or more"});
  return value;
}

void add_line(std::string_view line, std::string_view noun, const std::string& expected,
              std::vector<std::int64_t>& numbers) {
  line = trimmed(line.substr(0, line.find('#')));
  while (!line.empty()) {
    const std::size_t comma = line.find(',');
    numbers.push_back(number_of(trimmed(line.substr(0, comma)), noun, expected));
    if (comma == std::string_view::npos) return;
    line = trimmed(line.substr(comma + 1));
    if (line.empty()) throw ValueError({"the line ends with a comma", expected});
  }
}

}  // namespace

NumberFile read_numbers(std::istream& in, const std::string& name, std::string_view noun,
                        std::string expected) {
  if (expected.empty()) expected = fmt::format("a {}, 0 or more", noun);
  NumberFile file{name, {}, {}};
  std::istringstream lines(read_stream(in, name));
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    try {
      const bool marked = number == 1 && line.starts_with("\xef\xbb\xbf");  // byte order mark
      add_line(std::string_view(line).substr(marked ? 3 : 0), noun, expected, file.numbers);
      file.lines.resize(file.numbers.size(), number);
    } catch (const ValueError& e) {
      Complaint complaint = e.complaint();
      complaint.what = fmt::format("{}:{}: {}", name, number, complaint.what);
      throw ValueError(std::move(complaint));
    }
  }
  if (in.bad()) throw ValueError({fmt::format("{}: cannot be read", name)});
  if (file.numbers.empty())
    throw ValueError({fmt::format("{}: no {}s", name, noun), "at least one number"});
  return file;
}

NumberFile read_numbers(const std::filesystem::path& path, std::string_view noun,
                        std::string expected) {
  std::error_code none;  // unreachable files are reported below
  if (std::filesystem::is_directory(path, none))
    throw ValueError({fmt::format("{}: is a directory", path.string()), "a file"});
  std::ifstream in(path);
  if (!in)
    throw ValueError({fmt::format("{}: cannot be read: {}", path.string(), std::strerror(errno))});
  return read_numbers(in, path.string(), noun, std::move(expected));
}

}  // namespace orrery::inline text
