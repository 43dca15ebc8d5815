#include "scenarios/document/edit.h"

#include <algorithm>

#include <fmt/format.h>

#include "emu/base/read_toml.h"
#include "scenarios/document/document.h"
#include "scenarios/text/words.h"

namespace orrery::inline document {
namespace {

std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// Returns a TOML string; several lines if the text has several.
std::string toml_quoted(std::string_view text) {
  if (text.find('\n') == std::string_view::npos) return '"' + escaped(text, "\\\"") + '"';
  return "\"\"\"\n" + escaped(text, "\\\"") + "\"\"\"";
}

/// Returns the value as TOML: plain integers without quotes.
std::string literal(const std::string& value) {
  const bool digits = !value.empty() && value.size() < 18 &&
                      value.find_first_not_of("0123456789") == std::string::npos;
  return digits && (value == "0" || value.front() != '0') ? value : toml_quoted(value);
}

std::string array(const std::vector<std::string>& items) {
  return fmt::format("[{}]", fmt::join(items, ", "));
}

/// Returns an array for "list:3,0,5" if the key's values are lists.
std::string literal(const Key& key, const std::string& value) {
  constexpr std::string_view kList = "list:";
  if (key.list == Key::List::kSweep || !value.starts_with(kList)) return literal(value);
  std::vector<std::string> items;
  for (const std::string_view item : split(std::string_view(value).substr(kList.size()), ',')) {
    items.push_back(key.list == Key::List::kTexts ? toml_quoted(item) : literal(std::string(item)));
  }
  return array(items);
}

std::string literal(const Key& key, const std::vector<std::string>& values) {
  if (values.size() == 1) return literal(key, values.front());
  std::vector<std::string> items;
  items.reserve(values.size());
  for (const std::string& value : values) items.push_back(literal(key, value));
  return array(items);
}

/// Replacements in a text; places are those in the original text.
class Patch {
 public:
  explicit Patch(std::string_view text) : text_(text) {}

  void replace(std::size_t begin, std::size_t end, std::string by) {
    changes_.push_back({begin, end, std::move(by)});
  }

  std::string result() {
    std::ranges::stable_sort(changes_, {}, &Change::begin);
    std::string result;
    std::size_t at = 0;
    for (const Change& c : changes_) {
      result += text_.substr(at, c.begin - at);
      result += c.by;
      at = c.end;
    }
    return result + std::string(text_.substr(at));
  }

 private:
  struct Change {
    std::size_t begin, end;
    std::string by;
  };
  std::string_view text_;
  std::vector<Change> changes_;
};

class Editor {
 public:
  Editor(std::string_view text, const std::string& name)
      : text_(text), root_(read_toml(text, name)), patch_(text) {}

  std::string apply(const DocumentEdit& edit) {
    edit_text("title", edit.title);
    edit_text("description", edit.description);
    // Additions to a table at the end of the file come before new tables.
    for (const bool is_new : {false, true})
      for (const std::string_view table : key_tables())
        if (root_.contains(table) != is_new) edit_table(table, edit);
    if (edit.expects_nothing) comment_out("expect");
    return patch_.result();
  }

 private:
  /// Returns the offset of a position: columns count characters, offsets bytes of UTF-8.
  std::size_t offset(toml::source_position at) const {
    std::size_t i = 0;
    for (toml::source_index line = 1; line < at.line; ++line) i = line_end(i);
    for (toml::source_index column = 1; column < at.column && i < text_.size(); ++column) {
      do ++i;
      while (i < text_.size() && (static_cast<unsigned char>(text_[i]) & 0xC0U) == 0x80U);
    }
    return i;
  }

  /// Returns the place after the newline of the line with `at`.
  std::size_t line_end(std::size_t at) const {
    const auto newline = text_.find('\n', at);
    return newline == std::string_view::npos ? text_.size() : newline + 1;
  }

  std::size_t line_begin(std::size_t at) const {
    const auto newline = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return newline == std::string_view::npos ? 0 : newline + 1;
  }

  /// Inserts text after a line; it must not join one without a newline.
  void insert_lines(std::size_t at, const std::string& lines) {
    const bool open = at > 0 && text_[at - 1] != '\n';
    patch_.replace(at, at, (open ? "\n" : "") + lines);
  }

