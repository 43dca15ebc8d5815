#include "scenarios/run/results_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emu/base/hash.h"
#include "scenarios/cell/given_operations.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/plugin/plugin.h"
#include "scenarios/spec/presets.h"
#include "scenarios/text/number_file.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline run {
namespace {

constexpr std::string_view kBegin = "# results of orrery, ",
                           kFirstLine = "# results of orrery, format 2\n";

std::string checksum(std::string_view text) {
  return fmt::format("{:08x}", fnv1a<std::uint32_t>(text));
}

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Returns the other files that a cell depends on: name and place.
std::map<std::string, std::string> files_of(const RunSpec& cell) {
  std::map<std::string, std::string> files;
  for (const std::string& value : {cell.topology, cell.mapping_text})
    if (const std::size_t path = path_in(value); path != std::string::npos)
      files[value.substr(path)] = found_file(cell, value.substr(path));
  if (const std::string arrivals(arrival_file(cell.conditions)); !arrivals.empty())
    files[arrivals] = found_file(cell, arrivals);
  if (const ScheduleRun* const run = schedule_of(cell))
    files[run->file] = found_file(cell, run->file);
  if (const Algorithm* const a = find_plugin_algorithm(cell.collective, cell.algorithm))
    files[origin_of(*a)->file] = origin_of(*a)->file;
  return files;
}

/// Returns lines of the head with checksums of these files' contents. THROWS InputError for files
/// that can be read only once.
std::string content_lines(const Scenario& scenario) {
  std::map<std::string, std::string> files;
  for (const RunSpec& cell : scenario.cells) files.merge(files_of(cell));
  std::string lines;
  for (const auto& [name, place] : files) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(place, none))
      throw InputError(
          fmt::format("{}: is not a regular file, so that changes of it cannot be detected later; "
                      "expected a regular file",
                      name));
    lines += fmt::format("# content of {} = {}\n", name, checksum(content_of(place)));
  }
  return lines;
}

/// Returns the head of all runs: settings that all cells share, contents of other files, and the
/// names of swept keys.
std::string head_of(const Scenario& scenario, Detail detail) {
  std::string head(kFirstLine);
  head += fmt::format("# detail = {}\n", detail == Detail::kFull ? "full" : "time");
  const RunSpec& first = scenario.cells.front();
  for (const Key& key : all_keys()) {
    const std::string value = key.get(first);
    if (std::ranges::all_of(scenario.cells, [&](const RunSpec& c) { return key.get(c) == value; }))
      head += fmt::format("# {} = {}\n", key.name, value);
  }
  for (const GivenOperation& o : given_operations(first))
    head += fmt::format("# operation {}\n", text_of_operation(o));
  return head + content_lines(scenario) +
         fmt::format("# swept = {}\n", fmt::join(scenario.swept, ", "));
}

/// Returns the swept values as CSV.
std::string name_of(const RunSpec& spec) {
  std::vector<std::string> values;
  values.reserve(spec.swept.size());
  for (const auto& [key, value] : spec.swept) values.push_back(csv_quoted(value));
  return fmt::format("{}", fmt::join(values, ","));
}

/// Returns its lines without the newlines; a last one without newline is left out.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

using Settings = std::map<std::string_view, std::string_view>;

/// Returns the settings in the lines of a head.
Settings settings_in(const std::vector<std::string_view>& lines) {
  Settings settings;
  for (const std::string_view line : lines) {
    const std::size_t equals = line.find(" = ");
    if (line.starts_with("# ") && equals != std::string_view::npos)
      settings[line.substr(2, equals - 2)] = line.substr(equals + 3);
  }
  return settings;
}

/// Returns settings in which the values of swept keys are "swept".
Settings with_swept_keys(Settings settings) {
  for (const std::string_view key : split(settings["swept"], ',')) settings[key] = "swept";
  settings.erase("swept");
  return settings;
}

/// Returns the parts of a run's line: a checksum, the swept values and the result. THROWS
/// std::invalid_argument.
ResultsText::Run run_in(std::string_view line) {
  const std::size_t check = line.find('\t');
  if (check == std::string_view::npos || checksum(line.substr(check + 1)) != line.substr(0, check))
    throw std::invalid_argument("the line is damaged");
  line.remove_prefix(check + 1);
  const std::size_t result = line.rfind('\t');  // results have none
  if (result == std::string_view::npos) throw std::invalid_argument("the line has no result");
  return {line.substr(0, result), line.substr(result + 1)};
}

