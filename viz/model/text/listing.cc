#include "viz/model/text/listing.h"

#include <algorithm>

#include "algorithms/levels/composition.h"
#include "algorithms/source_text.h"
#include "scenarios/text/units_text.h"
#include "viz/model/text/block_names.h"
#include "viz/model/text/partner_rule.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/texts.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

QStringList linesOf(std::string_view text) {
  return textOf(text).split(u'\n');
}

QString nameOf(const char* path) {
  const QString file = QString::fromUtf8(path);
  const auto at = file.lastIndexOf(QLatin1String("algorithms/"));
  return at < 0 ? file : file.mid(at);
}

qsizetype indentOf(const QString& line) {
  qsizetype n = 0;
  while (n < line.size() && line[n] == u' ') ++n;
  return n == line.size() ? 1000 : n;  // an empty line belongs to the block around it
}

/// Returns whether a function begins in this line.
bool beginsFunction(const QString& line) {
  return !line.isEmpty() && line[0].isLetter() && !line.startsWith(QLatin1String("namespace")) &&
         line.contains(u'(') && !line.endsWith(u';');
}

bool isPython(const QString& line) {
  return line.startsWith(QLatin1String("def ")) || line.startsWith(QLatin1String("async def "));
}

/// Returns the last line of the function that begins in line `first`: its brace, or in Python its
/// last indented line.
qsizetype endOfFunction(const QStringList& lines, qsizetype first) {
  qsizetype last = first;
  if (!isPython(lines[first])) {
    while (last + 1 < lines.size() && lines[last] != QLatin1String("}")) ++last;
    return last;
  }
  for (qsizetype i = first + 1; i < lines.size() && indentOf(lines[i]) > 0; ++i)
    if (!lines[i].trimmed().isEmpty()) last = i;
  return last;
}

/// Returns the function around line `at` (from 0).
Listing functionAround(const QStringList& lines, qsizetype at) {
  qsizetype first = std::min(at, lines.size() - 1);
  while (first > 0 && !beginsFunction(lines[first])) --first;
  const qsizetype last = endOfFunction(lines, first);
  Listing listing;
  listing.lines = lines.mid(first, last - first + 1);
  listing.first_line = static_cast<int>(first) + 1;
  return listing;
}

/// Marks the lines from `at` to the end of the block it is in.
void markBlock(Listing& listing, qsizetype at) {
  if (at < 0 || at >= listing.lines.size()) return;
  const qsizetype indent = indentOf(listing.lines[at]);
  qsizetype end = at + 1;
  while (end < listing.lines.size() && indentOf(listing.lines[end]) >= indent) ++end;
  listing.begin = static_cast<int>(at);
  listing.end = static_cast<int>(end);
}

const RoundEvent* lastRound(const TraceIndex& index, int rank, Time t) {
  const auto numbers = index.lanes().of(LaneIndex::kRound, rank);
  const auto& rounds = index.trace().rounds;
  const auto past = std::upper_bound(numbers.begin(), numbers.end(), t,
                                     [&](Time when, auto n) { return when < rounds[n].time; });
  return past == numbers.begin() ? nullptr : &rounds[*(past - 1)];
}

Listing programOf(const QString& file) {
  const QStringList lines = linesOf(source_text(file.toStdString()));
  const auto begin = [&](const char* text) {
    return std::find_if(lines.begin(), lines.end(), [text](const QString& line) {
      return line.startsWith(QLatin1String(text));
    });
  };
  Listing listing;
  if (const auto run = begin("void run("); run != lines.end()) {
    listing = functionAround(lines, run - lines.begin());
  } else if (const auto member = begin("void ScheduleProgram::run("); member != lines.end()) {
    listing = functionAround(lines, member - lines.begin());
  } else if (const auto entry = begin("extern "); entry != lines.end()) {  // made of phases only
    listing.first_line = static_cast<int>(entry - lines.begin()) + 1;
    listing.lines = lines.mid(entry - lines.begin());
  }
  listing.file = QStringLiteral("algorithms/") + file;
  return listing;
}

