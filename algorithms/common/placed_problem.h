#pragma once

#include <optional>
#include <utility>

#include "algorithms/collective.h"
#include "algorithms/common/distinct.h"
#include "emu/net/network.h"

namespace orrery::inline algorithms {

/// Returns whether no two ranks share a host.
inline bool one_rank_on_each_host(const Network& network) {
  return distinct(network.host_of).size() == network.host_of.size();
}

/// Returns whether a host sends one message and receives one at a time.
inline bool is_one_ported(const Ports& ports) {
  return ports.kind == Ports::Kind::kCount && ports.count == 1 && !ports.half_duplex;
}

/// A problem and its network by value: all inputs of a choice.
struct PlacedProblem {
  explicit PlacedProblem(const Problem& x) : problem(x) {
    problem.network = nullptr;
    if (x.network != nullptr) network = *x.network;
  }
  bool operator==(const PlacedProblem&) const = default;

  Problem problem;  ///< without its network
  std::optional<Network> network;
};

/// A cache of one answer, for repeated questions.
template <class Question, class Answer>
class LastAnswer {
 public:
  template <class F>
  const Answer& to(Question question, F&& find) {
    if (!last_ || last_->first != question) {
      Answer answer = find();
      last_.emplace(std::move(question), std::move(answer));
    }
    return last_->second;
  }

 private:
  std::optional<std::pair<Question, Answer>> last_;
};

}  // namespace orrery::inline algorithms
