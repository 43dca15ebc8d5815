#include "tests/unit/layering/names.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "tests/unit/layering/sources.h"
#include "tests/unit/layering/tokens.h"

namespace orrery::testing {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool starts_word(const std::string& token) {
  return is_word(token.front()) && !is_digit(token.front());
}

bool has(const Texts& tokens, const std::string& token) {
  return std::find(tokens.begin(), tokens.end(), token) != tokens.end();
}

/// Returns true if the last token is the name of a parameter, not part of its type.
bool ends_with_name(const Texts& type) {
  static const std::set<std::string> kTypes{"bool", "char",  "const",    "double", "float", "int",
                                            "long", "short", "unsigned", "signed", "auto",  "void"};
  return type.size() > 1 && starts_word(type.back()) && !kTypes.contains(type.back()) &&
         type[type.size() - 2] != "::";
}

/// Removes the name in a pointer to a function: void (*f)(int).
void remove_inner_name(Texts& type) {
  for (std::size_t i = 1; i + 1 < type.size(); ++i)
    if (type[i - 1] == "*" && starts_word(type[i]) && type[i + 1] == ")")
      type.erase(type.begin() + static_cast<std::ptrdiff_t>(i));
}

/// Returns the type of `parameter` without its name, its default and a const that does not matter.
Texts type_of(std::string_view parameter) {
  Texts type = tokens_of(parameter.substr(0, find_outside(parameter, "=")));
  if (!type.empty() && type[0] == "const" && !has(type, "&") && !has(type, "*"))
    type.erase(type.begin());
  if (ends_with_name(type)) type.pop_back();
  remove_inner_name(type);
  return type;
}

/// Reads the names of one declaration, from its beginning on.
class Reader {
 public:
  Reader(const Declaration& d, Name name)
      : text_(d.text), opens_(d.opens), name_(std::move(name)) {}

  std::vector<Name> read() {
    if (!skip_templates()) return {};
    skip_specifiers();
    if (!read_alias() && !read_type() && !read_operator() && !read_function()) read_variables();
    return std::move(names_);
  }

 private:
  bool begins(std::string_view word) const {
    return text_.starts_with(word) && (text_.size() == word.size() || !is_word(text_[word.size()]));
  }

  void skip(std::size_t count) {
    text_.remove_prefix(std::min(text_.find_first_not_of(" \t\n", count), text_.size()));
  }

  bool skip_word(std::string_view word) {
    const bool found = begins(word);
    if (found) skip(word.size());
    return found;
  }

  /// Returns false for specialisations and explicit instantiations.
  bool skip_templates() {
    while (skip_word("template")) {
      if (!text_.starts_with('<') || text_.starts_with("<>")) return false;
      const auto parameters = within(text_, 0);
      for (const auto part : parts_of(parameters)) add_generic(part);
      skip(parameters.size() + 2);
    }
    return true;
  }

  void add_generic(std::string_view parameter) {
    generic_.push_back(std::string(last_token(parameter.substr(0, find_outside(parameter, "=")))));
  }

  void skip_specifiers() {
    const auto before = text_.size();
    for (const char* word : {"inline", "constexpr", "consteval", "constinit", "thread_local"})
      skip_word(word);
    name_.internal = skip_word("static") || name_.internal;
    external_ = skip_word("extern") || external_;
    if (text_.starts_with("\"\"")) skip(2);  // extern "C"
    if (text_.starts_with("[[")) skip(within(text_, 0).size() + 2);
    if (text_.size() < before) skip_specifiers();
  }

  /// Adds a name unless it is empty.
  void add(Name::Kind kind, std::string_view name) {
    name_.kind = kind;
    name_.name = name;
    if (!name.empty()) names_.push_back(name_);
  }

  /// Reads `using X = Y`. Other declarations with `using` give no name.
  bool read_alias() {
    if (!begins("using") && !begins("namespace")) return begins("static_assert");
    const auto equals = text_.find('=');
    if (equals == text_.npos) return true;
    name_.detail = joined(tokens_of(text_.substr(equals + 1)));
    add(Name::Kind::kAlias, tokens_of(text_.substr(0, equals))[1]);
    return true;
  }

  /// Reads a type, or skips the struct of `struct S* f() {`.
  bool read_type() {
    if (!begins("class") && !begins("struct") && !begins("union") && !begins("enum")) return false;
    const Texts tokens = tokens_of(text_.substr(0, text_.find(':')));
    const bool forward = opens_ == Opens::kPart && (tokens.size() == 2 || tokens[0] == "enum");
    name_.defined = opens_ == Opens::kScope;
    if (name_.defined || forward)
      add(Name::Kind::kType, name_of_type(tokens));
    else
      skip_word(tokens[0]);
    return name_.defined || forward;
  }