/// Returns "3..5", or "6..1" round the end.
QString rangeText(int first, int last) {
  return first == last ? QString::number(first) : QStringLiteral("%1..%2").arg(first).arg(last);
}

/// Describes the payload of messages in the paper's words.
class Speaker {
 public:
  Speaker(const TraceIndex& index, const RoundWords& words, int rank)
      : blocks_(index.blocks()),
        words_(words),
        p_(index.network().ranks()),
        rank_(rank),
        from_own_(words.from_own && blocks_.count() == p_) {}

  /// Returns "R[3..5] to 10".
  QString sent(const MessageEvent& m) const {
    return Words::tr("%1 to %2").arg(carried(m, words_.sent)).arg(m.destination);
  }
  QString received(const MessageEvent& m) const {
    return Words::tr("%1 from %2").arg(carried(m, words_.received)).arg(m.source);
  }

 private:
  /// Returns the paper's place in its array, and the name of the message in all views.
  QString carried(const MessageEvent& m, std::string_view array) const {
    if (!blocks_.known(m)) return QString::fromStdString(short_size(m.bytes));
    const QString name = messageName(blocks_, m);
    if (from_own_) return QStringLiteral("%1[%2] (%3)").arg(textOf(array), places(m), name);
    return QStringLiteral("%1[%2]").arg(words_.from_own ? QStringLiteral("B") : textOf(array),
                                        name);
  }
  /// Returns the blocks of a message, beginning with the rank's own.
  QString places(const MessageEvent& m) const {
    std::vector<BlockRange> ranges = blocks_.of(m);
    if (goesAround(blocks_, ranges)) ranges = {{ranges[0].first, ranges[1].last}};
    QStringList parts;
    for (const BlockRange& b : ranges) parts.append(rangeText(place(b.first), place(b.last)));
    return parts.join(QStringLiteral(", "));
  }
  int place(int block) const { return (block - rank_ + p_) % p_; }

  const BlockTable& blocks_;
  const RoundWords& words_;
  int p_, rank_;
  bool from_own_;
};

/// Describes the common rule of all transfers of a round. Leaves out distances if letters stand for
/// them.
QString partnerText(const PartnerRule& rule, bool has_letters) {
  if (rule.count() < 2) return {};
  if (rule.exclusive().exists())
    return Words::tr(", partner r XOR %1").arg(rule.exclusive().value());
  if (!rule.distance().exists() || has_letters) return {};
  const std::int64_t d = rule.distance().value();
  return 2 * d <= rule.ranks() ? Words::tr(", to r + %1").arg(d)
                               : Words::tr(", to r − %1").arg(rule.ranks() - d);
}

/// Returns "B[3] to 8, B[4] to 9", abridged.
QString listOf(const std::vector<const MessageEvent*>& messages, const Speaker& speaker,
               bool sends) {
  constexpr std::size_t kMost = 4;
  QStringList parts;
  for (std::size_t i = 0; i < std::min(messages.size(), kMost); ++i) {
    parts.append(sends ? speaker.sent(*messages[i]) : speaker.received(*messages[i]));
  }
  if (messages.size() > kMost) parts.append(Words::tr("… (%1 messages)").arg(messages.size()));
  return parts.join(QStringLiteral(", "));
}

}  // namespace

QString sourceOf(const Algorithm& a) {
  std::string name(a.collective);
  name += '/';
  name += entry_of(a).name;
  name += ".cc";
  std::replace(name.begin(), name.end(), '-', '_');
  return QString::fromStdString(name);
}

QString sourceOfPrograms() {
  return QStringLiteral("operations/schedule_program.cc");
}

Listing listingAt(const TraceIndex& index, const QString& source, int rank, Time t) {
  const RoundEvent* event = lastRound(index, rank, t);
  const QStringList lines = event == nullptr ? QStringList() : linesOf(source_text(event->file));
  if (event == nullptr || lines.size() < event->line) return programOf(source);
  Listing listing = functionAround(lines, event->line - 1);
  listing.file = nameOf(event->file);
  if (t < index.endOf(rank)) markBlock(listing, event->line - listing.first_line);
  return listing;
}

