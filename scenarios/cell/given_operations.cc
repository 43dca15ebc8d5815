#include "scenarios/cell/given_operations.h"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "emu/net/conditions.h"
#include "scenarios/cell/checks.h"
#include "scenarios/spec/among.h"
#include "scenarios/spec/refusal.h"
#include "scenarios/text/words.h"

namespace orrery::inline cell {
namespace {

using OperationKind = GroupOperation::Kind;

OperationKind kind_of(const OperationKeys& keys) {
  if (keys.compute) return OperationKind::kCompute;
  return keys.messages.empty() ? OperationKind::kCollective : OperationKind::kMessages;
}

/// Refuses with the place of the key, or of the operation if it does not give the key.
[[noreturn]] void refuse_in(const GivenOperation& operation, std::string_view key,
                            Complaint complaint) {
  const GivenValue* const given = operation.value(key);
  Refusal refusal{key, std::move(complaint)};
  refusal.place = given == nullptr ? operation.place : given->place;
  refusal.operation = operation.name();
  throw Refused{std::move(refusal)};
}

/// Checks for keys that have no meaning for an operation of its kind.
void check_meaning(const GivenOperation& operation, OperationKind kind) {
  const auto refuse_key = [&](std::string_view key, std::string what) {
    if (operation.value(key) != nullptr) refuse_in(operation, key, {std::move(what)});
  };
  if (kind == OperationKind::kCompute)
    refuse_key("messages", "an operation computes or sends messages, not both");
  else
    refuse_key("processor", "only an operation that computes has one");
  if (kind == OperationKind::kCollective) return;
  const std::string_view verb = kind == OperationKind::kCompute ? "computes" : "sends messages";
  for (const Key* key : keys_of_operations()) {
    const bool is_own = find_key(key->name) == nullptr;
    const bool has_bytes = key->name == "bytes" && kind == OperationKind::kMessages;
    if (is_own || has_bytes) continue;
    refuse_key(key->name, fmt::format("means nothing for an operation that {}", verb));
  }
}

/// Checks for keys that its collective or its algorithm ignores.
void check_obeyed(const GivenOperation& operation, const RunSpec& spec) {
  for (const GivenKey& given : operation.keys) {
    if (given.key->idle == nullptr) continue;
    const std::string reason = given.key->idle(spec);
    if (!reason.empty()) refuse_in(operation, given.key->name, {reason, "not to be said"});
  }
}

/// Returns the conditions of some ranks; null: none.
std::shared_ptr<const Conditions> part_of(const std::shared_ptr<const Conditions>& conditions,
                                          const std::vector<int>& ranks) {
  if (conditions == nullptr) return nullptr;
  const auto part = std::make_shared<Conditions>(*conditions);
  const auto cut = [&](const auto& all, auto& own) {
    if (all.empty()) return;
    own.clear();
    for (const int r : ranks) own.push_back(all[static_cast<std::size_t>(r)]);
  };
  cut(conditions->arrivals, part->arrivals);
  cut(conditions->slowness, part->slowness);
  return part;
}

/// Returns the network as seen by some ranks.
std::shared_ptr<const Network> part_of(const std::shared_ptr<const Network>& network,
                                       const std::vector<int>& ranks) {
  if (std::ssize(ranks) == network->ranks() && std::ranges::is_sorted(ranks)) return network;
  auto part = std::make_shared<Network>(*network);
  part->host_of.clear();
  for (const int r : ranks) part->host_of.push_back(network->host_of[static_cast<std::size_t>(r)]);
  part->conditions = part_of(network->conditions, ranks);
  return part;
}

/// Passes on the refusal of a part, at the place of the key that the operation gives itself.
[[noreturn]] void pass_on(Refusal refusal, const GivenOperation& operation) {
  const GivenValue* const given = operation.value(refusal.key);
  refusal.operation = operation.name();
  if (given != nullptr || find_key(refusal.key) == nullptr)
    refusal.place = given == nullptr ? operation.place : given->place;
  throw Refused{std::move(refusal)};
}

/// Returns a spec in which only the bytes matter: other keys of collectives in [run] are not for
/// this operation.
RunSpec sizes_alone(RunSpec spec) {
  const RunSpec usual;
  spec.collective = "broadcast";
  spec.algorithm = "binomial";
  spec.root = usual.root;
  spec.groups = usual.groups;
  return spec;
}

/// Returns the work of a group's ranks. The spec is that of the operation.
OperationGroup group_of(const RunSpec& spec, std::vector<int> ranks,
                        const std::shared_ptr<const Network>& network,
                        const GivenOperation& operation) {
  OperationGroup group;
  group.network = part_of(network, ranks);
  Prepared part;
  const bool is_collective = kind_of(spec.operation) == OperationKind::kCollective;
  part.spec = is_collective ? spec : sizes_alone(spec);
  part.spec.ranks = static_cast<int>(ranks.size());
  part.network = group.network;
  group.ranks = std::move(ranks);
  try {
    complete_part(part);
    if (kind_of(spec.operation) == OperationKind::kMessages)
      group.messages = messages_in(spec.operation.messages, part.spec.ranks);
  } catch (Refused& refused) {
    pass_on(std::move(refused.refusal), operation);
  } catch (const ValueError& e) {
    refuse_in(operation, "messages", e.complaint());
  }
  if (is_collective) {
    check_obeyed(operation, part.spec);
    group.algorithm = part.algorithm;
  }
  group.problem = std::move(part.problem);
  if (kind_of(spec.operation) == OperationKind::kCompute) group.problem.count = 0;
  return group;
}

/// Splits "rows" or "rows at 0..3": the name of an operation, and its ranks.
std::pair<std::string_view, std::string_view> name_and_ranks(std::string_view text) {
  const std::size_t at = text.find(" at ");
  if (at == text.npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 4)};
}

/// Returns the predecessors of an operation.
std::vector<Predecessor> predecessors(const RunSpec& spec, const GivenOperation& operation,
                                      const std::vector<std::string>& texts) {
  std::vector<std::string_view> known;
  for (const GivenOperation& o : given_operations(spec)) known.push_back(o.value("name")->text);
  std::vector<Predecessor> all;
  for (const std::string& text : texts) {
    const auto [name, ranks] = name_and_ranks(text);
    const auto found = std::ranges::find(known, name);
    if (found == known.end())
      refuse_in(operation, "after",
                unknown_word(name, known, fmt::format("operation '{}' is unknown", name)));
    Predecessor next{static_cast<int>(found - known.begin())};
    if (!ranks.empty()) std::tie(next.first, next.last) = range_of(ranks);
    if (!ranks.empty() && next.last >= spec.ranks)
      refuse_in(operation, "after",
                {fmt::format("rank {} does not exist", next.last),
                 fmt::format("0 .. {}", spec.ranks - 1)});
    for (const Predecessor& other : all)
      if (other.operation == next.operation && other.first <= next.last && next.first <= other.last)
        refuse_in(operation, "after",
                  {fmt::format("'{}' appears twice", name), "each once for a rank"});
    all.push_back(next);
  }
  return all;
}

/// Returns the first cycle on a rank, as "a, b, a"; empty if there is none.
std::string cycle_from(const std::vector<GroupOperation>& all, int i, int rank,
                       std::vector<int>& path, std::vector<bool>& done) {
  const auto at = static_cast<std::size_t>(i);
  if (done[at]) return {};
  const auto before = std::ranges::find(path, i) - path.begin();
  path.push_back(i);
  if (before + 1 < std::ssize(path)) {
    std::string names;
    for (auto n = path.begin() + before; n != path.end(); ++n)
      names +=
          fmt::format("{}{}", names.empty() ? "" : ", ", all[static_cast<std::size_t>(*n)].name);
    return names;
  }
  for (const int next : all[at].after_on(rank))
    if (std::string cycle = cycle_from(all, next, rank, path, done); !cycle.empty()) return cycle;
  path.pop_back();
  done[at] = true;
  return {};
}

/// Returns the first rank of every range of ranks with the same order.
std::set<int> first_ranks(const RunSpec& spec, const std::vector<GroupOperation>& all) {
  std::set<int> ranks{0};
  for (const GroupOperation& operation : all)
    for (const Predecessor& p : operation.after) {
      ranks.insert(p.first);
      if (p.last < spec.ranks - 1) ranks.insert(p.last + 1);
    }
  return ranks;
}

void check_cycles(const RunSpec& spec, const std::vector<GroupOperation>& all) {
  const std::set<int> ranks = first_ranks(spec, all);
  for (const int rank : ranks) {
    std::vector<bool> done(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::vector<int> path;
      const std::string cycle = cycle_from(all, static_cast<int>(i), rank, path, done);
      if (cycle.empty()) continue;
      const std::string where = ranks.size() > 1 ? fmt::format(" on rank {}", rank) : "";
      refuse_in(given_operations(spec)[i], "after",
                {fmt::format("operations wait for each other{}: {}", where, cycle),
                 "an order without a cycle, or one of single ranks, such as \"a at 0\""});
    }
  }
}

GroupOperation operation_on(const RunSpec& cell, const GivenOperation& given,
                            const std::shared_ptr<const Network>& network, int number) {
  const RunSpec spec = spec_of_operation(cell, given);
  const OperationKeys& keys = spec.operation;
  GroupOperation operation;
  operation.name = keys.name;
  operation.kind = kind_of(keys);
  check_meaning(given, operation.kind);
  operation.after = predecessors(cell, given, keys.after);
  operation.repeat = keys.repeat;
  operation.work = keys.compute.value_or(Time(0));
  operation.processor = keys.processor ? 0 : number + 1;
  std::vector<std::vector<int>> groups;
  try {
    groups = ranks_among(keys.among, cell, *network);
  } catch (const std::invalid_argument& e) {
    refuse_in(given, "among", complaint_of(e));
  }
  for (std::vector<int>& ranks : groups)
    operation.groups.push_back(group_of(spec, std::move(ranks), network, given));
  return operation;
}

}  // namespace

