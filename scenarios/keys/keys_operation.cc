// The keys of [[operation]]: those that only operations have, and those of [run] that make sense for one.
#include <algorithm>
#include <cctype>

#include "scenarios/keys/key_values.h"
#include "scenarios/spec/among.h"

namespace orrery::inline keys {
namespace {

constexpr std::array<Named<bool>, 2> kProcessors{
    {{"true", true, "reductions and copies wait for it"},
     {"false", false, "another processor computes"}}};

/// Keys of a problem that an operation cannot set itself: all operations reduce by one operator on
/// one type, and none is a schedule.
constexpr std::array<std::string_view, 3> kOfAll{"op", "datatype", "slices"};

/// Sets the name, which is part of selectors and of columns.
void set_operation_name(RunSpec& s, std::string_view text) {
  const bool fine = !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
  });
  if (!fine)
    throw ValueError({fmt::format("'{}' is not a name", text), "letters, digits, - and _"});
  s.operation.name = std::string(text);
}

constexpr std::string_view kAt = " at ";
constexpr int kMostTimes = 100'000;  ///< repetitions of an operation

void set_after(RunSpec& s, std::string_view text) {
  s.operation.after.clear();
  const std::string_view names = text.starts_with("list:") ? text.substr(5) : text;
  if (names.empty()) return;
  for (const std::string_view name : split(names, ',')) {
    if (const std::size_t at = name.find(kAt); at != name.npos)
      range_of(name.substr(at + kAt.size()));
    s.operation.after.emplace_back(name);
  }
}

std::string after_text(const RunSpec& s) {
  return s.operation.after.empty() ? std::string()
                                   : fmt::format("list:{}", fmt::join(s.operation.after, ","));
}

std::vector<Key> make_operation_keys() {
  return {
      {.name = "name",
       .value = "NAME",
       .expected = "a name of letters, digits, - and _",
       .meaning = "Name of the operation in [expect], tables and pictures.",
       .standard = "none; required",
       .set = set_operation_name,
       .get = [](const RunSpec& s) { return s.operation.name; }},
      {.name = "among",
       .value = "all|rows|columns|host|switch|A..B|[[R,..],..][/blocks:K|/stride:K]",
       .expected =
           "all, rows, columns, blocks:K, stride:K, host, switch, a range or lists of ranks",
       .meaning = "The groups of ranks; each group does the operation by itself: all ranks as one "
                  "group; the rows or columns of the ranks' coordinates (along the last or the "
                  "first dimension); blocks of K consecutive ranks; every K-th rank; the ranks of "
                  "one host or one switch; or one or several lists of ranks.",
       .standard = "all",
       .list = Key::List::kNumbers,
       .set = [](RunSpec& s, std::string_view v) { check_among_text(v), s.operation.among = v; },
       .get = [](const RunSpec& s) { return s.operation.among; }},
      {.name = "after",
       .value = "NAME[ at R[..R]]|[NAME,..]",
       .expected =
           "the name of an operation, such as rows or, for some ranks, rows at 0..3, or a list",
       .meaning =
           "Operations that a rank must finish before it begins this one; with ranks after the "
           "name only for these ranks: rows at 0..3. Operations without an order overlap.",
       .standard = "none",
       .list = Key::List::kTexts,
       .set = set_after,
       .get = after_text},
      {.name = "repeat",
       .value = "N",
       .expected = "a number of times from 1 on",
       .meaning = "Number of times that each rank does the operation, one after the other, each "
                  "time with new data.",
       .standard = "1",
       .kind = Kind::kInteger,
       .set =
           [](RunSpec& s, std::string_view v) {
             s.operation.repeat = static_cast<int>(parse_integer(v, 1, kMostTimes));
           },
       .get = [](const RunSpec& s) { return fmt::format("{}", s.operation.repeat); }},
      {.name = "messages",
       .value = "next|previous|[[FROM,TO],..]",
       .expected = "next, previous or pairs such as [[0, 1], [1, 2]]",
       .meaning =
           "Instead of a collective: messages of `bytes` between members of each group, by their "
           "positions in it; next and previous: from each member to its neighbour, if it has one.",
       .standard = "none",
       .list = Key::List::kNumbers,
       .set = [](RunSpec& s,
                 std::string_view v) { check_messages_text(v), s.operation.messages = v; },
       .get = [](const RunSpec& s) { return s.operation.messages; }},
      {.name = "compute",
       .value = "TIME",
       .expected = "a time such as 50us",
       .meaning = "Instead of a collective: time for which every rank computes.",
       .standard = "none",
       .set = [](RunSpec& s, std::string_view v) { s.operation.compute = parse_time(v); },
       .get =
           [](const RunSpec& s) {
             return s.operation.compute ? time_text(*s.operation.compute) : std::string();
           }},
      word_key<kProcessors, &RunSpec::operation, &OperationKeys::processor>(
          {.name = "processor",
           .meaning = "Whether computing occupies the rank's processor. {}.",
           .standard = "true"}),
  };
}

}  // namespace

std::span<const Key> own_keys_of_operations() {
  static const std::vector<Key> keys = completed("operation", make_operation_keys());
  return keys;
}

std::vector<const Key*> keys_of_operations() {
  std::vector<const Key*> all;
  for (const Key& key : own_keys_of_operations()) all.push_back(&key);
  for (const Key& key : all_keys())
    if (key.part == Key::Part::kProblem && std::ranges::find(kOfAll, key.name) == kOfAll.end())
      all.push_back(&key);
  return all;
}

const Key* find_key_of_operations(std::string_view name) {
  for (const Key* key : keys_of_operations())
    if (key->name == name) return key;
  return nullptr;
}

}  // namespace orrery::inline keys
