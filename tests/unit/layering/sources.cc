#include "tests/unit/layering/sources.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& file) {
  return file.extension() == ".h" || file.extension() == ".cc";
}

/// Returns what stands between `open` at the beginning of a line and `close`.
std::vector<std::string> between(std::string_view text, std::string_view open, char close) {
  std::vector<std::string> found;
  for (auto at = text.find(open); at != text.npos; at = text.find(open, at + 1)) {
    const auto begin = at + open.size();
    if (at == 0 || text[at - 1] == '\n')
      found.emplace_back(text.substr(begin, text.find(close, begin) - begin));
  }
  return found;
}

Source read_source(const fs::path& file) {
  const std::string text = text_of_file(file);
  return {fs::relative(file, project_root()).generic_string(), text,
          between(text, "#include \"", '"'), between(text, "#include <", '>')};
}

std::vector<Source> read_sources() {
  std::vector<Source> all;
  for (const fs::path& file : product_files(is_source)) all.push_back(read_source(file));
  return all;
}

/// Copies `code` without comments, literals and preprocessor lines.
class Stripper {
 public:
  explicit Stripper(std::string_view code) : code_(code) {}

  std::string strip() {
    while (at_ < code_.size()) step();
    return out_;
  }

 private:
  bool sees(std::string_view what) const { return code_.substr(at_, what.size()) == what; }

  void step() {
    if (sees("//"))
      skip_to(std::min(code_.find('\n', at_), code_.size()));
    else if (sees("/*"))
      skip_past("*/");
    else if (code_[at_] == '#' && only_blanks_before())
      skip_directive();
    else if (sees("R\""))
      skip_raw_string();
    else if (code_[at_] == '"' || (code_[at_] == '\'' && !in_number()))
      skip_literal(code_[at_]);
    else
      out_ += code_[at_++];
  }

  /// Returns whether a ' is within a number (1'000), where it opens no character.
  bool in_number() const {
    return at_ > 0 && std::isxdigit(static_cast<unsigned char>(code_[at_ - 1])) != 0;
  }

  bool only_blanks_before() const {
    const auto line = out_.rfind('\n') + 1;  // npos + 1 is 0
    return out_.find_first_not_of(" \t", line) == std::string::npos;
  }

  void skip_to(std::size_t end) {
    for (; at_ < end; ++at_)
      if (code_[at_] == '\n') out_ += '\n';
  }

  void skip_past(std::string_view end) {
    const auto found = code_.find(end, at_);
    skip_to(found == std::string_view::npos ? code_.size() : found + end.size());
  }

  void skip_directive() {
    std::size_t end = at_;
    do end = std::min(code_.find('\n', end + 1), code_.size());
    while (end < code_.size() && code_[end - 1] == '\\');
    skip_to(end);
  }

  void skip_raw_string() {
    const auto open = code_.find('(', at_);
    out_ += "\"\"";
    skip_past(std::string(")").append(code_.substr(at_ + 2, open - at_ - 2)).append("\""));
  }

  void skip_literal(char quote) {
    auto end = at_ + 1;
    while (end < code_.size() && code_[end] != quote) end += code_[end] == '\\' ? 2U : 1U;
    out_ += "\"\"";
    skip_to(std::min(end + 1, code_.size()));
  }

  std::string_view code_;
  std::size_t at_ = 0;
  std::string out_;
};

std::string_view trimmed(std::string_view text) {
  const auto begin = std::min(text.find_first_not_of(" \t\n"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin);
}

/// Returns whether the = at `i` assigns; that of an operator or comparison does not.
bool assigns(std::string_view head, std::size_t i) {
  constexpr std::string_view kOperators = "=<>!+-*/%&|^";
  const auto is_operator = [&](char c) { return kOperators.find(c) != kOperators.npos; };
  return (i == 0 || !is_operator(head[i - 1])) && (i + 1 == head.size() || head[i + 1] != '=') &&
         !has_word(head.substr(0, i), "operator");
}

/// Returns whether a declaration initialises a variable; the = of a default argument is within
/// brackets.
bool initialises(std::string_view head) {
  int depth = 0;
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (head[i] == '(' || head[i] == '[') ++depth;
    if (head[i] == ')' || head[i] == ']') --depth;
    if (head[i] == '=' && depth == 0 && assigns(head, i)) return true;
  }
  return false;
}

/// Returns what a brace opens; the body of a constructor may follow the } of a member's
/// initializer.
Opens opened_by(std::string_view head) {
  static constexpr std::array kAfterParameters{")",        "}",     "const", "noexcept",
                                               "override", "final", "&"};
  const std::string_view last = last_token(head);
  const bool parameters = head.find('(') != head.npos;
  const bool scope = has_word(head, "namespace") || has_word(head, "class") ||
                     has_word(head, "struct") || has_word(head, "union") || has_word(head, "enum");
  if (initialises(without_template(head))) return Opens::kPart;
  if (parameters && (std::find(kAfterParameters.begin(), kAfterParameters.end(), last) !=
                         kAfterParameters.end() ||
                     head.find(" -> ") != head.npos))
    return Opens::kFunction;
  const bool linkage = has_word(head, "extern") && last == "\"";  // extern "C" {
  return scope || linkage ? Opens::kScope : Opens::kPart;
}

/// Goes through namespaces and types and collects their declarations.
class Walk {
 public:
  explicit Walk(std::string_view code) : code_(code) {}