  /// Returns nothing for specialisations, qualified types (A::B) and types without a name.
  std::string name_of_type(const Texts& tokens) const {
    const auto head = text_.substr(0, find_outside(text_, ":"));
    if (head.find('<') != head.npos || text_.substr(head.size()).starts_with("::")) return {};
    const auto last = tokens.size() - (tokens.back() == "final" ? 2 : 1);
    return last > 0 ? tokens[last] : "";
  }

  bool read_operator() {
    if (!has_word(text_.substr(0, find_outside(text_, "({=")), "operator")) return false;
    const auto begin = text_.find("operator"), sign = begin + 8;
    const auto open = text_.find('(', text_.find_first_not_of(' ', sign) + 1);
    const bool qualified = last_token(text_.substr(0, begin)) == ":";
    if (open != text_.npos && !qualified) add_function(open, text_.substr(begin, open - begin));
    return true;
  }

  bool read_function() {
    const auto open = find_outside(text_, "(={[");
    if (open == text_.size() || text_[open] != '(') return false;
    if (opens_ == Opens::kPart && is_value(within(text_, open))) return false;
    add_function(open, name_at_end(tokens_of(text_.substr(0, open))));
    return true;
  }

  /// Returns true for the text in the brackets of `const std::string x("")`.
  static bool is_value(std::string_view text) {
    return !text.empty() && (text[0] == '"' || text[0] == '{' || is_digit(text[0]));
  }

  /// Adds the function whose parameters open at `open`.
  void add_function(std::size_t open, std::string_view name) {
    for (const auto part : parts_of(within(text_, open))) add_parameter(type_of(part));
    if (!generic_.empty()) name_.detail += " of " + std::to_string(generic_.size()) + " parameters";
    name_.defined = opens_ == Opens::kFunction;
    add(Name::Kind::kFunction, name);
  }

  /// Writes $0, $1 for the parameters of a template, whose names do not matter.
  void add_parameter(Texts type) {
    for (std::string& token : type) {
      const auto found = std::find(generic_.begin(), generic_.end(), token);
      if (found != generic_.end()) token = "$" + std::to_string(found - generic_.begin());
    }
    name_.detail += (name_.detail.empty() ? "" : ", ") + joined(type);
  }

  void read_variables() {
    bool first = true;
    for (const auto part : parts_of(text_)) {
      const auto head = part.substr(0, find_outside(part, "(={["));
      name_.defined = !external_ || head.size() < part.size();
      add(Name::Kind::kVariable, first ? name_at_end(tokens_of(head)) : last_token(head));
      first = false;
    }
  }

  /// Returns the last token if a type is before it; nothing for qualified names.
  static std::string name_at_end(const Texts& tokens) {
    if (tokens.size() < 2 || !starts_word(tokens.back())) return {};
    const std::string& before = tokens[tokens.size() - 2];
    return before == "::" || before == "~" ? std::string() : tokens.back();
  }

  std::string_view text_;
  Opens opens_;
  Name name_;
  std::vector<Name> names_;
  Texts generic_;  ///< parameters of the template
  bool external_ = false;
};

bool is_enum(const std::string& scope) {
  return has_word(scope, "enum") && !has_word(scope, "class") && !has_word(scope, "struct");
}

/// Adds the namespaces of `scopes` to `name`. Returns false within types.
bool read_scopes(const Texts& scopes, Name& name) {
  for (const std::string& scope : scopes) {
    const bool is_namespace = has_word(scope, "namespace");
    if (!is_namespace && !is_enum(scope) && !has_word(scope, "extern")) return false;
    const std::string inner = namespace_of(scope);
    if (is_namespace && inner.empty()) name.internal = true;
    if (!inner.empty()) name.scope += (name.scope.empty() ? "" : "::") + inner;
  }
  return true;
}

void add_enumerators(const Declaration& d, Name name, std::vector<Name>& names) {
  name.kind = Name::Kind::kVariable;
  for (const auto part : parts_of(d.text)) {
    const Texts tokens = tokens_of(part);
    if (tokens.empty()) continue;
    name.name = tokens[0];
    names.push_back(name);
  }
}

}  // namespace

std::vector<Name> names_in(std::string_view code) {
  std::vector<Name> names;
  for (const Declaration& d : declarations(bare_code(code))) {
    Name name;
    name.line = d.first_line;
    if (!read_scopes(d.scopes, name)) continue;
    if (!d.scopes.empty() && is_enum(d.scopes.back()))
      add_enumerators(d, name, names);
    else
      for (Name& read : Reader(d, name).read()) names.push_back(std::move(read));
  }
  return names;
}

bool collide(const Name& a, const Name& b) {
  const bool identical = a.kind == b.kind;
  if (identical && a.kind == Name::Kind::kFunction) return a.detail == b.detail;
  return !identical || a.kind != Name::Kind::kAlias || a.detail != b.detail;
}

}  // namespace orrery::testing
