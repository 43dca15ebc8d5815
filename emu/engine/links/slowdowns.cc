#include "emu/engine/links/slowdowns.h"

namespace orrery::inline engine {

void Slowdowns::Split::charge(double lost) {
  const double ps = lost - charged;
  charged = lost;
  if (ps <= 0) return;
  const auto known = std::ranges::find(parts, link, &Part::link);
  known == parts.end() ? parts.push_back({link, ps}) : void(known->ps += ps);
}

Index Slowdowns::new_split(LinkSlot link) {
  const Index i = splits_.take();
  splits_[i].link = link;
  splits_[i].charged = 0;
  splits_[i].parts.clear();
  return i;
}

/// Notes a delay by another link than before, or by one of several.
void Slowdowns::hold_up_again(FlowId f, std::uint32_t owner, LinkSlot link, double end) {
  if (!is_split(f)) flows_[f] = kFirstSplit + new_split(flows_[f]);
  Split& split = splits_[split_of(f)];
  if (split.link == link) return;
  split.charge(end - ideal_end_(owner));
  split.link = link;
}

void Slowdowns::end(FlowId f, double lost, std::vector<Part>& parts) {
  parts.clear();
  if (is_split(f)) {
    Split& split = splits_[split_of(f)];
    split.charge(lost);
    parts = split.parts;
    splits_.give_back(split_of(f));
  } else {
    parts.push_back({flows_[f], lost});
  }
  flows_[f] = kNever;
}

}  // namespace orrery::inline engine
