// Decision tables of NCCL and UCC.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <vector>

#include <fmt/format.h>

#include "emu/base/letters.h"
#include "scenarios/report/rules/rule_readers.h"
#include "scenarios/text/words.h"

namespace orrery::inline report::rules {
namespace {

// NCCL's example tuner: collective, bytes from and to, algorithm, protocol, channels, nodes, ranks, ...; -1 is any.

std::int64_t integer(std::string_view word, const std::string& name, int line,
                     std::string_view format) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size())
    fail(name, line, format, fmt::format("'{}'", word), "an integer");
  return value;
}

}  // namespace

LibraryRules read_nccl(std::string_view text, const std::string& name) {
  std::map<std::string, Rules> rules;
  std::string remark;
  int line = 0;
  for (std::string_view row : split(text, '\n')) {
    ++line;
    while (row.ends_with('\r')) row.remove_suffix(1);
    if (row.empty() || row.starts_with('#') || row.starts_with("collective_type")) continue;
    const auto cells = split(row, ',');
    constexpr std::size_t kLeast = 8;
    if (cells.size() < kLeast)
      fail(name, line, kNcclCsv, fmt::format("{} cells", cells.size()),
           "collective_type, min_bytes, max_bytes, algorithm, protocol, channels, nNodes, nRanks");
    const auto number = [&](std::size_t cell) {
      return cell < cells.size() ? integer(cells[cell], name, line, kNcclCsv) : -1;
    };
    const std::int64_t nodes = number(6), operations = number(8), registered = number(9),
                       ranks = number(7) < 0 ? nodes : number(7), most = number(2);
    if (nodes >= 0 || operations > 1 || registered > 0)
      remark =
          "There is one rank on each node (nNodes), one operation at a time (numPipeOps), and no "
          "registered buffer (regBuff).";
    Rules& list = rules[collective_of(cells[0])];
    if ((nodes >= 0 && nodes != ranks) || operations > 1 || registered > 0) continue;
    constexpr std::int64_t kAll = 4294967295;  // stands for all sizes
    list.push_back({ranks < 0 ? 0 : ranks, ranks < 0 ? kNoEnd : ranks, number(1),
                    most >= kAll ? kNoEnd : most,
                    cells[3] == "-1" ? std::string() : std::string(cells[3])});
  }
  LibraryRules all{"NCCL", kNcclCsv, {}, remark};
  for (auto& [collective, list] : rules)
    all.choices[collective] = choice_of(std::move(list), collective, bytes_of_larger_buffer, false);
  return all;
}

namespace {

// UCC: parts between #, each COLLECTIVE:RANGE:..:@ALGORITHM; ranges of bytes are 0-4k, of ranks [2-8].

std::int64_t ucc_size(std::string_view word, const std::string& name) {
  if (word == "inf") return kNoEnd;
  std::int64_t unit = 1;
  for (const auto& [letter, bytes] : {std::pair('k', 1 << 10), {'m', 1 << 20}, {'g', 1 << 30}})
    if (!word.empty() && std::tolower(static_cast<unsigned char>(word.back())) == letter)
      unit = bytes, word.remove_suffix(1);
  const std::int64_t value = integer(word, name, 0, kUccTune);
  return value > kNoEnd / unit ? kNoEnd : value * unit;
}

bool is_rank_range(std::string_view word) {
  return !word.empty() && word.find('-') != word.npos && is_digit(word.front());
}

/// Returns both ends; the end of a range of bytes is the first that is not in it.
std::pair<std::int64_t, std::int64_t> ucc_range(std::string_view word, const std::string& name) {
  const std::size_t dash = word.find('-');
  return {ucc_size(word.substr(0, dash), name), ucc_size(word.substr(dash + 1), name)};
}

/// Returns the tuning strings of all lines, joined by #: UCC_TL_UCP_TUNE="..", also after export.
std::string ucc_strings(std::string_view text) {
  std::string strings;
  for (std::string_view line : split(text, '\n')) {
    if (line.starts_with('#')) continue;
    if (const std::size_t at = line.find("TUNE="); at != line.npos) line.remove_prefix(at + 5);
    line.remove_prefix(std::min(line.find_first_not_of(" \t\"'"), line.size()));
    strings += fmt::format("{}#", line.substr(0, line.find_first_of(" \t\r\"'")));
  }
  return strings;
}

}  // namespace

LibraryRules read_ucc(std::string_view text, const std::string& name) {
  std::map<std::string, Rules> rules;
  const std::string strings = ucc_strings(text);
  for (const std::string_view part : split(strings, '#')) {
    Rule rule;
    std::string_view collectives;
    std::vector<std::pair<std::int64_t, std::int64_t>> sizes;
    for (const std::string_view token : split(part, ':')) {
      if (token.starts_with('@'))
        rule.algorithm = token.substr(1);
      else if (token.starts_with('[') && token.ends_with(']'))
        std::tie(rule.least_ranks, rule.most_ranks) =
            ucc_range(token.substr(1, token.size() - 2), name);
      else if (is_rank_range(token)) {
        for (const std::string_view range : split(token, ','))
          sizes.push_back(ucc_range(range, name));
      } else if (collectives.empty())
        collectives = token;
    }
    if (rule.algorithm.empty()) continue;
    if (sizes.empty()) sizes.emplace_back(0, kNoEnd);
    for (const std::string_view collective : split(collectives, ','))
      for (const auto& [least, end] : sizes) {
        rule.least_bytes = least, rule.most_bytes = end == kNoEnd ? end : end - 1;
        rules[collective_of(collective)].push_back(rule);
      }
  }
  if (rules.empty())
    fail(name, 0, kUccTune, "no part names an algorithm", "parts such as allreduce:0-4k:@knomial");
  LibraryRules all{"UCC", kUccTune, {}};
  for (auto& [collective, list] : rules)
    all.choices[collective] = choice_of(std::move(list), collective, bytes_of_larger_buffer, true);
  return all;
}

}  // namespace orrery::inline report::rules
