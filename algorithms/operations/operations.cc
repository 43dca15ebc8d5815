#include "algorithms/operations/operations.h"

#include <algorithm>

namespace orrery::inline algorithms {

std::vector<int> GroupOperation::after_on(int rank) const {
  std::vector<int> operations;
  for (const Predecessor& p : after)
    if (rank >= p.first && rank <= p.last) operations.push_back(p.operation);
  return operations;
}

int GroupOperation::rounds_once() const {
  std::int64_t most = 1;
  if (kind == Kind::kCollective)
    for (const OperationGroup& g : groups) most = std::max(most, g.algorithm->rounds(g.problem));
  return static_cast<int>(most);
}

int GroupOperation::rounds() const {
  return repeat * rounds_once();
}

Bytes GroupOperation::bytes_total() const {
  Bytes sum{0};
  for (const OperationGroup& g : groups) {
    if (kind == Kind::kCollective) sum += g.algorithm->bytes_total(g.problem);
    if (kind == Kind::kMessages) sum += Bytes(g.problem.bytes().count() * std::ssize(g.messages));
  }
  return repeat * sum;
}

std::vector<int> first_rounds(const std::vector<GroupOperation>& operations) {
  std::vector<int> first;
  int next = 0;
  for (const GroupOperation& o : operations) {
    first.push_back(next);
    next += o.rounds();
  }
  return first;
}

int operation_of_round(const std::vector<int>& first_rounds, int round) {
  return static_cast<int>(std::ranges::upper_bound(first_rounds, round) - first_rounds.begin()) - 1;
}

}  // namespace orrery::inline algorithms
