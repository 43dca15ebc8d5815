#include "scenarios/report/rules/library_rules.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include <fmt/format.h>

#include "emu/base/letters.h"
#include "scenarios/report/rules/rule_readers.h"
#include "scenarios/spec/problem.h"
#include "scenarios/text/words.h"

namespace orrery::inline report {
namespace {

/// Open MPI's number of a collective, and the size that it looks up in the rules.
struct OpenMpiCollective {
  std::string_view name;
  int id;
  enum class Size { kBytes, kTimesRanks, kOverRanks, kNone } size;
};
using Size = OpenMpiCollective::Size;

constexpr std::array kCollectives{
    OpenMpiCollective{"allgather", 0, Size::kTimesRanks},
    OpenMpiCollective{"allgatherv", 1, Size::kOverRanks},
    OpenMpiCollective{"allreduce", 2, Size::kBytes},
    OpenMpiCollective{"alltoall", 3, Size::kTimesRanks},
    OpenMpiCollective{"barrier", 6, Size::kNone},
    OpenMpiCollective{"broadcast", 7, Size::kBytes},
    OpenMpiCollective{"gather", 9, Size::kTimesRanks},
    OpenMpiCollective{"reduce", 11, Size::kBytes},
    OpenMpiCollective{"reduce-scatter", 12, Size::kBytes},
    OpenMpiCollective{"scatter", 15, Size::kTimesRanks},
};

bool is_numbers(std::string_view text) {
  bool numbers = false;
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view rest = line.substr(0, line.find('#'));
    if (rest.starts_with("rule-file-version-")) return true;
    if (rest.find_first_not_of("0123456789 \t\r,") != rest.npos) return false;
    numbers = numbers || rest.find_first_of("0123456789") != rest.npos;
  }
  return numbers;
}

}  // namespace

namespace rules {
namespace {

bool holds(const Rule& rule, std::int64_t ranks, std::int64_t bytes) {
  return rule.least_ranks <= ranks && ranks <= rule.most_ranks && rule.least_bytes <= bytes &&
         bytes <= rule.most_bytes;
}

// Open MPI's numbers: of collectives; then for each its number, how many sizes of communicators it has, each of these,
// how many rules it has, and for each the bytes from which on it holds, an algorithm, a fan-out and a segment.

class OpenMpiReader {
 public:
  OpenMpiReader(std::string_view text, const std::string& name) : name_(name) {
    constexpr std::string_view kVersion = "rule-file-version-";
    int line = 1;
    for (const std::string_view whole : split(text, '\n')) {
      std::string_view rest = whole.substr(0, whole.find('#'));
      if (rest.starts_with(kVersion))
        has_requests_ = rest.substr(kVersion.size(), 1) != "1", rest = {};
      while (true) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r,"), rest.size()));
        if (rest.empty()) break;
        words_.emplace_back(rest.substr(0, rest.find_first_of(" \t\r,")), line);
        rest.remove_prefix(words_.back().first.size());
      }
      ++line;
    }
  }

  LibraryRules read() {
    LibraryRules all{"Open MPI", kOpenMpiRules, {}};
    for (std::int64_t n = next("number of collectives", 64); n > 0; --n) {
      const std::int64_t id = next("number of a collective", 64);
      const auto found =
          std::ranges::find(kCollectives, static_cast<int>(id), &OpenMpiCollective::id);
      Rules rules = read_collective();
      if (found == kCollectives.end()) continue;  // one that has no counterpart
      all.choices[std::string(found->name)] =
          choice_of(std::move(rules), std::string(found->name), bytes_for_open_mpi, true);
    }
    if (at_ != words_.size())
      fail(name_, words_[at_].second, kOpenMpiRules,
           fmt::format("'{}' follows the last rule", words_[at_].first), "the end of the file");
    return all;
  }

 private:
  /// Sections and rules hold from their number on, and the last that does is taken.
  Rules read_collective() {
    constexpr std::int64_t kMost = 1'000'000;
    Rules rules;
    for (std::int64_t sections = next("number of sizes of communicators", kMost); sections > 0;
         --sections) {
      const std::int64_t ranks = next("size of a communicator", kMost * 1000);
      // Rules for fewer ranks end here.
      for (Rule& rule : rules)
        if (rule.most_ranks == kNoEnd) rule.most_ranks = ranks - 1;
      for (std::int64_t n = next("number of rules", kMost); n > 0; --n) {
        Rule rule{ranks, kNoEnd, next("size of a message", kNoEnd), kNoEnd, {}};
        const std::int64_t algorithm = next("number of an algorithm", 64);
        if (algorithm > 0) rule.algorithm = fmt::format("{}", algorithm);
        next("fan-out", kNoEnd), next("size of segments", kNoEnd);
        if (has_requests_) next("number of requests", kNoEnd);
        rules.push_back(std::move(rule));
      }
    }
    return rules;
  }

