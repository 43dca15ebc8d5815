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
    Term{"rank", "p r",
         "One of the p participants of a collective; ranks are numbered from 0 to p-1.",
         "0 <= r < p", "MPI", "lessons/messages-and-costs"},
    Term{"host", "",
         "An end point of the network, such as a node of a cluster or a GPU; it runs one or more "
         "ranks.",
         "host = mapping(rank)", "De Sensi et al. (NSDI 2024), Sec. 2.2: node",
         "ci/several-ranks-per-host"},
    Term{"port", "",
         "A place where a host sends one message and receives one at a time; the number of ports "
         "limits its messages under way.",
         "ports = N, per-link or unlimited", "Träff (2023), Sec. 1: one-ported", "ci/port-hold"},
    Term{"round", "step",
         "A step of an algorithm: each rank starts its messages of the round, then waits for them.",
         "at least ceil(log2 p) rounds in most collectives", "Träff (2023), Sec. 1",
         "lessons/few-rounds-or-few-bytes"},
    Term{"block", "n",
         "A part of a vector that an algorithm moves as a unit; a vector of m bytes is cut into n "
         "blocks.",
         "m/n bytes per block", "Träff (2023), Sec. 1", "lessons/few-rounds-or-few-bytes"},
    Term{"root", "",
         "The rank that has the data before a broadcast or scatter, or the result after a gather "
         "or reduce.",
         "root = 0 .. p-1", "MPI", "lessons/broadcast-trees"},
    Term{"α", "alpha start-up", "The time to start a message; it does not depend on the size.",
         "α + m β", "Hockney (1994)", "lessons/messages-and-costs"},
    Term{"latency", "link-latency hop-latency hop",
         "The time that a link adds to each message that crosses it, whatever its size; α is paid "
         "once, latency for each link.",
         "α + Σ (link_latency + hop_latency) + m β", "De Sensi et al. (NSDI 2024), Sec. 5",
         "lessons/swing"},
    Term{"β", "beta bandwidth",
         "The time to transfer one byte of a message; its inverse is the bandwidth.", "α + m β",
         "Hockney (1994)", "lessons/messages-and-costs"},
    Term{"overhead", "o",
         "The part of α in which the sender's processor is busy, so that its messages start at "
         "least this far apart.",
         "k messages at once: the last starts at (k-1) o", "Culler et al., LogP (PPoPP 1993)",
         "machines/lumi"},
    Term{"γ", "gamma", "The time to reduce one byte, for example to add it to another.", "m γ",
         "Rabenseifner (2004)", "lessons/first-allreduce"},
    Term{"m", "bytes",
         "The size of the problem in bytes; `orrery list collectives` says which bytes each "
         "collective counts.",
         "m = elements x size of the datatype", "Träff (2023), Sec. 1",
         "lessons/messages-and-costs"},
    Term{"skip", "",
         "The distance from a rank to its partner in a circulant algorithm; each round has its own "
         "skip.",
         "skip[k] = ceil(skip[k+1] / 2), skip[q] = p", "Träff (2023), Alg. 1",
         "lessons/any-number-of-ranks"},
    Term{"circulant graph", "circulant",
         "The graph in which every rank r has an edge to rank r + s, modulo p, for each skip s.",
         "r -> (r + skip[k]) mod p", "Träff (2023), Sec. 2", "lessons/any-number-of-ranks"},
    Term{"route", "path",
         "The links that a message crosses from its source to its destination; topologies use "
         "shortest routes.",
         "routing = minimal, dimension-order, ecmp or adaptive", "Dally and Towles (2004), Ch. 8",
         "ci/routing"},
    Term{"contention", "",
         "Messages that cross one link at the same time share its bandwidth, so that each takes "
         "longer.",
         "k messages on one link: bandwidth / k for each", "De Sensi et al. (NSDI 2024), Sec. 1",
         "lessons/contention-on-a-ring"},
    Term{"max-min fair share", "max-min fair-share fairness",
         "Rates at which no message could go faster without slowing down another one that is no "
         "faster.",
         "share the link with the least bandwidth per message first; repeat without its messages",
         "Bertsekas and Gallager (1992), Sec. 6.5", "lessons/contention-on-a-ring"},
    Term{
        "Λ", "lambda latency-deficiency",
        "The latency deficiency: the rounds of a run divided by the fewest possible; 1 is optimal.",
        "Λ = rounds / ceil(log2 p)", "De Sensi et al. (NSDI 2024), Eq. 1",
        "lessons/few-rounds-or-few-bytes"},
    Term{"Ψ", "psi bandwidth-deficiency",
         "The bandwidth deficiency: the bytes through the busiest port divided by the fewest "
         "possible if all links of a host are used; 1 is optimal.",
         "Ψ = bytes / (2m(p-1)/p) for an allreduce through one port",
         "De Sensi et al. (NSDI 2024), Eq. 1", "lessons/few-rounds-or-few-bytes"},
    Term{"Ξ", "xi congestion congestion-deficiency",
         "The congestion deficiency: the bytes over the busiest link divided by those through the "
         "busiest port, each summed over the rounds; 1 is optimal.",
         "Ξ = sum of busiest links / sum of busiest ports", "De Sensi et al. (NSDI 2024), Eq. 1",
         "lessons/swing"},
    Term{"deficiency", "",
         "A factor by which a run needs more than the optimum: more rounds (Λ), bytes (Ψ) or bytes "
         "on shared links (Ξ).",
         "T = log2 p α Λ + n/D β Ψ Ξ", "De Sensi et al. (NSDI 2024), Eq. 1", "papers/swing-8x8"},
    Term{"goodput", "", "The useful bytes of a collective divided by its completion time.",
         "8 m / time, in bits per second", "De Sensi et al. (NSDI 2024), Sec. 5",
         "papers/swing-8x8"},
    Term{"critical path", "",
         "The chain of work and waits that determines the time of a run; only a faster part of "
         "this chain makes the run faster.",
         "completion time = sum of its stretches (`orrery why`)", "Kelley and Walker (1959)",
         "lessons/the-slowest-decides"},
    Term{
        "deadlock", "",
        "A state in which ranks wait for each other in a cycle, so that none of them can continue.",
        "rank 0 waits for rank 1, ..., for rank 0", "MPI 4.0, Sec. 3.5", "lessons/deadlock"},
    Term{"payload", "",
         "The contents of messages: only a size (ghost), the contributors to each element "
         "(provenance), or bytes (real).",
         "payload = ghost, provenance or real", "Orrery (assets/model.md)",
         "lessons/first-allreduce"},
    Term{"eager protocol", "eager",
         "A protocol in which a message leaves before its receiver is ready, and the sender "
         "continues.",
         "protocol = eager, or eager_limit = SIZE", "MPI 4.0, Sec. 3.4", "lessons/deadlock"},
    Term{"straggler", "slow-rank",
         "A rank that is slower or later than the others, so that they wait for it.",
         "slow_ranks = \"3=2\"", "Dean and Ghemawat (OSDI 2004), Sec. 3.6",
         "lessons/the-slowest-decides"},
    Term{"sweep", "cell",
         "A scenario with lists of values; each combination of values is one run, called a cell.",
         "cells = product of the lengths of all lists", "Orrery (assets/sweeps.md)",
         "lessons/few-rounds-or-few-bytes"},
    Term{"rank symmetry", "symmetry representative-rank",
         "Ranks are identical if they can be renumbered so that network and algorithm stay the "
         "same; one representative rank stands for each class.",
         "symmetry = auto, on or off", "Orrery (assets/speed.md)", "papers/swing-8x8"}};

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
  throw InputError(
      fmt::format("explain: '{}' is unknown; `orrery explain` lists all terms, `orrery list "
                  "algorithms` all algorithms{}",
                  word, did_you_mean(wanted, known)));
}

std::string text_of_term(const Term& term) {
  std::string out = fmt::format("{}\n{}", term.word, wrapped(term.meaning, kTerminalWidth - 2));
  return out + fmt::format(
                   "  formula   {0}\n  source    {1}\n  see       orrery run {2}; orrery-gui {2}\n",
                   term.formula, term.source, term.scenario);
}

}  // namespace orrery::teaching
