#include "emu/comm/communicator_numbers.h"

#include <utility>

namespace orrery::inline comm {

CommunicatorNumbers::Found CommunicatorNumbers::find(Kind kind, int rank) {
  Family& family = families_[std::move(kind)];
  const int nth = family.made[rank]++;
  const auto i = static_cast<std::size_t>(nth);
  if (i == family.numbers.size()) family.numbers.push_back(++count_);
  return {family.numbers[i], nth};
}

void CommunicatorNumbers::restart() {
  for (auto& [kind, family] : families_) family.made.clear();
}

}  // namespace orrery::inline comm