  std::vector<Declaration> declarations() {
    for (; at_ < code_.size(); ++at_) step(code_[at_]);
    return std::move(found_);
  }

 private:
  void step(char c) {
    if (c == '(') ++brackets_;
    if (c == ')') --brackets_;
    if (c == '{')
      open();
    else if (brackets_ == 0 && (c == ';' || c == '}' || ends_access(c)))
      end_declaration(c);
  }

  /// Returns whether a colon ends an access specifier such as public:, Qt's included.
  bool ends_access(char c) const {
    if (c != ':') return false;
    const std::string_view last = last_token(head());
    return last == "public" || last == "private" || last == "protected" || last == "signals" ||
           last == "slots";
  }

  std::string_view head() const { return code_.substr(head_, at_ - head_); }

  void end_declaration(char c) {
    const bool enumerators = c == '}' && !scopes_.empty() && has_word(scopes_.back(), "enum");
    if (c == ';' || enumerators) add(Opens::kPart, at_);
    if (c == '}' && !scopes_.empty()) close_scope();
    head_ = at_ + 1;
  }

  void open() {
    const Opens what = brackets_ > 0 ? Opens::kPart : opened_by(head());
    if (what == Opens::kScope) return open_scope();
    const auto brace = at_;
    at_ = closing_brace();
    if (what == Opens::kPart) return;
    add(what, brace);
    head_ = at_ + 1;
  }

  void open_scope() {
    const std::string scope(trimmed(head()));
    const auto before = found_.size();
    if (!has_word(scope, "namespace")) add(Opens::kScope, at_);
    scopes_.push_back(scope);
    types_.push_back(found_.size() > before ? static_cast<int>(before) : -1);
    head_ = at_ + 1;
  }

  void close_scope() {
    if (types_.back() >= 0)
      found_[static_cast<std::size_t>(types_.back())].last_line = line_of(at_);
    scopes_.pop_back();
    types_.pop_back();
  }

  /// Adds the declaration whose text ends at `end`, unless that is empty.
  void add(Opens what, std::size_t end) {
    const std::string text(trimmed(code_.substr(head_, end - head_)));
    const auto begin = std::min(code_.find_first_not_of(" \t\n", head_), at_);
    const int first = line_of(begin), last = line_of(at_);
    if (!text.empty()) found_.push_back({scopes_, text, what, first, last});
  }

  /// Returns the line at `place`, which only grows from call to call.
  int line_of(std::size_t place) {
    line_ += lines_in(code_.substr(line_from_, place - line_from_));
    line_from_ = place;
    return line_;
  }

  std::size_t closing_brace() const {
    int depth = 0;
    for (std::size_t i = at_; i < code_.size(); ++i) {
      if (code_[i] == '{') ++depth;
      if (code_[i] == '}' && --depth == 0) return i;
    }
    return code_.size();
  }

  std::string_view code_;
  std::size_t at_ = 0;
  std::size_t head_ = 0;  ///< where the declaration before `at_` begins
  int brackets_ = 0;
  int line_ = 1;
  std::size_t line_from_ = 0;  ///< where `line_` is the line
  std::vector<std::string> scopes_;
  std::vector<int> types_;  ///< by scope: its place in `found_`; -1 for namespaces
  std::vector<Declaration> found_;
};

}  // namespace

fs::path project_root() {
  return ORRERY_SOURCE_DIR;
}

std::string text_of_file(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> product_files(bool (*wanted)(const fs::path&)) {
  std::vector<fs::path> files;
  for (const char* part : {"emu", "algorithms", "scenarios", "viz"})
    for (const auto& entry : fs::recursive_directory_iterator(project_root() / part))
      if (wanted(entry.path())) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

const std::vector<Source>& sources() {
  static const std::vector<Source> all = read_sources();
  return all;
}

std::string folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return std::string(slash == path.npos ? std::string_view() : path.substr(0, slash));
}

int lines_in(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

std::string bare_code(std::string_view code) {
  return Stripper(code).strip();
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end])))
      return true;
  }
  return false;
}

std::string_view without_template(std::string_view head) {
  const auto open = head.find("template");
  if (open == head.npos) return head;
  int depth = 0;
  for (auto i = head.find('<', open); i < head.size(); ++i) {
    if (head[i] == '<') ++depth;
    if (head[i] == '>' && --depth == 0) return head.substr(i + 1);
  }
  return head;
}

std::string_view last_token(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
    text.remove_suffix(1);
  auto begin = text.size();
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return text.substr(begin == text.size() && begin > 0 ? begin - 1 : begin);
}

std::string namespace_of(std::string_view head) {
  static const std::regex kInline("inline \\w+(::)?|\\s+");
  if (!has_word(head, "namespace")) return {};
  std::string name =
      std::regex_replace(std::string(head.substr(head.find("namespace") + 9)), kInline, "");
  if (name.ends_with("::")) name.resize(name.size() - 2);
  return name;
}

std::vector<Declaration> declarations(std::string_view bare) {
  return Walk(bare).declarations();
}

std::vector<int> function_lengths(std::string_view code) {
  std::vector<int> lengths;
  for (const Declaration& d : declarations(bare_code(code)))
    if (d.opens == Opens::kFunction) lengths.push_back(d.last_line - d.first_line + 1);
  return lengths;
}

int median(std::vector<int> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace orrery::testing
