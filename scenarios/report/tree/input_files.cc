#include "scenarios/report/tree/input_files.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "emu/base/check.h"
#include "scenarios/text/number_file.h"
#include "scenarios/text/text_file.h"

namespace orrery::inline report {

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

trees::Cost number_of(const std::string& field) {
  trees::Cost number = 0;
  const char* const last = field.data() + field.size();
  const auto [end, error] = std::from_chars(field.data(), last, number);
  EMU_CHECK(error == std::errc() && end == last && number >= 0, "'", field.substr(0, 40),
            "' is not a whole number of 0 or more");
  return number;
}

std::vector<trees::Cost> numbers_of(std::string line) {
  line.resize(std::min(line.size(), line.find('#')));
  std::ranges::replace(line, ',', ' ');
  std::istringstream fields(line);
  std::vector<trees::Cost> numbers;
  for (std::string field; fields >> field;) numbers.push_back(number_of(field));
  return numbers;
}

int rank_of(trees::Cost number, const trees::PairCosts& costs) {
  EMU_CHECK(number < costs.ranks(), "rank ", number, " of ", costs.ranks(), "; expected 0 .. ",
            costs.ranks() - 1);
  return static_cast<int>(number);
}

void set_line(const std::string& line, trees::PairCosts& costs) {
  const std::vector<trees::Cost> x = numbers_of(line);
  if (x.empty()) return;
  EMU_CHECK(x.size() == 2 || x.size() == 4, x.size(),
            " numbers; expected from, to, alpha, beta or rank, gamma");
  if (x.size() == 2) return costs.set_copy(rank_of(x[0], costs), x[1]);
  const int from = rank_of(x[0], costs), to = rank_of(x[1], costs);
  EMU_CHECK(from != to, "a message from rank ", from, " to itself; expected two ranks");
  costs.set_link(from, to, x[2], x[3]);
}

}  // namespace

std::vector<std::int64_t> read_sizes(std::istream& in, const std::string& name) {
  return checked_sizes(read_numbers(in, name, "size"));
}

std::vector<std::int64_t> read_sizes(const std::filesystem::path& path) {
  return checked_sizes(read_numbers(path, "size"));
}

void read_pair_costs(std::istream& in, const std::string& name, trees::PairCosts& costs) {
  std::istringstream lines(read_stream(in, name));
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    try {
      set_line(line, costs);
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(text_of(name, ':', number, ": ", e.what()));
    }
  }
  EMU_CHECK(!in.bad(), name, ": cannot be read");
}

void read_pair_costs(const std::filesystem::path& path, trees::PairCosts& costs) {
  std::error_code none;  // unreachable files are reported below
  EMU_CHECK(!std::filesystem::is_directory(path, none), path.string(),
            ": is a directory; expected a file");
  std::ifstream in(path);
  EMU_CHECK(in, path.string(), ": cannot be read: ", std::strerror(errno));
  read_pair_costs(in, path.string(), costs);
}

}  // namespace orrery::inline report
