#include "viz/model/text/plan_listing.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

QString chunksText(const Plan& plan, const Action& a, const Chunks& c, bool sends) {
  if (c.buffer == Buffer::kWire)
    return sends ? Words::tr("to rank %1").arg(c.rank) : Words::tr("arriving data");
  if (c.count == 0) return Words::tr("a signal to rank %1").arg(c.rank);
  QString text = QString::fromStdString(plan.chunk(c.buffer, c.first));
  if (c.count > 1)
    text +=
        QStringLiteral("..") + QString::fromStdString(plan.chunk(c.buffer, c.first + c.count - 1));
  return c.rank == a.rank ? text : Words::tr("%1 of rank %2").arg(text).arg(c.rank);
}

QString sideText(const Plan& plan, const Action& a, std::span<const Chunks> side, bool sends) {
  QStringList parts;
  for (const Chunks& c : side) parts.append(chunksText(plan, a, c, sends));
  return parts.join(sends ? QStringLiteral(", ") : QStringLiteral(" + "));
}

}  // namespace

QString stepText(const Plan& plan, std::int32_t step) {
  const Action& a = plan.actions[static_cast<std::size_t>(step)];
  const QString from = sideText(plan, a, plan.reads(a), false);
  const QString to = sideText(plan, a, plan.writes(a), true);
  QString text = QString::fromStdString(plan.place(a));
  if (!from.isEmpty() || !to.isEmpty()) text += QStringLiteral(": ");
  return text + from + (to.isEmpty() ? QString() : QStringLiteral(" → ")) + to;
}

PlanListing::PlanListing(std::shared_ptr<const StepIndex> steps, QString file, const QString& text)
    : steps_(std::move(steps)), file_(std::move(file)), text_(text.split(u'\n')) {}

bool PlanListing::hasOwnLines(int rank) const {
  const Plan& plan = steps_->plan();
  std::map<std::int32_t, std::pair<std::int32_t, std::int32_t>> lines;  // block and step
  for (const std::int32_t step : steps_->stepsOf(rank)) {
    const Action& a = plan.actions[static_cast<std::size_t>(step)];
    if (a.line <= 0 || a.line > text_.size()) return false;
    const std::pair which(a.block, a.step);
    if (lines.try_emplace(a.line, which).first->second != which) return false;
    const std::string_view word = plan.words[a.word];
    if (!text_[a.line - 1].contains(
            QLatin1String(word.data(), static_cast<qsizetype>(word.size()))))
      return false;
  }
  return !lines.empty();
}

Listing PlanListing::linesOf(int rank) const {
  const Plan& plan = steps_->plan();
  const auto steps = steps_->stepsOf(rank);
  Listing listing;
  listing.file = file_;
  if (!hasOwnLines(rank)) {
    listing.first_line = 0;
    for (const std::int32_t step : steps) listing.lines.append(stepText(plan, step));
    return listing;
  }
  const auto line = [&](std::int32_t step) {
    return plan.actions[static_cast<std::size_t>(step)].line;
  };
  const auto [first, last] = std::ranges::minmax(steps, {}, line);
  listing.first_line = std::max(line(first) - 1, 1);
  listing.lines = text_.mid(listing.first_line - 1, line(last) - listing.first_line + 2);
  return listing;
}

/// Returns whether a thread block is at this step and waits there.
bool PlanListing::isAt(std::int32_t step, Time t) const {
  const auto stay = steps_->stay(step);
  return stay && stay->from <= t && t < stay->to;
}

Listing PlanListing::at(const TraceIndex& index, int rank, Time t) const {
  struct Now {
    std::int32_t step = -1;
    Time end{0};
  };
  std::map<int, Now> now;  // by thread block
  for (const auto lane : {LaneIndex::kSend, LaneIndex::kReceive}) {
    for (const std::uint32_t number : index.lanes().of(lane, rank)) {
      const MessageEvent& m = index.trace().messages[number];
      if (m.start > t) break;
      const std::int32_t step = steps_->of(number, lane == LaneIndex::kSend);
      if (step < 0) continue;
      Now& block = now[steps_->row(step)];
      if (step > block.step) block = {step, m.end};
      if (step == block.step) block.end = std::max(block.end, m.end);
    }
  }
  Listing listing = linesOf(rank);
  const bool own = hasOwnLines(rank);
  const auto steps = steps_->stepsOf(rank);
  const auto& actions = steps_->plan().actions;
  const auto mark = [&](std::int32_t step) {
    listing.marked.append(own ? actions[static_cast<std::size_t>(step)].line - listing.first_line
                              : static_cast<int>(std::ranges::find(steps, step) - steps.begin()));
  };
  std::set<int> busy;  // thread blocks
  for (const auto& [row, block] : now) {
    const auto next = static_cast<std::size_t>(block.step) + 1;
    const bool is_last = next >= actions.size() || actions[next].thread != actions[next - 1].thread;
    const bool known = steps_->stay(block.step).has_value();
    if (block.end <= t && (is_last || known)) continue;
    mark(block.step);
    busy.insert(row);
  }
  for (const std::int32_t step : steps)
    if (!busy.contains(steps_->row(step)) && isAt(step, t)) mark(step);
  std::ranges::sort(listing.marked);
  if (!listing.marked.isEmpty()) {
    listing.begin = listing.marked.front();
    listing.end = listing.begin + 1;
  }
  return listing;
}

}  // namespace orrery::viz::inline model