RunSpec spec_of_operation(const RunSpec& spec, const GivenOperation& operation) {
  RunSpec own = spec;
  own.runs = CollectiveRun();
  for (const Key* key : keys_of_operations())
    if (const GivenValue* value = operation.value(key->name)) key->set(own, value->text);
  const bool other = operation.value("collective") != nullptr &&
                     operation.value("algorithm") == nullptr && own.collective != spec.collective;
  if (other) own.algorithm.clear();  // that of [run] is for the collective of [run]
  return own;
}

std::vector<GroupOperation> operations_on(const RunSpec& spec,
                                          const std::shared_ptr<const Network>& network) {
  std::vector<GroupOperation> all;
  for (const GivenOperation& given : given_operations(spec))
    all.push_back(operation_on(spec, given, network, static_cast<int>(all.size())));
  check_cycles(spec, all);
  return all;
}

std::string idle_reason(const Key& key, const RunSpec& spec) {
  if (!runs_operations(spec) || find_key_of_operations(key.name) == nullptr)
    return key.idle == nullptr ? std::string() : key.idle(spec);
  const bool is_used = std::ranges::any_of(given_operations(spec), [&](const GivenOperation& o) {
    if (o.value(key.name) != nullptr) return false;
    const RunSpec own = spec_of_operation(spec, o);
    const OperationKind kind = kind_of(own.operation);
    if (kind != OperationKind::kCollective)
      return kind == OperationKind::kMessages && key.name == "bytes";
    return key.idle == nullptr || key.idle(own).empty();
  });
  return is_used ? std::string() : "no operation takes it from here";
}

std::string text_of_operation(const GivenOperation& operation) {
  std::string text;
  for (const GivenKey& given : operation.keys)
    if (given.key->name != "name")
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", given.key->name,
                          given.values.front().text);
  return fmt::format("{}: {}", operation.name(), text);
}

}  // namespace orrery::inline cell
