#include "scenarios/text/benchmark_log.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "emu/base/letters.h"
#include "emu/base/quantity.h"
#include "scenarios/text/words.h"

namespace orrery::inline text {
namespace {

using Cells = std::map<std::string_view, std::string>;

constexpr std::array<std::string_view, 13> kLogColumns{
    "tool",   "collective", "algorithm", "ranks",       "nodes",         "bytes",    "placement",
    "time_s", "least_s",    "most_s",    "repetitions", "bandwidth_Bps", "busbw_Bps"};

std::vector<std::string_view> words_in(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  std::vector<std::string_view> words;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (line.empty()) return words;
    words.push_back(line.substr(0, line.find_first_of(kBlanks)));
    line.remove_prefix(words.back().size());
  }
}

/// Returns names of columns, which have two blanks or more between them.
std::vector<std::string> heads_of(std::string_view line) {
  std::vector<std::string> heads;
  bool joined = false;
  const char* end = nullptr;
  for (const std::string_view word : words_in(line)) {
    joined = end != nullptr && word.data() - end == 1;
    if (joined)
      heads.back() += fmt::format(" {}", small_letters(word));
    else
      heads.push_back(small_letters(word));
    end = word.data() + word.size();
  }
  return heads;
}

/// Returns the line without blanks around it and without the rank that launchers put before it: "[1,0]<stdout>:" of
/// mpirun --tag-output, "0: " of srun --label, "[0] " of mpiexec -l.
std::string_view without_rank(std::string_view line) {
  std::string_view rest = trimmed(line);
  constexpr std::string_view kTag = "<stdout>:";
  if (const std::size_t tag = rest.find(kTag); tag != rest.npos)
    return trimmed(rest.substr(tag + kTag.size()));
  const bool has_bracket = rest.starts_with('[');
  const std::size_t end = rest.find_first_not_of("0123456789,", has_bracket ? 1 : 0);
  if (end == rest.npos || end == (has_bracket ? 1 : 0) || rest[end] != (has_bracket ? ']' : ':'))
    return rest;
  return trimmed(rest.substr(end + 1));
}

/// Returns the text between two others in a line; nothing if one of them is missing.
std::optional<std::string_view> between(std::string_view line, std::string_view before,
                                        std::string_view behind) {
  const std::size_t at = line.find(before);
  if (at == line.npos) return std::nullopt;
  line.remove_prefix(at + before.size());
  const std::size_t end = line.find(behind);
  if (end == line.npos) return std::nullopt;
  return line.substr(0, end);
}

/// Returns "alltoall" of "All-to-All Personalized Exchange", "allreduce" of "Non-blocking Allreduce".
std::string collective_of(std::string_view words) {
  constexpr std::string_view kOther[] = {
      "non-blocking", "nonblocking",    "persistent", "personalized",   "exchange",
      "neighborhood", "bi-directional", "multiple",   "multi-threaded", ""};
  const std::string lowered = small_letters(words);
  std::string name;
  for (const std::string_view part : split(lowered, ' '))
    if (std::ranges::find(kOther, part) == std::end(kOther)) name = part;
  for (const auto& [theirs, ours] :
       {std::pair<std::string_view, std::string_view>{"all-to-all", "alltoall"},
        {"all-to-allv", "alltoallv"},
        {"all-to-allw", "alltoallw"},
        {"bcast", "broadcast"},
        {"all_reduce", "allreduce"},
        {"all_gather", "allgather"},
        {"pingpong", "point-to-point"},
        {"pingping", "point-to-point"}})
    if (name == theirs) return std::string(ours);
  return (lowered.find("neighborhood") == lowered.npos ? "" : "neighbor-") + with_hyphens(name);
}

bool counts_parts_of_ranks(std::string_view collective) {
  return collective == "allgather" || collective == "alltoall" || collective == "gather" ||
         collective == "scatter";
}

std::string seconds_of_us(double us) {
  return fmt::format("{:.9g}", us / 1e6);
}

/// Returns the title of a test of OSU: the text between "OSU MPI" and "Test".
std::optional<std::string_view> osu_title(std::string_view line) {
  if (!line.starts_with("# OSU ")) return std::nullopt;
  auto title = between(line, "# OSU ", " Test");
  if (!title) return std::nullopt;
  title->remove_prefix(std::min(title->find(' '), title->size()));
  return title;
}

/// Returns the collective of such a title, whose last word names the measured quantity: "Latency".
std::string osu_collective(std::string_view title) {
  std::string name = collective_of(title.substr(0, std::max<std::size_t>(title.rfind(' '), 1)));
  return name.empty() ? "point-to-point" : name;
}

class LogReader {
 public:
  explicit LogReader(const std::string& name) : table_{name, {}, {}, {}} {
    table_.head.assign(kLogColumns.begin(), kLogColumns.end());
  }