QString wordsOf(const Listing& listing) {
  QStringList words;
  for (int line = listing.begin - 1; listing.end > listing.begin && line >= 0; --line) {
    const QString text = listing.lines[line].trimmed();
    const bool python = text.startsWith(QLatin1String("# "));
    if (!python && !text.startsWith(QLatin1String("// "))) break;
    words.prepend(text.mid(python ? 2 : 3));
  }
  return words.join(u' ');
}

QString lettersOf(const QString& source) {
  const QStringList lines = linesOf(source_text(source.toStdString()));
  QString text;
  bool inside = false;
  for (const QString& line : lines) {
    if (!line.startsWith(QLatin1String("//"))) break;
    const QString rest = line.mid(3);
    if (!rest.startsWith(u' ') && !rest.isEmpty())
      inside = rest.startsWith(QLatin1String("Letters"));
    if (!inside) continue;
    text += (text.isEmpty() ? QString() : QStringLiteral(" ")) +
            (rest.startsWith(QLatin1String("Letters")) ? rest.mid(7) : rest).trimmed();
  }
  return text;
}

namespace {

QString totalSentence(const RoundTotal& total, int rank) {
  const auto& ranks = total.traffic->ranks;
  const auto found = std::lower_bound(ranks.begin(), ranks.end(), rank,
                                      [](const RankTotal& r, int n) { return r.rank < n; });
  const bool any = found != ranks.end() && found->rank == rank;
  const auto text = [](Bytes bytes) { return QString::fromStdString(short_size(bytes)); };
  return (total.first == total.last ? Words::tr("Round %1") : Words::tr("Rounds %1"))
             .arg(rangeText(total.first, total.last)) +
         (any ? Words::tr(": rank %1 sends %2 and receives %3 in all.")
                    .arg(rank)
                    .arg(text(found->sent), text(found->received))
              : Words::tr(": rank %1 waits.").arg(rank));
}

}  // namespace

RoundWords roundWords(const Algorithm& algorithm, const Problem& problem, int round, int rank) {
  if (algorithm.words == nullptr || round < 0 || round >= algorithm.rounds(problem)) return {};
  return algorithm.words(problem, round, rank);
}

QString roundSentence(const TraceIndex& index, const RoundWords& words, int round, int rank) {
  if (round < 0) return Words::tr("Before the first round.");
  if (const RoundTotal* total = index.totalOf(round)) return totalSentence(*total, rank);
  PartnerRule pattern(index.network().ranks());
  for (const std::uint32_t n : index.messagesOf(round)) pattern.add(index.trace().messages[n]);
  std::vector<const MessageEvent*> sent, received;
  const auto collect = [&](LaneIndex::Lane lane, std::vector<const MessageEvent*>& into) {
    for (const std::uint32_t n : index.lanes().of(lane, rank)) {
      const MessageEvent& m = index.trace().messages[n];
      if (m.round == round) into.push_back(&m);
    }
  };
  collect(LaneIndex::kSend, sent);
  collect(LaneIndex::kReceive, received);
  const Speaker speaker(index, words, rank);
  const QString sends = listOf(sent, speaker, true), receives = listOf(received, speaker, false);
  const QString letters =
      words.letters.empty() ? QString() : QStringLiteral(", ") + textOf(words.letters);
  const QString head =
      Words::tr("Round %1").arg(round) + letters + partnerText(pattern, !words.letters.empty());
  if (sent.empty() && received.empty()) return Words::tr("%1: rank %2 waits.").arg(head).arg(rank);
  if (received.empty()) return Words::tr("%1: rank %2 sends %3.").arg(head).arg(rank).arg(sends);
  if (sent.empty()) return Words::tr("%1: rank %2 receives %3.").arg(head).arg(rank).arg(receives);
  return Words::tr("%1: rank %2 sends %3 and receives %4.")
      .arg(head)
      .arg(rank)
      .arg(sends, receives);
}

}  // namespace orrery::viz::inline model
