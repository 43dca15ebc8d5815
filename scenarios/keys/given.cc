#include "scenarios/keys/given.h"

#include <algorithm>

namespace orrery::inline keys {

const GivenValue* GivenOperation::value(std::string_view key) const {
  const auto found =
      std::ranges::find_if(keys, [&](const GivenKey& g) { return g.key->name == key; });
  return found == keys.end() ? nullptr : &found->values.front();
}

std::string GivenOperation::name() const {
  const GivenValue* const given = value("name");
  return given == nullptr ? std::string() : given->text;
}

}  // namespace orrery::inline keys
