#include "viz/model/text/round_text.h"

#include <algorithm>
#include <map>
#include <set>

#include "scenarios/text/units_text.h"
#include "viz/model/index/communication.h"
#include "viz/model/text/partner_rule.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

constexpr std::size_t kMostRounds = 1000;  ///< that are searched for phases

QString sizeText(Bytes bytes) {
  return QString::fromStdString(short_size(bytes));
}

/// The payload of a round's messages: parts of sums, or sums that are complete.
enum class Carried { kUnknown, kPartial, kWhole };

Carried carriedIn(const TraceIndex& index, int round) {
  const auto messages = index.messagesOf(round);
  if (messages.empty()) return Carried::kUnknown;
  const int ranks =
      contributions(index.blocks().contributors_of(index.trace().messages[messages.front()]));
  if (ranks == 0) return Carried::kUnknown;
  return ranks < index.network().ranks() ? Carried::kPartial : Carried::kWhole;
}

/// Returns the rounds in which ranks add up what they receive, also for large runs, whose messages
/// have no known contents.
std::set<int> reducingRounds(const TraceIndex& index) {
  std::set<int> rounds;
  for (const ComputeEvent& c : index.trace().computes)
    if (c.reduction) rounds.insert(c.round);
  return rounds;
}

Bytes largestOf(const TraceIndex& index, int round) {
  Bytes largest{0};
  for (const std::uint32_t n : index.messagesOf(round))
    largest = std::max(largest, index.trace().messages[n].bytes);
  return largest;
}

/// Names the phases of a collective that sums up and then distributes; empty for others.
QString phaseText(const TraceIndex& index, int round, Bytes vector) {
  const auto& marks = index.rounds();
  if (!index.blocks().pieces().reduces() || index.operations().any() || marks.size() > kMostRounds)
    return {};
  const std::set<int> reducing = reducingRounds(index);
  std::map<Carried, std::vector<int>> phases;
  Carried now = Carried::kUnknown;
  for (const RoundMark& m : marks) {
    Carried carried = carriedIn(index, m.round);
    if (carried == Carried::kUnknown && !reducing.empty())
      carried = reducing.contains(m.round) ? Carried::kPartial : Carried::kWhole;
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

/// The common properties of the messages of a round.
class RoundPattern {
 public:
  RoundPattern(const TraceIndex& index, int round) : rule_(index.network().ranks()) {
    for (const std::uint32_t n : index.messagesOf(round)) add(index.trace().messages[n]);
  }

  QString text(Bytes vector) const {
    if (rule_.count() == 0) return {};
    if (rule_.count() == 1)
      return Words::tr("rank %1 sends %2 to rank %3")
          .arg(first_.source)
          .arg(sizes(vector))
          .arg(first_.destination);
    const QString who = isEach() ? Words::tr("each rank sends %1")
                        : senders_.size() == 1
                            ? Words::tr("rank %1 sends %2").arg(first_.source)
                            : Words::tr("each of %1 ranks sends %2").arg(senders_.size());
    return who.arg(sizes(vector)) + partner();
  }

 private:
  void add(const MessageEvent& m) {
    if (rule_.count() == 0) first_ = m, least_ = m.bytes;
    rule_.add(m);
    senders_.insert(m.source);
    least_ = std::min(least_, m.bytes);
    most_ = std::max(most_, m.bytes);
    destination_.add(m.destination);
  }

  std::int64_t senders() const { return std::ssize(senders_); }
  bool isEach() const { return senders() == rule_.ranks(); }

  /// Returns "2 KiB (half of its data)", "between 1 KiB and 4 KiB".
  QString sizes(Bytes vector) const {
    QString size = sizeText(first_.bytes);
    if (const QString least = sizeText(least_), most = sizeText(most_); least != most)
      return Words::tr("between %1 and %2").arg(least, most);
    if (first_.bytes <= Bytes(0) || vector.count() % first_.bytes.count() != 0) return size;
    const std::int64_t parts = vector.count() / first_.bytes.count();
    if (parts == 0) return size;
    return parts == 1   ? Words::tr("%1 (all of its data)").arg(size)
           : parts == 2 ? Words::tr("%1 (half of its data)").arg(size)
                        : Words::tr("%1 (1/%2 of its data)").arg(size).arg(parts);
  }

  QString partner() const {
    if (const std::int64_t n = rule_.count(); n > senders())
      return n % senders() == 0 ? Words::tr(" to each of %1 ranks").arg(n / senders())
                                : Words::tr(" in %1 messages").arg(n);
    if (destination_.exists()) return Words::tr(" to rank %1").arg(destination_.value());
    if (rule_.exclusive().exists())
      return Words::tr(" to its partner, %1 away").arg(rule_.exclusive().value());
    return rule_.distance().exists() ? distanceText(rule_.distance().value()) : QString();
  }

  QString distanceText(std::int64_t d) const {
    if (d == 1) return Words::tr(" to the next rank");
    if (d == rule_.ranks() - 1) return Words::tr(" to the previous rank");
    return 2 * d <= rule_.ranks() ? Words::tr(" to the rank %1 further on").arg(d)
                                  : Words::tr(" to the rank %1 before").arg(rule_.ranks() - d);
  }

  PartnerRule rule_;
  MessageEvent first_;
  std::set<int> senders_;
  Bytes least_{0}, most_{0};
  Common destination_;
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

}  // namespace orrery::viz::inline model
