#include "viz/model/index/communication.h"

#include <algorithm>
#include <map>
#include <optional>

#include "emu/base/index.h"

namespace orrery::viz::inline model {
namespace {

using Messages = std::vector<const Trace::Message*>;
using Trees = std::vector<CommunicationTree>;

constexpr std::size_t kMostTrees = 4;            ///< side by side
constexpr std::size_t kMostCarried = 2'000'000;  ///< blocks of all messages that are looked through
constexpr std::size_t kMostMessages = 20'000;    ///< of a drawing by rounds

CommunicationTree emptyTree(int ranks, bool up) {
  return {std::vector<int>(at(ranks), -1), std::vector<std::int64_t>(at(ranks), -1), up, {}};
}

/// Returns whether every route along parents ends.
bool ends(const CommunicationTree& tree) {
  for (std::size_t r = 0; r < tree.parent.size(); ++r) {
    std::size_t steps = 0;
    for (int x = static_cast<int>(r); x >= 0; x = tree.parent[at(x)])
      if (++steps > tree.parent.size()) return false;
  }
  return true;
}

/// Returns the tree in which each of the messages is the edge between a child and its parent;
/// nothing if some rank would have two parents.
std::optional<CommunicationTree> treeOf(const Messages& edges, int ranks, bool up) {
  CommunicationTree tree = emptyTree(ranks, up);
  for (const Trace::Message* m : edges) {
    const int child = up ? m->source : m->destination, parent = up ? m->destination : m->source;
    if (tree.parent[at(child)] >= 0) return std::nullopt;
    tree.parent[at(child)] = parent;
    tree.message[at(child)] = m->id;
  }
  if (!ends(tree)) return std::nullopt;
  return tree;
}

/// Returns the first message between each two ranks; not all if these are too many for a tree.
Messages firstBetween(const Messages& messages, int ranks) {
  std::map<std::pair<int, int>, const Trace::Message*> pairs;
  for (const Trace::Message* m : messages) {
    pairs.emplace(std::minmax(m->source, m->destination), m);
    if (pairs.size() >= at(ranks)) return {};
  }
  Messages first;
  for (const auto& [pair, m] : pairs) first.push_back(m);
  return first;
}

/// Returns whether data are collected rather than distributed, for messages that could do either.
bool collects(const Pieces& pieces) {
  return pieces.reduces() || (pieces.owned() && !pieces.paired() && pieces.owner(0).origin >= 0);
}

std::optional<CommunicationTree> treeOfAll(const TraceIndex& index, const Messages& messages) {
  const int p = index.network().ranks();
  const Messages edges = firstBetween(messages, p);
  if (edges.empty()) return std::nullopt;
  const bool up = collects(index.blocks().pieces());
  if (auto tree = treeOf(edges, p, up)) return tree;
  return treeOf(edges, p, !up);
}

/// Returns the tree that distributes a block: a rank's parent is its first source.
std::optional<CommunicationTree> treeDown(Messages messages, int ranks) {
  if (messages.empty()) return std::nullopt;
  const int root = messages.front()->source;
  std::ranges::stable_sort(messages, {}, [](const Trace::Message* m) { return m->end; });
  Messages first;
  std::vector<bool> has(at(ranks), false);
  has[at(root)] = true;
  for (const Trace::Message* m : messages) {
    if (has[at(m->destination)]) continue;
    has[at(m->destination)] = true;
    first.push_back(m);
  }
  return first.size() + 1 == at(ranks) ? treeOf(first, ranks, false) : std::nullopt;
}

/// Returns the tree that sums a block up: every rank but the root sends its part once.
std::optional<CommunicationTree> treeUp(const Messages& messages, int ranks) {
  return messages.size() + 1 == at(ranks) ? treeOf(messages, ranks, true) : std::nullopt;
}

/// Returns the trees of one block: to sum it up and to distribute it. None if one of them is not a
/// tree.
Trees treesOf(const TraceIndex& index, const Messages& messages) {
  const int p = index.network().ranks();
  Messages partial, whole;
  for (const Trace::Message* m : messages) {
    const bool reduced =
        index.blocks().pieces().reduces() && contributions(index.blocks().contributors_of(*m)) < p;
    (reduced ? partial : whole).push_back(m);
  }
  Trees trees;
  if (!partial.empty()) {
    if (auto tree = treeUp(partial, p))
      trees.push_back(std::move(*tree));
    else
      return {};
  }
  if (!whole.empty()) {
    if (auto tree = treeDown(whole, p))
      trees.push_back(std::move(*tree));
    else
      return {};
  }
  return trees;
}

/// Returns the messages that carry each block; empty if that is unknown, or too much to search.
std::vector<Messages> carriersOf(const BlockTable& blocks, const Messages& messages) {
  std::vector<Messages> carriers(static_cast<std::size_t>(blocks.count()));
  std::size_t carried = carriers.size();
  for (const Trace::Message* m : messages) {
    for (const BlockRange& range : blocks.of(*m)) {
      carried += static_cast<std::size_t>(range.last - range.first + 1);
      if (carried > kMostCarried) return {};
      for (int b = range.first; b <= range.last; ++b)
        carriers[static_cast<std::size_t>(b)].push_back(m);
    }
  }
  return carriers;
}

void addBlock(CommunicationTree& tree, int block) {
  if (!tree.blocks.empty() && tree.blocks.back().last + 1 == block)
    tree.blocks.back().last = block;
  else
    tree.blocks.push_back({block, block});
}

/// Returns the trees of every block that has any, equal ones once; none if some block has none.
Trees treesOfAllBlocks(const TraceIndex& index, const std::vector<Messages>& carriers) {
  std::map<std::pair<bool, std::vector<int>>, CommunicationTree> all;
  std::vector<std::pair<bool, std::vector<int>>> order;
  for (std::size_t b = 0; b < carriers.size() && all.size() <= kMostTrees; ++b) {
    if (carriers[b].empty()) continue;
    const Trees trees = treesOf(index, carriers[b]);
    if (trees.empty()) return {};
    for (const CommunicationTree& tree : trees) {
      const auto [found, added] = all.emplace(std::pair(!tree.up, tree.parent), tree);
      if (added) order.push_back(found->first);
      addBlock(found->second, static_cast<int>(b));
    }
  }
  Trees trees;
  for (const auto& key : order) trees.push_back(all[key]);
  return trees;
}

bool addTrees(Communication& c, const TraceIndex& index, const Messages& messages, int block) {
  const std::vector<Messages> carriers = carriersOf(index.blocks(), messages);
  if (carriers.empty()) return false;
  c.trees = treesOfAllBlocks(index, carriers);
  if (c.trees.empty()) return false;
  c.kind = Communication::Kind::kTrees;
  if (c.trees.size() <= kMostTrees) return true;
  c.kind = Communication::Kind::kTreeOfBlock;
  c.block = block >= 0 && block < index.blocks().count() ? block : 0;
  c.trees = treesOf(index, carriers[static_cast<std::size_t>(c.block)]);
  for (CommunicationTree& tree : c.trees) addBlock(tree, c.block);
  return !c.trees.empty();
}

}  // namespace

int contributions(std::span<const Contributors> set) {
  int sum = 0;
  for (const Contributors& run : set) sum += run.last - run.first + 1;
  return sum;
}

Communication communicationOf(const TraceIndex& index, int block) {
  Communication c;
  Messages messages;
  for (const Trace::Message& m : index.trace().messages)
    if (m.end > m.start) messages.push_back(&m);
  if (messages.empty()) return c;
  if (auto tree = treeOfAll(index, messages)) {
    c.kind = Communication::Kind::kTree;
    c.trees.push_back(std::move(*tree));
    return c;
  }
  if (addTrees(c, index, messages, block)) return c;
  c.trees.clear();
  c.kind = Communication::Kind::kRounds;
  c.truncated = messages.size() > kMostMessages;
  messages.resize(std::min(messages.size(), kMostMessages));
  for (const Trace::Message* m : messages) c.messages.push_back(m->id);
  return c;
}

}  // namespace orrery::viz::inline model
