#include "emu/payload/expression_store.h"

#include <utility>

namespace orrery::inline payload {

ExpressionStore::ExpressionStore(Name name) : name_(std::move(name)) {
  if (!name_) name_ = [](int rank, std::int64_t) { return text_of("x", rank); };
}

Slice ExpressionStore::allocate(std::int64_t count) {
  buffers_.emplace_back(static_cast<std::size_t>(count));
  return {static_cast<std::uint32_t>(buffers_.size() - 1), 1, 0, count};
}

void ExpressionStore::fill(Slice slice, Content content) {
  for (std::int64_t i = 0; i < slice.count(); ++i)
    at(slice, i) = {name_(content.contributor, content.logical + i), false};
}

void ExpressionStore::copy_range(Slice into, Slice from) {
  for (std::int64_t i = 0; i < into.count(); ++i) at(into, i) = at(from, i);
}

void ExpressionStore::reduce_range(Slice into, Slice from, bool from_first) {
  for (std::int64_t i = 0; i < into.count(); ++i) {
    const Expression& left = from_first ? at(from, i) : at(into, i);
    const Expression& right = from_first ? at(into, i) : at(from, i);
    const std::string bracketed = right.is_sum ? "(" + right.text + ")" : right.text;
    at(into, i) = {left.text + " + " + bracketed, true};
  }
}

}  // namespace orrery::inline payload
