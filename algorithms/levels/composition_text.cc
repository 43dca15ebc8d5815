#include "algorithms/levels/composition_text.h"

#include <algorithm>

#include "emu/base/check.h"
#include "emu/base/letters.h"

namespace orrery::inline algorithms {

namespace {

/// The longest name of a composition, which is read recursively.
constexpr std::size_t kMostCharacters = 1000;

/// Splits at commas outside of parentheses. THROWS if these are unbalanced.
std::vector<std::string_view> items_of(std::string_view list, std::string_view all) {
  std::vector<std::string_view> items;
  std::size_t from = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    EMU_CHECK(depth >= 0 && (depth == 0 || i < list.size()), "the parentheses of '", all,
              "' do not match");
    if (c != ',' || depth > 0) continue;
    items.push_back(trimmed(list.substr(from, i - from)));
    from = i + 1;
  }
  return items;
}

/// Splits a part: a key ends at the first '=' outside of parentheses.
NamedPart part_of(std::string_view item) {
  const std::size_t equals = item.find('=');
  if (equals == std::string_view::npos || item.find('(') < equals) return {"", std::string(item)};
  return {std::string(trimmed(item.substr(0, equals))),
          std::string(trimmed(item.substr(equals + 1)))};
}

/// Returns the canonical form of a composition's name.
std::string written(const std::string& name) {
  return name.find('(') == std::string::npos ? name : read_composition(name).text();
}

/// Adds missing keys: parts without a key are for the levels in order, a single one for both.
void give_keys(std::vector<NamedPart>& parts, std::string_view all) {
  const auto is_bare = [](const NamedPart& part) { return part.key.empty(); };
  const auto bare = std::ranges::count_if(parts, is_bare);
  EMU_CHECK(bare <= 2, "'", all, "' has ", bare,
            " parts without a key; expected two at most, intra and inter");
  if (bare == 1 && parts.size() == 1) parts.push_back({"inter", parts.front().name});
  for (NamedPart& part : parts)
    if (is_bare(part)) part.key = &part == &parts.front() ? "intra" : "inter";
}

}  // namespace

std::string CompositionText::text() const {
  std::string text = base + '(';
  for (const NamedPart& part : parts)
    text += text_of(&part == &parts.front() ? "" : ", ", part.key, '=', part.name);
  return text + ')';
}

CompositionText read_composition(std::string_view name) {
  const std::string_view all = trimmed(name);
  EMU_CHECK(all.size() <= kMostCharacters, "a name of ", all.size(),
            " characters is not a composition; expected at most ", kMostCharacters);
  const std::size_t open = all.find('(');
  EMU_CHECK(open != std::string_view::npos && all.back() == ')', "the parentheses of '", all,
            "' do not match");
  CompositionText read{std::string(trimmed(all.substr(0, open))), {}};
  const std::string_view inside = trimmed(all.substr(open + 1, all.size() - open - 2));
  if (inside.empty()) return read;
  for (const std::string_view item : items_of(inside, all)) read.parts.push_back(part_of(item));
  give_keys(read.parts, all);
  for (NamedPart& part : read.parts) {
    EMU_CHECK(!part.key.empty() && !part.name.empty(), "'", all,
              "' has a part without a name; expected such as intra=ring");
    EMU_CHECK(std::ranges::count(read.parts, part.key, &NamedPart::key) == 1, "'", all, "' names ",
              part.key, " twice");
    part.name = written(part.name);
  }
  return read;
}

}  // namespace orrery::inline algorithms
