#include "viz/model/text/round_text.h"

#include <algorithm>
#include <map>
#include <set>

#include "scenarios/text/units_text.h"
#include "viz/model/text/words.h"

namespace orrery::viz {
namespace {

constexpr std::size_t kMostRounds = 1000;  ///< in which phases are looked for

QString sizeText(Bytes bytes) {
  return QString::fromStdString(short_size(bytes));
}

/// What the messages of a round carry: parts of sums, or sums to which nothing is added any more.
enum class Carried { kUnknown, kPartial, kWhole };

Carried carriedIn(const TraceIndex& index, int round) {
  const auto messages = index.messagesOf(round);
  if (messages.empty()) return Carried::kUnknown;
  int contributions = 0;
  for (const Contributors& c :
       index.blocks().contributors_of(index.trace().messages[messages.front()]))
    contributions += c.last - c.first + 1;
  if (contributions == 0) return Carried::kUnknown;
  return contributions < index.network().ranks() ? Carried::kPartial : Carried::kWhole;
}

Bytes largestOf(const TraceIndex& index, int round) {
  Bytes largest{0};
  for (const std::uint32_t n : index.messagesOf(round))
    largest = std::max(largest, index.trace().messages[n].bytes);
  return largest;
}

/// The phases of a collective that sums up and then hands out; empty for others.
QString phaseText(const TraceIndex& index, int round, Bytes vector) {
  const auto& marks = index.rounds();
  if (!index.blocks().pieces().reduces() || index.operations().any() || marks.size() > kMostRounds)
    return {};
  std::map<Carried, std::vector<int>> phases;
  Carried now = Carried::kUnknown;
  for (const RoundMark& m : marks) {
    const Carried carried = carriedIn(index, m.round);
    phases[carried].push_back(m.round);
    if (m.round == round) now = carried;
  }
  if (phases.size() != 2 || phases.contains(Carried::kUnknown)) return {};
  const std::vector<int>& steps = phases[now];
  const auto step = std::ranges::find(steps, round) - steps.begin() + 1;
  const bool whole = largestOf(index, steps.front()) >= vector;
  const QString name = now == Carried::kPartial
                           ? (whole ? Words::tr("reduce") : Words::tr("reduce-scatter"))
                           : (whole ? Words::tr("broadcast") : Words::tr("allgather"));
  return Words::tr(", %1, step %2 of %3").arg(name).arg(step).arg(steps.size());
}

/// A value that all have; nothing is common once two differ.
class Common {
 public:
  void add(std::int64_t value) {
    if (!any_) value_ = value;
    all_ &= value_ == value;
    any_ = true;
  }
  bool isCommon() const { return any_ && all_; }
  std::int64_t value() const { return value_; }

 private:
  std::int64_t value_ = 0;
  bool any_ = false, all_ = true;
};

/// What the messages of a round have in common.
class RoundPattern {
 public:
  RoundPattern(const TraceIndex& index, int round) : ranks_(index.network().ranks()) {
    for (const std::uint32_t n : index.messagesOf(round)) add(index.trace().messages[n]);
  }

  QString text(Bytes vector) const {
    if (count_ == 0) return {};
    if (count_ == 1)
      return Words::tr("rank %1 sends %2 to rank %3")
          .arg(first_.source)
          .arg(sizes(vector))
          .arg(first_.destination);
    const QString who = isEach()               ? Words::tr("each rank sends %1")
                        : senders_.size() == 1 ? Words::tr("rank %1 sends %2").arg(first_.source)
                                               : Words::tr("%1 ranks send %2").arg(senders_.size());
    return who.arg(sizes(vector)) + partner();
  }

 private:
  void add(const MessageEvent& m) {
    if (count_++ == 0) first_ = m;
    senders_.insert(m.source);
    bytes_.add(m.bytes.count());
    least_ = count_ == 1 ? m.bytes : std::min(least_, m.bytes);
    most_ = std::max(most_, m.bytes);
    distance_.add((m.destination - m.source + ranks_) % ranks_);
    exclusive_.add(m.destination ^ m.source);
    destination_.add(m.destination);
  }

  bool isEach() const { return static_cast<int>(senders_.size()) == ranks_; }

  /// "2 KiB (half of its data)", "1 KiB to 4 KiB".
  QString sizes(Bytes vector) const {
    if (!bytes_.isCommon()) return Words::tr("%1 to %2").arg(sizeText(least_), sizeText(most_));
    QString size = sizeText(first_.bytes);
    if (first_.bytes <= Bytes(0) || vector.count() % first_.bytes.count() != 0) return size;
    const std::int64_t parts = vector.count() / first_.bytes.count();
    if (parts == 0) return size;
    return parts == 1   ? Words::tr("%1 (all of its data)").arg(size)
           : parts == 2 ? Words::tr("%1 (half of its data)").arg(size)
                        : Words::tr("%1 (1/%2 of its data)").arg(size).arg(parts);
  }

  QString partner() const {
    const auto each = count_ / static_cast<std::int64_t>(senders_.size());
    if (count_ > static_cast<std::int64_t>(senders_.size()))
      return count_ % static_cast<std::int64_t>(senders_.size()) == 0
                 ? Words::tr(" to each of %1 ranks").arg(each)
                 : Words::tr(" in %1 messages").arg(count_);
    if (destination_.isCommon()) return Words::tr(" to rank %1").arg(first_.destination);
    if (exclusive_.isCommon())
      return (isEach() ? Words::tr(" to its partner, %1 away") : Words::tr(" to partners %1 away"))
          .arg(exclusive_.value());
    if (!distance_.isCommon()) return {};
    const std::int64_t d = distance_.value();
    if (d == 1) return Words::tr(" to the next rank");
    if (d == ranks_ - 1) return Words::tr(" to the previous rank");
    return 2 * d <= ranks_ ? Words::tr(" to the rank %1 further on").arg(d)
                           : Words::tr(" to the rank %1 before").arg(ranks_ - d);
  }

  int ranks_;
  std::int64_t count_ = 0;
  MessageEvent first_;
  std::set<int> senders_;
  Bytes least_{0}, most_{0};
  Common bytes_, distance_, exclusive_, destination_;
};

}  // namespace

QString roundText(const TraceIndex& index, int round, Bytes vector) {
  if (round < 0 || index.totalOf(round) != nullptr) return {};
  const QString pattern =
      RoundPattern(index, round).text(index.blocks().pieces().reduces() ? vector : Bytes(0));
  if (pattern.isEmpty()) return {};
  const QString name = QString::fromStdString(index.operations().text(round));
  return Words::tr("Round %1%2: %3.").arg(name, phaseText(index, round, vector), pattern);
}

}  // namespace orrery::viz