  std::int64_t next(const char* what, std::int64_t most) {
    if (at_ == words_.size())
      fail(name_, words_.empty() ? 1 : words_.back().second, kOpenMpiRules,
           "the file ends too early", fmt::format("a {}", what));
    const auto& [word, line] = words_[at_++];
    std::int64_t value = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value < 0 || value > most)
      fail(name_, line, kOpenMpiRules, fmt::format("'{}'", word), fmt::format("a {}", what));
    return value;
  }

  const std::string& name_;
  bool has_requests_ = false;
  std::vector<std::pair<std::string_view, int>> words_;
  std::size_t at_ = 0;
};

}  // namespace

LibraryRules read_open_mpi(std::string_view text, const std::string& name) {
  return OpenMpiReader(text, name).read();
}

LibraryRules::Choice choice_of(Rules rules, std::string collective,
                               std::int64_t (*size)(std::string_view, int, std::int64_t),
                               bool last_wins) {
  if (last_wins) std::ranges::reverse(rules);
  return [rules = std::move(rules), collective = std::move(collective), size](
             int ranks, std::int64_t bytes) -> std::optional<std::string> {
    const auto found = std::ranges::find_if(
        rules, [&](const Rule& r) { return holds(r, ranks, size(collective, ranks, bytes)); });
    if (found == rules.end() || found->algorithm.empty()) return std::nullopt;
    return found->algorithm;
  };
}

std::string collective_of(std::string_view word) {
  std::string name = with_hyphens(small_letters(word));
  if (name == "bcast") return "broadcast";
  if (name == "reducescatter") return "reduce-scatter";
  return name;
}

[[noreturn]] void fail(const std::string& name, int line, std::string_view format,
                       const std::string& what, const std::string& expected) {
  throw InputError({name, line}, "", {fmt::format("{}: {}", format, what), expected});
}

}  // namespace rules

std::int64_t bytes_for_open_mpi(std::string_view collective, int ranks, std::int64_t bytes) {
  const auto* const found = std::ranges::find(kCollectives, collective, &OpenMpiCollective::name);
  switch (found == kCollectives.end() ? Size::kBytes : found->size) {
    case Size::kTimesRanks:
      return ranks * bytes;
    case Size::kOverRanks:
      return bytes / ranks;
    case Size::kNone:
      return 0;
    case Size::kBytes:
      break;
  }
  return bytes;
}

std::int64_t bytes_of_larger_buffer(std::string_view collective, int ranks, std::int64_t bytes) {
  return counts_parts(collective) ? bytes * ranks : bytes;
}

std::optional<int> open_mpi_number(std::string_view collective) {
  const auto* const found = std::ranges::find(kCollectives, collective, &OpenMpiCollective::name);
  return found == kCollectives.end() ? std::nullopt : std::optional(found->id);
}

std::string_view rules_in_words(std::string_view text) {
  using namespace rules;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return {};
  if (text[first] == '{') {
    if (text.find("\"collectives\"") != text.npos && text.find("\"rules\"") != text.npos)
      return kOpenMpiJson;
    return text.find("\"collective=") != text.npos ? kMpichJson : std::string_view();
  }
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with("collective_type,")) return kNcclCsv;
    if (line.starts_with('#') || line.empty()) continue;
    if (line.find("UCC_") != line.npos ||
        (line.find(":@") != line.npos && line.find(' ') == line.npos))
      return kUccTune;
    const auto cells = split(line, ',');
    constexpr std::string_view kAlgorithms[] = {
        "tree", "ring", "collnet_direct", "collnet_chain", "nvls", "nvls_tree", "pat"};
    if (cells.size() >= 8 && std::ranges::find(kAlgorithms, cells[3]) != std::end(kAlgorithms))
      return kNcclCsv;
    break;
  }
  return is_numbers(text) ? kOpenMpiRules : std::string_view();
}

LibraryRules read_rules(std::string_view text, const std::string& name) {
  using namespace rules;
  const std::string_view format = rules_in_words(text);
  if (format == kOpenMpiRules) return read_open_mpi(text, name);
  if (format == kOpenMpiJson) return read_open_mpi_json(text, name);
  if (format == kMpichJson) return read_mpich(text, name);
  if (format == kNcclCsv) return read_nccl(text, name);
  if (format == kUccTune) return read_ucc(text, name);
  throw InputError(
      {name}, "",
      {"is not a decision table",
       "rules of Open MPI (numbers or JSON), a tuning file of MPICH, a CSV of NCCL's tuner or a "
       "tuning string of UCC"});
}

}  // namespace orrery::inline report
