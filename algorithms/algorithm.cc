#include "algorithms/algorithm.h"

#include "algorithms/common/pipeline.h"

namespace orrery {

const Algorithm& chosen(const Algorithm& a, const Problem& x) {
  return a.choice == nullptr ? a : a.choice(x);
}

std::optional<std::string> refusal(const Algorithm& a, const Problem& x) {
  if (a.needs_commutative && !x.commutative)
    return text_of(a.collective, " ", a.name,
                   " needs a commutative operator: it does not keep the ranks in order");
  return a.unsupported == nullptr ? std::nullopt : a.unsupported(x);
}

int blocks_for(const Algorithm& a, const Problem& x) {
  if (!a.pipelined) return 1;
  return pipeline_blocks(x, a.best_blocks);
}

}  // namespace orrery