  void replace_value(const toml::table& table, std::string_view name, const std::string& value) {
    const auto entry = table.find(name);
    const toml::source_region where = entry->second.source();
    if (!value.empty()) return patch_.replace(offset(where.begin), offset(where.end), value);
    patch_.replace(line_begin(offset(entry->first.source().begin)), line_end(offset(where.end)),
                   "");
  }

  void edit_text(std::string_view name, const std::optional<std::string>& text) {
    if (!text) return;
    const std::string value = text->empty() ? std::string() : toml_quoted(*text);
    if (root_.contains(name)) return replace_value(root_, name, value);
    if (value.empty()) return;
    const bool below_title = name == "description" && root_.contains("title");
    const std::size_t at =
        below_title ? line_end(offset(root_.get("title")->source().end)) : head_end();
    insert_lines(at, fmt::format("{} = {}\n", name, value));
  }

  /// Returns the place after the comment that a file may begin with.
  std::size_t head_end() const {
    std::size_t at = 0;
    while (at < text_.size() && text_[at] == '#') at = line_end(at);
    return at;
  }

  void edit_table(std::string_view name, const DocumentEdit& edit) {
    const toml::table* table = root_[name].as_table();
    std::string added;
    for (const DocumentEdit::Values& e : edit.keys) {
      if (e.key->table != name) continue;
      const std::string value = e.values.empty() ? std::string() : literal(*e.key, e.values);
      if (table != nullptr && table->contains(e.key->name)) {
        replace_value(*table, e.key->name, value);
      } else if (!value.empty()) {
        added += fmt::format("{} = {}\n", e.key->name, value);
      }
    }
    if (added.empty()) return;
    if (table != nullptr) return insert_lines(end_of(*table), added);
    const std::size_t at = new_table_place();
    const bool last = at == text_.size();
    insert_lines(at, fmt::format("{}[{}]\n{}{}", last ? "\n" : "", name, added, last ? "" : "\n"));
  }

  void comment_out(std::string_view name) {
    const toml::table* table = root_[name].as_table();
    if (table == nullptr) return;
    const std::size_t end = end_of(*table);
    for (std::size_t at = line_begin(offset(table->source().begin)); at < end; at = line_end(at)) {
      if (text_[at] != '#' && text_[at] != '\n') patch_.replace(at, at, "# ");
    }
  }

  /// Returns the place after the line of its last entry, or of its head.
  std::size_t end_of(const toml::table& table) const {
    std::size_t end = line_end(offset(table.source().begin));
    for (auto&& [key, node] : table) end = std::max(end, line_end(offset(node.source().end)));
    return end;
  }

  /// Returns the place before [expect], or the end.
  std::size_t new_table_place() const {
    const toml::table* expect = root_["expect"].as_table();
    return expect == nullptr ? text_.size() : line_begin(offset(expect->source().begin));
  }

  std::string_view text_;
  toml::table root_;
  Patch patch_;
};

/// Returns whether the edit is done, and nothing else has changed.
bool is_done(const Document& before, const Document& after, const DocumentEdit& edit) {
  if (after.title != edit.title.value_or(before.title)) return false;
  if (after.description != edit.description.value_or(before.description)) return false;
  const std::size_t expected = edit.expects_nothing ? 0 : before.expectations.size();
  if (after.expectations.size() != expected) return false;
  for (const Key& key : all_keys()) {
    const auto values = [&key](const Document& d) {
      const auto found = std::ranges::find(d.keys, &key, &GivenKey::key);
      return found == d.keys.end() ? std::vector<std::string>() : texts_of(*found);
    };
    const auto wanted = std::ranges::find(edit.keys, &key, &DocumentEdit::Values::key);
    if (values(after) != (wanted == edit.keys.end() ? values(before) : wanted->values))
      return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> texts_of(const GivenKey& given) {
  std::vector<std::string> texts;
  texts.reserve(given.values.size());
  for (const GivenValue& v : given.values) texts.push_back(v.text);
  return texts;
}

std::string edit_document(std::string_view text, const std::string& name,
                          const DocumentEdit& edit) {
  const Document before = read_document(text, name);  // reports its errors
  std::string result = Editor(text, name).apply(edit);
  bool done = false;
  try {
    done = is_done(before, read_document(result, name), edit);
  } catch (const InputError&) {
  }
  if (!done)
    throw InputError(
        {name}, "",
        {"cannot be changed in place", "tables such as [run] with a line for each key"});
  return result;
}

}  // namespace orrery::inline document