/// Returns a word of `detail` for readers.
std::string_view kept_in_words(std::string_view detail) {
  return detail == "full" ? "all" : "only times";
}

/// Refuses a file, naming the settings that differ from those of the command.
[[noreturn]] void refuse_head(const std::filesystem::path& path,
                              const std::vector<std::string_view>& lines,
                              const std::vector<std::string_view>& expected, int line) {
  const Settings there = with_swept_keys(settings_in(lines)),
                 here = with_swept_keys(settings_in(expected));
  std::vector<std::string> differences;
  for (const auto& [name, value] : here) {
    const auto other = there.find(name);
    if (other == there.end() || other->second == value) continue;
    if (name == "detail")
      differences.push_back(fmt::format("the metrics that it keeps ({} there, {} here)",
                                        kept_in_words(other->second), kept_in_words(value)));
    else if (name.starts_with("content of "))
      differences.push_back(fmt::format("what the file {} holds", name.substr(11)));
    else
      differences.push_back(fmt::format("{} ({} there, {} here)", name, other->second, value));
  }
  const std::string_view found = lines[static_cast<std::size_t>(line) - 1];
  if (differences.empty())
    throw InputError(fmt::format(
        "{}:{}: is {}; expected '{}': the file is damaged, or of another version or scenario",
        path.string(), line,
        found.starts_with('#') ? fmt::format("'{:.100}'", found) : shown_word(found),
        expected[static_cast<std::size_t>(line) - 1]));
  throw InputError(
      fmt::format("{}: holds the runs of another sweep, which differs in {}; expected the same "
                  "scenario and options, or another file",
                  path.string(), fmt::join(differences, ", ")));
}

/// Returns the name of a cell for readers, also if it is the only one.
std::string shown(const RunSpec& spec) {
  const std::string name = cell_name(spec);
  return name.empty() ? "the only run" : name;
}

}  // namespace

bool ResultsFile::is_one(const std::filesystem::path& path) {
  std::string begin(kBegin.size(), '\0');
  std::ifstream(path, std::ios::binary).read(begin.data(), std::ssize(begin));
  return begin == kBegin;
}

ResultsFile::ResultsFile(std::filesystem::path path, const Scenario& scenario, Detail detail,
                         Mode mode)
    : path_(std::move(path)) {
  const std::string head = head_of(scenario, detail);
  open(mode);
  std::string text = read_all();
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  // A file that was cut off very early must at least be the beginning of such a file.
  if (!text.starts_with(kBegin) && !head.starts_with(text))
    throw InputError(fmt::format(
        "{}:1: is not a file of finished runs; expected one that --resume wrote, or a new file",
        path_.string()));
  if (whole < text.size()) {
    dropped_line_ = static_cast<int>(std::ranges::count(text, '\n')) + 1;
  }
  text.resize(whole);
  const bool cut_in_head = text.size() < head.size() && head.starts_with(text);
  if (!cut_in_head) read(text, head);
  if (mode == Mode::kRead) return;
  truncate(cut_in_head ? 0 : whole);
  if (cut_in_head) write(head);
}

void ResultsFile::open(Mode mode) {
  const bool append = mode == Mode::kAppend;
  std::error_code none;
  const auto status = std::filesystem::status(path_, none);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
      !std::filesystem::is_directory(status))
    throw InputError(
        fmt::format("{}: a pipe or a device keeps no results; expected a file", path_.string()));
  file_.reset(std::fopen(path_.c_str(), append ? "a+b" : "rb"));
  if (file_ && std::filesystem::is_directory(path_)) file_.reset(), errno = EISDIR;
  if (!file_ && append) fail_to_write();
  if (!file_)
    throw InputError(fmt::format("{}: cannot be read: {}", path_.string(), std::strerror(errno)));
  if (append && flock(fileno(file_.get()), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw InputError(fmt::format(
        "{}: another process is writing results to it; expected a file for each", path_.string()));
}

std::string ResultsFile::read_all() {
  std::string text;
  std::array<char, 1 << 16> part;
  std::rewind(file_.get());
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), file_.get()))
    text.append(part.data(), n);
  if (std::ferror(file_.get()) != 0)
    throw InputError(fmt::format("{}: cannot be read: {}", path_.string(), std::strerror(errno)));
  return text;
}

void ResultsFile::read(const std::string& text, const std::string& head) {
  const auto lines = lines_of(text), expected = lines_of(head);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    if (i >= expected.size()) {
      read_run(lines[i], number);
    } else if (lines[i] != expected[i]) {
      refuse_head(path_, lines, expected, number);
    }
  }
}

