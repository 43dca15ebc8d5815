#include "scenarios/spec/among.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "scenarios/spec/given_groups.h"
#include "scenarios/spec/problem.h"
#include "scenarios/text/named_values.h"

namespace orrery::inline spec {
namespace {

using Groups = std::vector<std::vector<int>>;

constexpr std::string_view kBlocksOf = "blocks:", kStride = "stride:", kListOf = "list:";
constexpr std::array<std::string_view, 7> kAmongWords{"all",      "rows", "columns", "blocks:K",
                                                      "stride:K", "host", "switch"};
constexpr std::array<std::string_view, 2> kMessageWords{"next", "previous"};

/// Returns "0,1;2,3" as lists of numbers.
Groups number_lists(std::string_view text) {
  Groups lists;
  for (const std::string_view list : split(text, ';')) {
    lists.emplace_back();
    for (const std::string_view number : split(list, ','))
      lists.back().push_back(parse_int(number, 0));
  }
  return lists;
}

int number_behind(std::string_view text, std::string_view word) {
  return parse_int(text.substr(word.size()), 1);
}

/// Returns the ranks that have the same number, in the order of the numbers.
Groups by_number(const std::vector<int>& numbers) {
  std::map<int, std::vector<int>> groups;
  for (std::size_t r = 0; r < numbers.size(); ++r)
    groups[numbers[r]].push_back(static_cast<int>(r));
  Groups all;
  for (auto& [number, ranks] : groups) all.push_back(std::move(ranks));
  return all;
}

/// Returns groups along the last dimension of the ranks' coordinates, or along the first.
Groups lines(const RunSpec& spec, const Network& network, bool rows) {
  RunSpec plain;
  plain.ranks = spec.ranks;
  plain.mapping = spec.mapping;
  const Problem x = make_problem(plain, &network);
  if (x.dims.empty())
    throw ValueError({fmt::format("the ranks have no coordinates: {}", x.no_dims),
                      "blocks:K, stride:K or lists of ranks"});
  const int row = x.dims.back(), column = spec.ranks / x.dims.front();
  std::vector<int> numbers;
  numbers.reserve(static_cast<std::size_t>(spec.ranks));
  for (int r = 0; r < spec.ranks; ++r) numbers.push_back(rows ? r / row : r % column);
  return by_number(numbers);
}

Groups listed(std::string_view text, int ranks) {
  Groups groups = number_lists(text.substr(kListOf.size()));
  std::set<int> seen;
  for (const std::vector<int>& group : groups)
    for (const int r : group) {
      if (r >= ranks)
        throw ValueError({fmt::format("{} is not a rank", r), fmt::format("0 to {}", ranks - 1)});
      if (!seen.insert(r).second)
        throw ValueError({fmt::format("rank {} appears twice", r),
                          "groups that do not overlap, or two operations"});
    }
  return groups;
}

bool is_cut(std::string_view level) {
  return level.starts_with(kBlocksOf) || level.starts_with(kStride);
}

bool is_rank_range(std::string_view level) {
  return level.find("..") != std::string_view::npos;
}

}  // namespace

std::pair<int, int> range_of(std::string_view text) {
  const std::size_t dots = text.find("..");
  const int first = parse_int(text.substr(0, dots), 0);
  const int last = dots == text.npos ? first : parse_int(text.substr(dots + 2), 0);
  if (first > last)
    throw ValueError(
        {fmt::format("'{}' holds no rank", text), "the first rank and the last: 0..7"});
  return {first, last};
}

namespace {

/// Returns one level that does not depend on the levels before it.
Groups whole_level(std::string_view level, const RunSpec& spec, const Network& network) {
  if (level == "rows" || level == "columns") return lines(spec, network, level == "rows");
  if (level.starts_with(kListOf)) return listed(level, spec.ranks);
  if (level == "host" || level == "switch")
    return by_number(rank_groups(level, spec.ranks, &network).front());
  const auto [first, last] = is_rank_range(level) ? range_of(level) : std::pair(0, spec.ranks - 1);
  if (last >= spec.ranks)
    throw ValueError(
        {fmt::format("{} is not a rank", last), fmt::format("0 to {}", spec.ranks - 1)});
  Groups groups(1);
  for (int r = first; r <= last; ++r) groups.front().push_back(r);
  return groups;
}

/// Cuts each of the groups into blocks of neighbours, or into groups of equal distances.
Groups cut(const Groups& groups, std::string_view level) {
  const bool blocks = level.starts_with(kBlocksOf);
  const auto k = static_cast<std::size_t>(number_behind(level, blocks ? kBlocksOf : kStride));
  Groups all;
  for (const std::vector<int>& group : groups) {
    if (k > group.size())
      throw ValueError({fmt::format("the run has only {} ranks", group.size()),
                        fmt::format("1 to {}", group.size())});
    const std::size_t parts = blocks ? (group.size() + k - 1) / k : k, first = all.size();
    all.resize(first + parts);
    for (std::size_t i = 0; i < group.size(); ++i)
      all[first + (blocks ? i / k : i % k)].push_back(group[i]);
  }
  return all;
}

void check_level(std::string_view level, bool is_first) {
  if (is_cut(level)) {
    number_behind(level, level.starts_with(kBlocksOf) ? kBlocksOf : kStride);
  } else if (!is_first) {
    throw ValueError({fmt::format("'{}' cuts no groups", level), "blocks:K or stride:K"});
  } else if (level == kListOf) {
    throw ValueError({"the list is empty", "at least one rank"});
  } else if (level.starts_with(kListOf)) {
    number_lists(level.substr(kListOf.size()));
  } else if (is_rank_range(level)) {
    range_of(level);
  } else if (std::ranges::find(kAmongWords, level) == kAmongWords.end() ||
             level.find(':') != std::string_view::npos) {
    throw unknown(level, one_of(kAmongWords) + ", a range of ranks or lists", kAmongWords);
  }
}

}  // namespace

void check_among_text(std::string_view text) {
  bool is_first = true;
  for (const std::string_view level : split(text, '/'))
    check_level(level, std::exchange(is_first, false));
}

void check_messages_text(std::string_view text) {
  if (!text.starts_with(kListOf)) {
    if (std::ranges::find(kMessageWords, text) == kMessageWords.end())
      throw unknown(text, "next, previous or pairs such as [[0, 1], [1, 2]]", kMessageWords);
    return;
  }
  if (text == kListOf) throw ValueError({"the list is empty", "at least one pair"});
  for (const std::vector<int>& pair : number_lists(text.substr(kListOf.size()))) {
    if (pair.size() != 2)
      throw ValueError({fmt::format("{} numbers are not a message", pair.size()),
                        "from and to, such as [[0, 1], [1, 2]]"});
    if (pair[0] == pair[1])
      throw ValueError({fmt::format("a message from {} to itself", pair[0]), "another place"});
  }
}

std::vector<std::vector<int>> ranks_among(std::string_view among, const RunSpec& spec,
                                          const Network& network) {
  const std::vector<std::string_view> levels = split(among, '/');
  Groups groups = whole_level(is_cut(levels.front()) ? "all" : levels.front(), spec, network);
  for (const std::string_view level : levels)
    if (is_cut(level)) groups = cut(groups, level);
  return groups;
}

std::vector<std::pair<int, int>> messages_in(std::string_view messages, int n) {
  std::vector<std::pair<int, int>> pairs;
  if (!messages.starts_with(kListOf)) {
    for (int i = 1; i < n; ++i)
      pairs.emplace_back(messages == "next" ? i - 1 : i, messages == "next" ? i : i - 1);
    return pairs;
  }
  for (const std::vector<int>& pair : number_lists(messages.substr(kListOf.size()))) {
    if (const int most = std::max(pair[0], pair[1]); most >= n)
      throw ValueError({fmt::format("{} is not a place in a group of {}", most, n),
                        fmt::format("0 to {}", n - 1)});
    pairs.emplace_back(pair[0], pair[1]);
  }
  return pairs;
}

}  // namespace orrery::inline spec
