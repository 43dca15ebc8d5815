#include "scenarios/teaching/glossary.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include <fmt/format.h>

#include "scenarios/report/table.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

constexpr std::array kTerms{
    Term{"rank", "p r", "One of the p participants of a collective, numbered 0 to p-1.",
         "0 <= r < p", "MPI", "lessons/messages-and-costs"},
    Term{"host", "", "An end point of the network; it may hold several ranks.", "", "",
         "ci/several-ranks-per-host"},
    Term{"port", "", "What limits how many transfers a host has at once, in each direction.",
         "ports = N, per-link or unlimited", "Träff (2023), Sec. 1: one-ported", "ci/port-hold"},
    Term{"round", "step",
         "One step of an algorithm: the messages that it sends before it waits for them.",
         "ceil(log2 p) at least, for most collectives", "Träff (2023), Sec. 1",
         "lessons/few-rounds-or-few-bytes"},
    Term{"block", "n",
         "The unit in which an algorithm moves a vector: the vector is cut into n blocks.",
         "m/n bytes", "Träff (2023), Sec. 1", "lessons/few-rounds-or-few-bytes"},
    Term{"root", "",
         "The rank at which a rooted collective such as a broadcast starts, or a gather ends.", "",
         "MPI", "lessons/broadcast-trees"},
    Term{"α", "alpha latency start-up", "The time to start a message, whatever its size.",
         "α + m β", "Hockney (1994)", "lessons/messages-and-costs"},
    Term{"β", "beta bandwidth", "The time to send a byte; its inverse is the bandwidth.", "α + m β",
         "Hockney (1994)", "lessons/messages-and-costs"},
    Term{"γ", "gamma", "The time to reduce a byte.", "m γ", "Rabenseifner (2004)",
         "lessons/first-allreduce"},
    Term{"m", "bytes",
         "The size of the problem in bytes; orrery list collectives says what it counts.", "", "",
         "lessons/messages-and-costs"},
    Term{"skip", "", "The distance between partners in a round of a circulant algorithm.",
         "skip[k] = ceil(skip[k+1] / 2), skip[q] = p", "Träff (2023), Alg. 3",
         "lessons/any-number-of-ranks"},
    Term{"circulant graph", "circulant",
         "The graph in which rank r is joined to r + s for each skip s, modulo p.",
         "r -> (r + skip[k]) mod p", "Träff (2023), Sec. 2", "lessons/any-number-of-ranks"},
    Term{"contention", "",
         "Messages that cross one link at once share its bandwidth, and take longer.", "", "",
         "lessons/contention-on-a-ring"},
    Term{"max-min fair share", "max-min fair-share fairness",
         "The rates at which no message can get more without taking it from one that has no more.",
         "the bottleneck link with the least capacity per message is filled first",
         "Bertsekas and Gallager (1992), Sec. 6.5", "lessons/contention-on-a-ring"},
    Term{"Λ", "lambda latency-deficiency",
         "The latency deficiency: rounds of the run over the fewest rounds; 1 is optimal.",
         "rounds / ceil(log2 p)", "De Sensi et al. (NSDI 2024), Eq. 1",
         "lessons/few-rounds-or-few-bytes"},
    Term{"Ψ", "psi bandwidth-deficiency",
         "The bandwidth deficiency: bytes through the busiest port over the fewest bytes; 1 is "
         "optimal.",
         "for an allreduce against 2m(p-1)/p", "De Sensi et al. (NSDI 2024), Eq. 1",
         "lessons/few-rounds-or-few-bytes"},
    Term{"Ξ", "xi congestion congestion-deficiency",
         "The congestion deficiency: bytes over the busiest link over those through the busiest "
         "port, summed over rounds; 1 is optimal.",
         "sum of busiest links / sum of busiest ports", "De Sensi et al. (NSDI 2024), Eq. 1",
         "lessons/swing"},
    Term{"deficiency", "",
         "How many times as much a run needs as the optimum: of rounds (Λ), bytes (Ψ) and shared "
         "links (Ξ).",
         "T = log2 p α Λ + n/D β Ψ Ξ", "De Sensi et al. (NSDI 2024), Eq. 1", "papers/swing-8x8"},
    Term{"goodput", "", "Useful bytes of a collective over its completion time.",
         "8 m / time, in bits per second", "De Sensi et al. (NSDI 2024), Sec. 5",
         "papers/swing-8x8"},
    Term{"critical path", "",
         "The chain of waits and work that ends the run: making any part of it faster makes the "
         "run faster.",
         "orrery why", "", "lessons/the-slowest-decides"},
    Term{"deadlock", "", "Ranks wait for each other in a cycle, and none can go on.", "", "",
         "lessons/deadlock"},
    Term{"payload", "",
         "What messages carry: nothing but a size (ghost), who contributed (provenance), or bytes "
         "(real).",
         "payload = ghost, provenance or real", "", "lessons/first-allreduce"},
    Term{"eager protocol", "eager",
         "A message that leaves before its receiver is ready; the sender goes on.",
         "protocol = eager, eager_limit", "MPI implementations", "lessons/deadlock"},
    Term{"straggler", "slow-rank", "A rank that is slower than the others, and that they wait for.",
         "slow_ranks = \"3=2\"", "", "lessons/the-slowest-decides"}};

/// Returns "max-min-fair-share" for "Max-min fair share".
std::string with_dashes(std::string_view word) {
  std::string text;
  for (const char c : word)
    text += c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Returns the words that find a term.
std::vector<std::string> words_of(const Term& term) {
  std::vector<std::string> words{with_dashes(term.word)};
  if (!term.others.empty())
    for (const std::string_view other : split(term.others, ' ')) words.emplace_back(other);
  return words;
}

}  // namespace

std::span<const Term> glossary() {
  return kTerms;
}

const Term& find_term(std::string_view word) {
  const std::string wanted = with_dashes(word);
  std::vector<std::string> known;
  for (const Term& term : kTerms) {
    const std::vector<std::string> words = words_of(term);
    if (std::ranges::find(words, wanted) != words.end()) return term;
    known.insert(known.end(), words.begin(), words.end());
  }
  throw InputError(fmt::format("explain: '{}' is unknown{}; `orrery explain` lists all terms", word,
                               did_you_mean(wanted, known)));
}

std::string text_of_term(const Term& term) {
  std::string out = fmt::format("{}\n{}", term.word, wrapped(term.meaning, kTerminalWidth - 2));
  const auto line = [&](std::string_view name, std::string_view text) {
    if (!text.empty()) out += fmt::format("  {:<9} {}\n", name, text);
  };
  line("formula", term.formula);
  line("source", term.source);
  if (!term.scenario.empty())
    line("see", fmt::format("orrery run {0}; orrery-gui {0}", term.scenario));
  return out;
}

}  // namespace orrery::teaching