void ResultsFile::fail(int line, std::string_view what) const {
  throw InputError(
      fmt::format("{}:{}: {}; expected a checksum, swept values and a result: remove the line, and "
                  "its run is repeated",
                  path_.string(), line, what));
}

void ResultsFile::read_run(std::string_view line, int number) {
  try {
    const auto [values, result] = run_in(line);
    const auto [other, is_new] = runs_.emplace(values, Run{std::string(result), number});
    if (!is_new && other->second.text != result)
      throw std::invalid_argument(
          fmt::format("the same run has another result on line {}", other->second.line));
  } catch (const std::invalid_argument& e) {
    fail(number, e.what());
  }
}

ResultsText results_in(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  ResultsText results{settings_in(lines), {}};
  for (std::size_t i = 0; i < lines.size(); ++i) try {
      if (!lines[i].starts_with("# ")) results.runs.push_back(run_in(lines[i]));
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(fmt::format("line {}: {}", i + 1, e.what()));
    }
  return results;
}

void ResultsFile::fail_to_write() const {
  throw OutputError(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
}

void ResultsFile::truncate(std::size_t size) {
  if (ftruncate(fileno(file_.get()), static_cast<off_t>(size)) != 0) fail_to_write();
}

void ResultsFile::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
      std::fflush(file_.get()) != 0)
    fail_to_write();
}

std::optional<RunResult> ResultsFile::find(const RunSpec& spec) const {
  const auto found = runs_.find(name_of(spec));
  if (found == runs_.end()) return std::nullopt;
  try {
    return parse_result(spec, found->second.text);
  } catch (const std::invalid_argument& e) {
    fail(found->second.line, e.what());
  }
}

void ResultsFile::append(const RunResult& result) {
  const std::string line = fmt::format("{}\t{}", name_of(result.spec), result_text(result));
  write(fmt::format("{}\t{}\n", checksum(line), line));
}

Shard parse_shard(std::string_view text, std::string_view option) {
  constexpr int kMost = 1'000'000;
  const auto parts = split(text, '/');
  try {
    if (parts.size() != 2) throw std::invalid_argument("");
    const auto count = static_cast<int>(parse_integer(parts[1], 1, kMost));
    return {static_cast<int>(parse_integer(parts[0], 1, count)), count};
  } catch (const std::invalid_argument&) {
    throw InputError(fmt::format(
        "{}: '{}' is not a shard; expected I/N with 1 <= I <= N, such as 2/8", option, text));
  }
}

namespace {

/// Returns the text of a result without the cost of the run.
std::string measured_text(RunResult result) {
  result.effort.reset();
  return result_text(result);
}

/// Returns the result of a cell in any of the files; all files that have it must agree.
std::optional<RunResult> find_in_all(const RunSpec& cell, const std::vector<ResultsFile>& files) {
  std::optional<RunResult> first;
  const ResultsFile* in = nullptr;
  for (const ResultsFile& file : files) {
    std::optional<RunResult> result = file.find(cell);
    if (!result) continue;
    if (first && measured_text(*first) != measured_text(*result))
      throw InputError(fmt::format("{}: {} has another result than in {}; expected equal ones",
                                   file.path().string(), shown(cell), in->path().string()));
    if (!first) first = std::move(result), in = &file;
  }
  return first;
}

[[noreturn]] void fail_for_missing(const std::vector<std::string>& missing, std::size_t cells) {
  constexpr std::size_t kMostNamed = 10;
  const std::size_t named = std::min(missing.size(), kMostNamed);
  const std::vector<std::string> some(missing.begin(),
                                      missing.begin() + static_cast<std::ptrdiff_t>(named));
  throw InputError(fmt::format(
      "{} of {} runs are missing in all files: {}{}; expected all shards, each finished",
      missing.size(), cells, fmt::join(some, "; "), named < missing.size() ? "; ..." : ""));
}

}  // namespace

std::vector<RunResult> merge_results(const Scenario& scenario,
                                     const std::vector<ResultsFile>& files) {
  std::vector<RunResult> results;
  std::vector<std::string> missing;
  for (const RunSpec& cell : scenario.cells) {
    if (!cell.skipped.empty())
      results.push_back(run_one(cell));
    else if (auto result = find_in_all(cell, files))
      results.push_back(std::move(*result));
    else
      missing.push_back(shown(cell));
  }
  if (!missing.empty()) fail_for_missing(missing, scenario.cells.size());
  return results;
}

}  // namespace orrery::inline run
