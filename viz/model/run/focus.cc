#include "viz/model/run/focus.h"

#include "scenarios/teaching/links.h"
#include "viz/model/run/finished_run.h"

namespace orrery::viz {
namespace {

int blockNamed(const BlockTable& blocks, const std::string& name) {
  for (int b = 0; b < blocks.count(); ++b)
    if (block_name(blocks, b) == name) return b;
  return -1;
}

LinkId linkNamed(const Topology& topology, const std::string& name) {
  for (LinkId link = 0; link < topology.link_count(); ++link)
    if (teaching::link_name(topology, link) == name) return link;
  return -1;
}

}  // namespace

Focus focusNamed(const FinishedRun& run, const std::string& text) {
  const std::size_t blank = text.find(' ');
  if (blank == std::string::npos || !run.hasPicture()) return {};
  const std::string thing = text.substr(0, blank), name = text.substr(blank + 1);
  if (thing == "rank") return {.rank = QString::fromStdString(name).toInt()};
  if (thing == "block") return {.block = blockNamed(run.stage->index().blocks(), name)};
  return {.link = linkNamed(run.stage->layout().topology(), name)};
}

std::string nameOf(const FinishedRun& run, const Focus& focus, const std::string& kind) {
  const Stage& stage = *run.stage;
  if (kind == "rank" && focus.rank >= 0) return text_of(focus.rank);
  if (kind == "block" && focus.block >= 0) return block_name(stage.index().blocks(), focus.block);
  if (kind == "link" && focus.link >= 0)
    return teaching::link_name(stage.layout().topology(), focus.link);
  return {};
}

}  // namespace orrery::viz
