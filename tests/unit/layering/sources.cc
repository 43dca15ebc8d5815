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

std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i)
    found.push_back((*i)[1]);
  return found;
}

Source read_source(const fs::path& file) {
  static const std::regex quoted("(?:^|\n)#include \"([^\"]+)\"");
  static const std::regex angled("(?:^|\n)#include <([^>]+)>");
  const std::string text = text_of_file(file);
  return {fs::relative(file, project_root()).generic_string(), text, matches(text, quoted),
          matches(text, angled)};
}

std::vector<Source> read_sources() {
  std::vector<Source> all;
  for (const char* part : {"emu", "algorithms", "scenarios", "viz"})
    for (const auto& entry : fs::recursive_directory_iterator(project_root() / part))
      if (is_source(entry.path())) all.push_back(read_source(entry.path()));
  std::sort(all.begin(), all.end(),
            [](const Source& a, const Source& b) { return a.path < b.path; });
  return all;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Copies `code` and leaves out what is not code.
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

  /// A ' within a number (1'000) opens no character.
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

/// What an opening brace opens, told from the declaration before it.
enum class Opens { kScope, kFunction, kPart };

bool has_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end])))
      return true;
  }
  return false;
}

/// The last word, or the last character if that is no part of one.
std::string_view last_token(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
    text.remove_suffix(1);
  auto begin = text.size();
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return text.substr(begin == text.size() && begin > 0 ? begin - 1 : begin);
}

/// `head` without the parameters of a template.
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

/// Whether the = at `i` assigns; those of operators and comparisons do not.
bool assigns(std::string_view head, std::size_t i) {
  constexpr std::string_view kOperators = "=<>!+-*/%&|^";
  const auto is_operator = [&](char c) { return kOperators.find(c) != kOperators.npos; };
  return (i == 0 || !is_operator(head[i - 1])) && (i + 1 == head.size() || head[i + 1] != '=') &&
         !has_word(head.substr(0, i), "operator");
}

/// Whether a variable is given its value. The = of a default argument is within brackets.
bool initialises(std::string_view head) {
  int depth = 0;
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (head[i] == '(' || head[i] == '[') ++depth;
    if (head[i] == ')' || head[i] == ']') --depth;
    if (head[i] == '=' && depth == 0 && assigns(head, i)) return true;
  }
  return false;
}

/// The body of a constructor may follow the } of a member's initializer.
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
                     head.find("->") != head.npos))
    return Opens::kFunction;
  const bool linkage = has_word(head, "extern") && last == "\"";  // extern "C" {
  return scope || linkage ? Opens::kScope : Opens::kPart;
}

/// Goes through namespaces and types and measures the functions in them.
class Measure {
 public:
  explicit Measure(std::string_view code) : code_(code) {}

  std::vector<int> functions() {
    for (; at_ < code_.size(); ++at_) step(code_[at_]);
    return lengths_;
  }

 private:
  void step(char c) {
    if (c == '(') ++brackets_;
    if (c == ')') --brackets_;
    if (c == '{')
      open();
    else if (brackets_ == 0 && (c == ';' || c == '}' || ends_access(c)))
      head_ = at_ + 1;
  }

  /// The colon of public: and its like.
  bool ends_access(char c) const {
    if (c != ':') return false;
    const std::string_view last = last_token(code_.substr(head_, at_ - head_));
    return last == "public" || last == "private" || last == "protected";
  }

  void open() {
    const Opens what = brackets_ > 0 ? Opens::kPart : opened_by(code_.substr(head_, at_ - head_));
    if (what == Opens::kScope) {
      head_ = at_ + 1;
      return;
    }
    at_ = closing_brace();
    if (what == Opens::kPart) return;
    const auto begin = std::min(code_.find_first_not_of(" \t\n", head_), at_);
    lengths_.push_back(lines_in(code_.substr(begin, at_ - begin)) + 1);
    head_ = at_ + 1;
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
  std::vector<int> lengths_;
};

}  // namespace

fs::path project_root() {
  return ORRERY_SOURCE_DIR;
}

std::string text_of_file(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
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

std::vector<int> function_lengths(std::string_view code) {
  return Measure(bare_code(code)).functions();
}

int median(std::vector<int> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace orrery::testing
