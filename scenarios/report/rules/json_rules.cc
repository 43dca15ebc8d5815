// Decision tables in JSON: of Open MPI, and of MPICH.
#include <algorithm>
#include <charconv>
#include <memory>

#include <fmt/format.h>

#include "scenarios/report/rules/rule_readers.h"
#include "scenarios/text/json_limits.h"

namespace orrery::inline report::rules {
namespace {

Json parsed(std::string_view text, const std::string& name, std::string_view format) try {
  check_json_limits(text);
  return Json::parse(text, nullptr, true, true);
} catch (const JsonBeyondLimits& e) {
  fail(name, 0, format, e.what(), "an object");
} catch (const Json::parse_error& e) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(e.byte, text.size()));
  fail(name, 1 + static_cast<int>(std::count(text.begin(), end, '\n')), format, "not valid JSON",
       "an object");
}

/// Returns a number; `otherwise` if it is missing or inf.
std::int64_t limit_of(const Json& object, const char* key, std::int64_t otherwise) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer()) return otherwise;
  return found->get<std::int64_t>();
}

std::string word_of(const Json& value) {
  return value.is_string()   ? value.get<std::string>()
         : value.is_number() ? value.dump()
                             : std::string();
}

}  // namespace

LibraryRules read_open_mpi_json(std::string_view text, const std::string& name) {
  const Json root = parsed(text, name, kOpenMpiJson);
  LibraryRules all{"Open MPI", kOpenMpiJson, {}};
  const auto collectives = root.find("collectives");
  if (collectives == root.end() || !collectives->is_object())
    fail(name, 0, kOpenMpiJson, "'collectives' is missing",
         "an object with a list for each collective");
  for (const auto& [call, sections] : collectives->items()) {
    Rules rules;
    for (const Json& section : sections) {
      const auto list = section.is_object() ? section.find("rules") : section.end();
      if (!section.is_object() || list == section.end() || !list->is_array())
        fail(name, 0, kOpenMpiJson, fmt::format("a section of {} has no rules", call),
             "a list of rules");
      for (const Json& rule : *list) {
        if (!rule.is_object() || !rule.contains("alg"))
          fail(name, 0, kOpenMpiJson, fmt::format("a rule of {} has no alg", call),
               "the number or name of an algorithm");
        std::string algorithm = word_of(rule["alg"]);
        if (algorithm == "0" || algorithm == "ignore") algorithm.clear();
        rules.push_back({limit_of(section, "comm_size_min", 0),
                         limit_of(section, "comm_size_max", kNoEnd),
                         limit_of(rule, "msg_size_min", 0), limit_of(rule, "msg_size_max", kNoEnd),
                         std::move(algorithm)});
      }
    }
    const std::string collective = collective_of(call);
    all.choices[collective] = choice_of(std::move(rules), collective, bytes_for_open_mpi, false);
  }
  return all;
}

namespace {

// MPICH: a tree of conditions; the first that holds is followed, and its leaf names an algorithm.

struct Sizes {
  std::int64_t ranks, average, total;
};

std::optional<bool> compare(std::string_view condition, std::string_view subject,
                            std::int64_t value) {
  if (!condition.starts_with(subject)) return std::nullopt;
  condition.remove_prefix(subject.size());
  const std::string_view op = condition.substr(0, condition.find_first_not_of("<=>"));
  condition.remove_prefix(op.size());
  if (condition == "any") return true;
  if (condition == "pow2") return op == "=" && (value & (value - 1)) == 0;
  std::int64_t bound = 0;
  if (std::from_chars(condition.data(), condition.data() + condition.size(), bound).ec !=
      std::errc())
    return false;
  return op == "<="   ? value <= bound
         : op == "<"  ? value < bound
         : op == "="  ? value == bound
         : op == ">=" ? value >= bound
                      : op == ">" && value > bound;
}

/// Returns whether a condition holds for an intracommunicator of one rank on each node, a built-in
/// operator that commutes, and blocks of equal size.
bool is_true(std::string_view condition, const Sizes& sizes) {
  for (const auto& [subject, value] :
       {std::pair<std::string_view, std::int64_t>{"comm_size", sizes.ranks},
        {"avg_msg_size", sizes.average},
        {"total_msg_size", sizes.total},
        {"comm_avg_ppn", 1}})
    if (const auto result = compare(condition, subject, value)) return *result;
  if (condition == "count<pow2") return false;  // fewer elements than ranks
  const std::size_t equals = condition.find('=');
  const std::string_view value = condition.substr(std::min(equals + 1, condition.size()));
  const bool usual =
      condition.starts_with("is_commutative") || condition.starts_with("is_op_built_in") ||
      condition.starts_with("is_block_regular") || condition.starts_with("is_node_consecutive");
  if (value == "any") return true;
  if (condition.starts_with("comm_type")) return value == "intra";
  if (condition.starts_with("comm_hierarchy")) return value == "flat" || value == "nonparent";
  return usual ? value == "yes" : value == "no";
}

/// Follows the tree of rules. The number of children in a chain of nodes is bounded by the file,
/// its depth by the parser of JSON and here.
std::optional<std::string> follow(const Json& node, const Sizes& sizes, int depth = 0) {
  constexpr int kDeepest = 64;
  if (!node.is_object() || depth > kDeepest) return std::nullopt;
  for (const auto& [condition, below] : node.items()) {
    for (const std::string_view leaf : {"algorithm=", "composition="})
      if (condition.starts_with(leaf)) return condition.substr(leaf.size());
    if (is_true(condition, sizes)) return follow(below, sizes, depth + 1);
  }
  return std::nullopt;
}

}  // namespace

LibraryRules read_mpich(std::string_view text, const std::string& name) {
  const auto root = std::make_shared<const Json>(parsed(text, name, kMpichJson));
  LibraryRules all{"MPICH", kMpichJson, {}};
  for (const auto& [key, tree] : root->items()) {
    constexpr std::string_view kCollective = "collective=";
    if (!key.starts_with(kCollective))
      fail(name, 0, kMpichJson, fmt::format("'{}'", key), "collective=NAME");
    const std::string collective = collective_of(std::string_view(key).substr(kCollective.size()));
    all.choices[collective] = [root, &tree = tree, collective](int ranks, std::int64_t bytes) {
      return follow(tree, {ranks, bytes, bytes_of_larger_buffer(collective, ranks, bytes)});
    };
  }
  return all;
}

}  // namespace orrery::inline report::rules
