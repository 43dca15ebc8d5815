#include "viz/model/text/communication_text.h"

#include <vector>

#include <QStringList>

#include "viz/model/text/block_names.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

/// Names the ranks without a parent that send or receive a message.
QString rootsText(const CommunicationTree& tree) {
  std::vector<bool> is_parent(tree.parent.size(), false);
  for (const int parent : tree.parent)
    if (parent >= 0) is_parent[static_cast<std::size_t>(parent)] = true;
  QStringList roots;
  for (std::size_t r = 0; r < tree.parent.size(); ++r)
    if (tree.parent[r] < 0 && is_parent[r]) roots.append(QString::number(r));
  return roots.join(QStringLiteral(", "));
}

}  // namespace

QString communicationText(const Communication& c, const BlockTable& blocks) {
  switch (c.kind) {
    case Communication::Kind::kNothing:
      return Words::tr("This run has no single messages to draw.");
    case Communication::Kind::kTree:
      return Words::tr("All messages go over one tree.");
    case Communication::Kind::kTrees:
      return Words::tr("Every block goes over one of these trees.");
    case Communication::Kind::kTreeOfBlock:
      return Words::tr(
                 "Every block has its own tree. This is the tree of block %1; follow another block "
                 "to see its tree.")
          .arg(blockName(blocks, c.block));
    case Communication::Kind::kRounds:
      break;
  }
  const QString text = Words::tr(
      "The messages form no tree, since ranks receive data from several others. Messages, round by "
      "round.");
  return c.truncated ? text + Words::tr(" Only the first %1.").arg(c.messages.size()) : text;
}

QString treeText(const CommunicationTree& tree, const BlockTable& blocks) {
  const QString way =
      (tree.up ? Words::tr("to rank %1") : Words::tr("from rank %1")).arg(rootsText(tree));
  if (tree.blocks.empty()) return way;
  const bool one = tree.blocks.size() == 1 && tree.blocks[0].first == tree.blocks[0].last;
  return (one ? Words::tr("block %1, %2") : Words::tr("blocks %1, %2"))
      .arg(blocksText(blocks, tree.blocks), way);
}

}  // namespace orrery::viz::inline model
