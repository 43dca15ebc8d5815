#include "tests/unit/layering/classes.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "tests/unit/layering/tokens.h"

namespace orrery::testing {
namespace {

constexpr auto kSeparator = "::";

bool is_type(std::string_view head) {
  const std::string_view text = without_template(head);
  const bool names = has_word(text, "class") || has_word(text, "struct") || has_word(text, "union");
  return names && !has_word(text, "enum");
}

/// Returns "A::S" of "struct alignas(8) A::S final : Base", "" of a type without a name.
std::string name_of_class(std::string_view head) {
  Texts tokens = tokens_of(without_template(head));
  tokens.erase(std::find_if(tokens.begin(), tokens.end(),
                            [](const auto& t) { return t == ":" || t == "<" || t == "final"; }),
               tokens.end());
  std::string name = tokens.size() < 2 ? "" : tokens.back();
  for (auto at = tokens.size(); at >= 4 && tokens[at - 2] == kSeparator; at -= 2)
    name.insert(0, tokens[at - 3] + kSeparator);
  return name;
}

/// Returns the name that what stands in `scopes` has in front of its own.
std::string prefix_of(const Source& source, const Declaration& d) {
  std::string prefix;
  bool anonymous = false;
  for (const std::string& scope : d.scopes) {
    const std::string inner = namespace_of(scope);
    anonymous = anonymous || (has_word(scope, "namespace") && inner.empty());
    if (is_type(scope))
      prefix += name_of_class(scope) + kSeparator;
    else if (!inner.empty())
      prefix += inner + kSeparator;
  }
  return anonymous ? source.path + ":" + prefix : prefix;
}

std::string without_separator(std::string_view prefix) {
  return std::string(prefix.substr(0, prefix.size() - (prefix.ends_with(kSeparator) ? 2 : 0)));
}

/// Returns `text` after templates, attributes and specifiers.
std::string_view declared(std::string_view text) {
  text = without_template(text);
  const auto begin = std::min(text.find_first_not_of(" \t\n"), text.size());
  text.remove_prefix(begin);
  if (text.starts_with("[[")) return declared(text.substr(within(text, 0).size() + 2));
  return text;
}

/// Returns the place of the bracket in which parameters begin; the end where there are none.
std::size_t parameters_of(std::string_view text) {
  const auto sign = text.find("operator");
  if (sign != text.npos && has_word(text.substr(0, find_outside(text, "({=")), "operator"))
    return text.find('(', text.find_first_not_of(' ', sign + 8) + 1);
  const auto open = find_outside(text, "(={[");
  const bool pointer = text.substr(open).starts_with("(*");
  return open < text.size() && text[open] == '(' && !pointer ? open : text.size();
}

/// Returns `text` without the arguments of templates.
std::string without_arguments(std::string_view text) {
  const auto open = find_outside(text.substr(0, text.find("operator")), "<");
  if (open == text.size() || text[open] != '<') return std::string(text);
  const auto behind = open + within(text, open).size() + 2;
  return std::string(text.substr(0, open)) +
         without_arguments(text.substr(std::min(behind, text.size())));
}

/// Returns "A::B::" of "int A<T>::B::f".
std::string qualifiers_of(std::string_view name) {
  const std::string plain = without_arguments(name);
  const Texts tokens = tokens_of(plain.substr(0, plain.find("operator")));
  auto at = tokens.size() - (plain.find("operator") == plain.npos && !tokens.empty() ? 1 : 0);
  if (at > 0 && tokens[at - 1] == "~") --at;
  std::string qualifiers;
  for (; at >= 2 && tokens[at - 1] == kSeparator; at -= 2)
    qualifiers.insert(0, tokens[at - 2] + kSeparator);
  return qualifiers;
}

/// Counts the classes of one file after the other.
class Counter {
 public:
  std::map<std::string, ClassSize> sizes() const { return sizes_; }

  void add(const Source& source) {
    for (const Declaration& d : declarations(bare_code(source.text))) add(source, d);
  }

 private:
  void add(const Source& source, const Declaration& d) {
    const std::string prefix = prefix_of(source, d);
    const int lines = d.last_line - d.first_line + 1;
    const bool within_class = !d.scopes.empty() && is_type(d.scopes.back());
    if (d.opens == Opens::kScope && is_type(d.text))
      sizes_[prefix + name_of_class(d.text)].lines += lines;
    else if (within_class)
      add_member(sizes_[without_separator(prefix)], d);
    else if (d.opens == Opens::kFunction)
      add_lines(prefix, d, lines);
  }

  void add_lines(const std::string& prefix, const Declaration& d, int lines) {
    const auto text = declared(d.text);
    const std::string qualifiers = qualifiers_of(text.substr(0, parameters_of(text)));
    if (!qualifiers.empty()) sizes_[without_separator(prefix + qualifiers)].lines += lines;
  }

  static void add_member(ClassSize& size, const Declaration& d) {
    const auto text = declared(d.text);
    for (const char* word : {"using", "friend", "static_assert", "typedef", "enum"})
      if (text.starts_with(word)) return;
    if (d.opens == Opens::kFunction || parameters_of(text) < text.size())
      size.functions += text.ends_with("delete") ? 0 : 1;
    else if (d.opens == Opens::kPart &&
             !has_word(text.substr(0, find_outside(text, "={")), "static") &&
             tokens_of(text).size() > (is_type(text) ? 2U : 1U))
      size.members += static_cast<int>(parts_of(text).size());
  }

  std::map<std::string, ClassSize> sizes_;
};

}  // namespace

std::map<std::string, ClassSize> class_sizes(const std::vector<Source>& sources) {
  Counter counter;
  for (const Source& s : sources) counter.add(s);
  return counter.sizes();
}

}  // namespace orrery::testing
