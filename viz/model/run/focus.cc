#include "viz/model/run/focus.h"

#include <stdexcept>

#include <QStringList>

#include "scenarios/teaching/forms.h"
#include "viz/model/run/finished_run.h"

namespace orrery::viz::inline model {
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

std::string textOf(const FinishedRun& run, const Focus& focus) {
  QStringList things;
  for (const std::string kind : {"rank", "link", "block"})
    if (const std::string name = nameOf(run, focus, kind); !name.empty())
      things.append(QString::fromStdString(text_of(kind, ' ', name)));
  if (focus.message >= 0) things.append(QStringLiteral("message %1").arg(focus.message));
  return things.join(QStringLiteral(", ")).toStdString();
}

namespace {

/// Returns the item that a text names. Nothing where there is none.
Focus thingNamed(const FinishedRun& run, const QString& text) {
  const TraceIndex& index = run.stage->index();
  const auto number = text.section(u' ', 1).toLongLong();
  const auto messages = static_cast<qlonglong>(index.trace().messages.size());
  if (text.startsWith(QLatin1String("message ")))
    return {.message = number >= 0 && number < messages ? number : -1};
  if (text.startsWith(QLatin1String("rank ")) && number >= index.network().ranks()) return {};
  return focusNamed(run, text.toStdString());
}

}  // namespace

Focus focusFrom(const FinishedRun& run, const std::string& text) {
  Focus all;
  for (const QString& thing : QString::fromStdString(text).split(u',')) {
    const Focus one = thingNamed(run, thing.trimmed());
    if (!one.any())
      throw std::invalid_argument(
          text_of("--follow: '", thing.trimmed().toStdString(),
                  "' is not in this run; expected objects such as rank 3, link 3 -> 4, block 2"));
    if (one.rank >= 0) all.rank = one.rank;
    if (one.link >= 0) all.link = one.link;
    if (one.block >= 0) all.block = one.block;
    if (one.message >= 0) all.message = one.message;
  }
  return all;
}

}  // namespace orrery::viz::inline model
