#include "emu/base/read_toml.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "emu/base/check.h"

namespace orrery::inline base {
namespace {

constexpr int kMostParts = 64;

/// A reader of text that keeps its position.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ >= text_.size(); }
  char next() const { return text_[at_]; }
  toml::source_position place() const { return {line_, column_}; }
  void step(std::size_t n = 1) {
    for (; n > 0 && !at_end(); --n, ++at_) {
      const bool new_line = next() == '\n';
      line_ += new_line ? 1 : 0;
      column_ = new_line ? 1 : column_ + 1;
    }
  }
  /// Skips a string that begins here: one line, or several in three quotes.
  void skip_string() {
    const std::string quotes(text_.substr(at_).starts_with(std::string(3, next())) ? 3 : 1, next());
    const bool escapes = next() == '"';
    step(quotes.size());
    while (!at_end() && !text_.substr(at_).starts_with(quotes)) {
      if (quotes.size() == 1 && next() == '\n') return;
      step(escapes && next() == '\\' ? 2 : 1);
    }
    step(quotes.size());
    // Up to two quotes before the closing three belong to the string.
    for (int i = 0; i < 2 && quotes.size() == 3 && !at_end() && next() == quotes[0]; ++i) step();
  }
  void skip_comment() {
    while (!at_end() && next() != '\n') step();
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  toml::source_index line_ = 1, column_ = 1;
};

/// Throws toml::parse_error at the first key with too many parts.
void check_keys(std::string_view text, const std::string& name) {
  int parts = 1;
  for (Walk walk(text); !walk.at_end();) {
    const char c = walk.next();
    if (c == '"' || c == '\'') {
      walk.skip_string();
      continue;
    }
    if (c == '#') {
      walk.skip_comment();
      continue;
    }
    if (std::string_view(",=[]{}\n").find(c) != std::string_view::npos) parts = 1;
    if (c == '.' && ++parts > kMostParts)
      throw toml::parse_error("a key has too many parts; expected at most 64", walk.place(),
                              std::make_shared<const std::string>(name));
    walk.step();
  }
}

/// Rewords a message of the parser ("Error while parsing array: expected ..") in the style of our
/// errors.
std::string in_our_words(std::string_view description) {
  constexpr std::string_view kBefore = "Error while parsing ";
  if (!description.starts_with(kBefore)) return std::string(description);
  description.remove_prefix(kBefore.size());
  const std::size_t colon = std::min(description.find(": "), description.size());
  const std::string_view fault = description.substr(std::min(colon + 2, description.size()));
  return text_of("not valid TOML: in a ", description.substr(0, colon), ": ", fault);
}

}  // namespace

toml::table read_toml(std::string_view text, const std::string& name) {
  check_keys(text, name);
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& e) {
    throw toml::parse_error(in_our_words(e.description()).c_str(), e.source());
  }
}

std::optional<std::string> scalar_text(const toml::node& node) {
  if (const auto* s = node.as_string()) return s->get();
  if (const auto* i = node.as_integer()) return fmt::format("{}", i->get());
  if (const auto* d = node.as_floating_point()) return fmt::format("{}", d->get());
  if (const auto* b = node.as_boolean()) return b->get() ? "true" : "false";
  return std::nullopt;
}

}  // namespace orrery::inline base