  CsvTable read(std::string_view text) {
    find_perf(text);
    for (int number = 1; !text.empty(); ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      line_ = number;
      read_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (wrong_ > 0)
      table_.warnings.push_back(
          fmt::format("{}: left out {} times whose results were wrong, as {} says; the first is on "
                      "line {}",
                      table_.name, wrong_, what_, first_wrong_));
    if (table_.rows.empty() && wrong_ > 0)
      throw InputError(
          {table_.name, first_wrong_}, "",
          {fmt::format("{} whose results were all wrong", what_), "rows that passed validation"});
    if (table_.rows.empty())
      throw InputError({table_.name}, "",
                       {fmt::format("{} without measurements", what_),
                        "rows of numbers below the names of their columns"});
    return std::move(table_);
  }

 private:
  /// Logs of nccl-tests name their collective in the command, if at all: "all_reduce_perf". A file may have several.
  void find_perf(std::string_view text) {
    const std::size_t at = text.find("_perf");
    if (at == text.npos) return;
    const std::size_t begin =
        text.substr(0, at).find_last_not_of("abcdefghijklmnopqrstuvwxyz_") + 1;
    perf_ = collective_of(text.substr(begin, at - begin));
  }

  void read_line(std::string_view line) {
    line = without_rank(line);
    if (line.empty()) return;
    find_perf(line);
    if (const auto title = osu_title(line)) return begin_osu(line, *title);
    if (line[0] == '#') return read_comment(line);
    if (!heads_.empty()) read_row(line);
  }

  void begin_osu(std::string_view line, std::string_view title) {
    common_.clear(), heads_.clear();
    common_["tool"] = "osu";
    common_["collective"] = osu_collective(title);
    what_ = fmt::format("an OSU {} output", common_["collective"]);
    if (const auto ours = between(line, "emulated: ", ", ")) common_["algorithm"] = *ours;
    take_ranks(line);
  }

  /// Reads "..., 8 ranks", which --style writes.
  void take_ranks(std::string_view line) {
    const auto words = words_in(line);
    if (words.size() > 2 && words.back() == "ranks") common_["ranks"] = words[words.size() - 2];
  }

  void read_comment(std::string_view line) {
    const std::string_view rest = line.substr(line.find('#') + 1);
    if (line.starts_with("# Benchmarking ")) {
      common_.clear(), heads_.clear();
      common_["tool"] = "imb";
      std::string name(words_in(rest)[1 % words_in(rest).size()]);
      if (name.starts_with('I') && name.size() > 1) name.erase(0, 1);
      common_["collective"] = collective_of(name.substr(0, name.find("_pure")));
      if (common_["collective"].empty()) common_["collective"] = small_letters(name);
      what_ = fmt::format("an IMB {} output", common_["collective"]);
    } else if (const auto words = words_in(rest);
               words.size() >= 3 && words[0] == "#processes" && words[1] == "=") {
      common_["ranks"] = words[2].substr(0, words[2].find(';'));
    } else if (rest.starts_with("#processes=")) {
      common_["ranks"] =
          std::string(rest.substr(11, rest.find_first_not_of("0123456789", 11) - 11));
    } else if (rest.find(" on ", rest.find(" Rank ")) != rest.npos) {
      note_device(rest);
    } else if (const auto ours_of = between(line, "# nccl-tests, emulated: ", ",")) {
      begin_nccl();
      common_["collective"] = perf_ = std::string(*ours_of);
      if (const auto ours = between(line, fmt::format("{}, ", perf_), ", "))
        common_["algorithm"] = *ours;
      take_ranks(line);
    } else {
      read_heads(rest);
    }
  }

  void begin_nccl() {
    common_.clear(), heads_.clear();
    common_["tool"] = "nccl-tests";
    what_ = "a log of nccl-tests";
  }

  void note_device(std::string_view rest) {
    if (has_table_) devices_.clear(), hosts_.clear(), has_table_ = false;  // of another run
    devices_.emplace(words_in(rest.substr(rest.find(" Rank ") + 6))[0]);
    const auto words = words_in(rest.substr(rest.find(" on ") + 4));
    if (!words.empty()) hosts_.emplace(words[0]);
  }

  void read_heads(std::string_view line) {
    const auto words = words_in(line);
    if (words.size() >= 5 && words[0] == "size" && words[1] == "count" && words[2] == "type") {
      if (common_["tool"] != "nccl-tests") begin_nccl();
      if (!devices_.empty()) {
        common_["ranks"] = fmt::format("{}", devices_.size());
        common_["nodes"] = fmt::format("{}", hosts_.size());
      }
      has_table_ = true;
      heads_.assign(words.begin(), words.end());
    } else if (common_["tool"] == "imb" && !words.empty() &&
               (words[0] == "bytes" || words[0] == "repetitions")) {
      heads_.assign(words.begin(), words.end());
    } else if (common_["tool"] == "osu") {
      const auto heads = heads_of(line);
      if (!heads.empty() && (heads[0] == "size" || heads[0].find("latency") != heads[0].npos ||
                             heads[0].starts_with("overall")))
        heads_ = heads;
    }
  }

  void read_row(std::string_view line) {
    const auto words = words_in(line);
    const std::string& tool = common_["tool"];
    if (!plain_number(words[0])) return;  // other output
    if (tool == "nccl-tests") return read_nccl(words);
    const auto is_reason = [](std::string_view word) { return word.ends_with(".;"); };
    if (tool == "imb" && std::ranges::any_of(words, is_reason)) return;  // "time-out.; .."
    if (words.size() < heads_.size() && tool == "osu") refuse(words.size());
    for (std::size_t i = 0; i < std::min(words.size(), heads_.size()); ++i)
      if ((heads_[i] == "validation" && small_letters(words[i]) == "fail") ||
          (heads_[i] == "defects" && plain_number(words[i]).value_or(0) > 0))
        return leave_out();
    Cells cells = common_;
    for (std::size_t i = 0; i < std::min(words.size(), heads_.size()); ++i)
      tool == "osu" ? take_osu(cells, heads_[i], words[i]) : take_imb(cells, heads_[i], words[i]);
    if (cells["time_s"].empty() && cells["bandwidth_Bps"].empty()) return;
    add(std::move(cells));
  }

  [[noreturn]] void refuse(std::size_t cells) const {
    throw InputError({table_.name, line_}, "",
                     {fmt::format("{} cells in {}", cells, what_),
                      fmt::format("{}, as the line of names has", heads_.size())});
  }

  double number(std::string_view word) const {
    const auto value = plain_number(word);
    if (!value || *value < 0 || *value > 1e18)
      throw InputError({table_.name, line_}, "",
                       {fmt::format("'{}' in {}", word, what_), "a number from 0 on"});
    return *value;
  }

  void take_osu(Cells& cells, const std::string& head, std::string_view word) const {
    if (head == "size") cells["bytes"] = fmt::format("{:.0f}", number(word));
    if (head.starts_with("avg latency") || head.starts_with("latency") ||
        head.starts_with("overall"))
      cells["time_s"] = seconds_of_us(number(word));
    if (head.starts_with("min latency")) cells["least_s"] = seconds_of_us(number(word));
    if (head.starts_with("max latency")) cells["most_s"] = seconds_of_us(number(word));
    if (head == "iterations") cells["repetitions"] = fmt::format("{:.0f}", number(word));
    if (head.starts_with("bandwidth"))
      cells["bandwidth_Bps"] = fmt::format("{:.9g}", number(word) * 1e6);
  }

  void take_imb(Cells& cells, const std::string& head, std::string_view word) const {
    if (head == "bytes") cells["bytes"] = fmt::format("{:.0f}", number(word));
    if (head.ends_with("repetitions")) cells["repetitions"] = fmt::format("{:.0f}", number(word));
    if (head == "t[usec]" || head.starts_with("t_avg") || head.starts_with("t_pure"))
      cells["time_s"] = seconds_of_us(number(word));
    if (head.starts_with("t_min")) cells["least_s"] = seconds_of_us(number(word));
    if (head.starts_with("t_max")) cells["most_s"] = seconds_of_us(number(word));
    if (head == "Mbytes/sec") cells["bandwidth_Bps"] = fmt::format("{:.9g}", number(word) * 1e6);
  }

  /// Reads a row. Columns up to root are common to both placements; then each has time, algbw,
  /// busbw and perhaps errors.
  void read_nccl(const std::vector<std::string_view>& words) {
    const auto time = static_cast<std::size_t>(std::ranges::find(heads_, "time") - heads_.begin());
    const auto next = static_cast<std::size_t>(
        std::find(heads_.begin() + static_cast<std::ptrdiff_t>(std::min(time + 1, heads_.size())),
                  heads_.end(), "time") -
        heads_.begin());
    if (words.size() < std::min(time + 3, heads_.size()) || time < 3) refuse(words.size());
    Cells cells = common_;
    if (cells["collective"].empty())
      cells["collective"] = perf_.empty() ? nccl_collective(words) : perf_;
    const double size = number(words[0]);
    const auto ranks = plain_number(cells["ranks"]);
    const bool parts = counts_parts_of_ranks(cells["collective"]);
    cells["bytes"] = fmt::format("{:.0f}", parts && ranks && *ranks > 0 ? size / *ranks : size);
    for (const auto& [at, placement] :
         {std::pair(time, "out-of-place"), std::pair(next, "in-place")}) {
      if (at + 2 >= words.size() || !plain_number(words[at])) continue;
      const bool is_checked =
          at + 3 < std::min(words.size(), heads_.size()) && heads_[at + 3] == "#wrong";
      if (is_checked && plain_number(words[at + 3]).value_or(0) > 0) {
        leave_out();
        continue;
      }
      cells["placement"] = placement;
      cells["time_s"] = seconds_of_us(number(words[at]));
      cells["bandwidth_Bps"] = fmt::format("{:.9g}", number(words[at + 1]) * 1e9);
      cells["busbw_Bps"] = fmt::format("{:.9g}", number(words[at + 2]) * 1e9);
      add(cells);
    }
  }

  /// Infers the collective from the columns: an operator reduces, a root is broadcast's or
  /// reduce's, busbw is 2(p-1)/p of algbw in an allreduce and (p-1)/p in others.
  std::string nccl_collective(const std::vector<std::string_view>& words) const {
    const auto column = [&](std::string_view head) {
      const auto at = static_cast<std::size_t>(std::ranges::find(heads_, head) - heads_.begin());
      return at < words.size() ? words[at] : std::string_view();
    };
    const std::string_view op = column("redop"), root = column("root");
    const bool reduces = !op.empty() && op != "none" && op != "N/A";
    if (!root.empty() && root != "-1" && plain_number(root))
      return reduces ? "reduce" : "broadcast";
    const double size = number(words[0]), count = std::max(1.0, number(words[1]));
    return !reduces ? "allgather" : size / count <= 8 ? "allreduce" : "reduce-scatter";
  }

  /// Counts a time whose result the benchmark found wrong.
  void leave_out() {
    if (wrong_++ == 0) first_wrong_ = line_;
  }

  void add(Cells cells) {
    std::vector<std::string> row;
    for (const std::string_view column : kLogColumns) row.push_back(cells[column]);
    table_.rows.push_back(std::move(row));
    table_.lines.push_back(line_);
  }

  CsvTable table_;
  Cells common_;
  std::vector<std::string> heads_;
  std::string what_ = "an output of a benchmark", perf_;
  std::set<std::string> hosts_, devices_;  ///< devices: by number of a rank
  int line_ = 0, wrong_ = 0, first_wrong_ = 0;
  bool has_table_ = false;  ///< of nccl-tests, after its devices
};

}  // namespace

std::string benchmark_in_words(std::string_view text) {
  constexpr std::size_t kBeginning = 65536;
  text = text.substr(0, kBeginning);
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view whole = rest.substr(0, rest.find('\n')), line = without_rank(whole);
    rest.remove_prefix(std::min(whole.size() + 1, rest.size()));
    if (const auto title = osu_title(line))
      return fmt::format("an OSU {} output", osu_collective(*title));
    if (line.starts_with("# Benchmarking ")) return "an output of the Intel MPI Benchmarks (IMB)";
    const auto words = words_in(line);
    const auto size = std::ranges::find(words, "size");
    if (line.starts_with('#') && words.end() - size > 4 && size[1] == "count" && size[2] == "type")
      return "a log of nccl-tests";
  }
  return {};
}

std::optional<CsvTable> benchmark_table(std::string_view text, const std::string& name) {
  if (benchmark_in_words(text).empty()) return std::nullopt;
  return LogReader(name).read(text);
}

}  // namespace orrery::inline text
