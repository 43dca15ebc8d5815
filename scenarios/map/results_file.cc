#include "scenarios/map/results_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "scenarios/export.h"
#include "scenarios/keys.h"
#include "scenarios/output_file.h"
#include "scenarios/units_text.h"
#include "scenarios/words.h"

namespace orrery {
namespace {

constexpr std::string_view kFirstLine = "# results of orrery map, format 1\n";

/// The settings that all cells share, then the names of the columns.
std::string head_of(const Scenario& scenario) {
  std::string head(kFirstLine);
  const RunSpec& first = scenario.cells.front();
  for (const Key& key : keys()) {
    const std::string value = key.get(first);
    if (std::ranges::all_of(scenario.cells, [&](const RunSpec& c) { return key.get(c) == value; }))
      head += fmt::format("# {} = {}\n", key.name, value);
  }
  for (const std::string& key : scenario.swept) head += key + ",";
  return head + "completion_time_s,check\n";
}

/// The swept values as the beginning of a line.
std::string name_of(const RunSpec& spec) {
  std::string name;
  for (const auto& [key, value] : spec.swept) name += csv_text(value) + ",";
  return name;
}

/// FNV-1a of the line up to here, as eight digits.
std::string checksum(std::string_view text) {
  std::uint32_t hash = 2166136261;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return fmt::format("{:08x}", hash);
}

std::string read_all(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path))
    throw InputError(
        fmt::format("{}: cannot read: {}", path.string(), std::strerror(in ? EISDIR : errno)));
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Its lines without the newlines; a last one without newline is left out.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty() && text.find('\n') != std::string_view::npos) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(lines.back().size() + 1);
  }
  return lines;
}

}  // namespace

ResultsFile::ResultsFile(std::filesystem::path path, const Scenario& scenario)
    : path_(std::move(path)) {
  const std::string head = head_of(scenario);
  std::string text;
  if (std::filesystem::exists(path_)) text = read_all(path_);
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (whole < text.size()) {
    // What was cut off in its very beginning must at least be the beginning of such a file.
    if (whole == 0 && !head.starts_with(text))
      throw InputError(fmt::format("{}:1: not a results file of orrery map", path_.string()));
    dropped_line_ = static_cast<int>(std::ranges::count(text, '\n')) + 1;
  }
  text.resize(whole);
  const bool cut_in_head = text.size() < head.size() && head.starts_with(text);
  if (!cut_in_head) read(text, head);
  open(cut_in_head ? 0 : whole);
  if (cut_in_head) write(head);
}

void ResultsFile::read(const std::string& text, const std::string& head) {
  const auto lines = lines_of(text), expected = lines_of(head);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    if (i >= expected.size()) {
      read_run(lines[i], number);
    } else if (lines[i] != expected[i]) {
      throw InputError(
          fmt::format("{}:{}: is '{}'; expected '{}' (the results are those of another "
                      "sweep, or the file is damaged)",
                      path_.string(), number, lines[i], expected[i]));
    }
  }
}

void ResultsFile::read_run(std::string_view line, int number) {
  const auto fail = [&](std::string_view what) {
    throw InputError(
        fmt::format("{}:{}: {}; expected swept values, a time and a checksum: remove "
                    "the line, and its run is repeated",
                    path_.string(), number, what));
  };
  const std::size_t check = line.rfind(',');
  if (check == std::string_view::npos || checksum(line.substr(0, check)) != line.substr(check + 1))
    fail("the line is damaged");
  line = line.substr(0, check);
  const std::size_t time = line.rfind(',');
  if (time == std::string_view::npos) fail("the line has no time");
  const std::string name(line.substr(0, time + 1));
  const Run run{parse_time(fmt::format("{}s", line.substr(time + 1))), number};
  const auto [other, is_new] = times_.emplace(name, run);
  if (!is_new && other->second.completion != run.completion)
    fail(fmt::format("the same run took another time on line {}", other->second.line));
}

void ResultsFile::open(std::size_t keep) {
  std::error_code error;
  if (std::filesystem::exists(path_)) std::filesystem::resize_file(path_, keep, error);
  errno = error.value();
  if (!error) file_.reset(std::fopen(path_.c_str(), "ab"));
  if (!file_)
    throw OutputError(
        fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
}

void ResultsFile::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
      std::fflush(file_.get()) != 0)
    throw OutputError(
        fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
}

std::optional<Time> ResultsFile::find(const RunSpec& spec) const {
  const auto found = times_.find(name_of(spec));
  return found == times_.end() ? std::nullopt : std::optional(found->second.completion);
}

void ResultsFile::append(const RunSpec& spec, Time completion) {
  const std::string line = name_of(spec) + seconds_text(completion);
  write(fmt::format("{},{}\n", line, checksum(line)));
}

}  // namespace orrery
