#include "scenarios/teaching/answer_expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "emu/base/expression.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/teaching/phrase.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {

struct Expression::Node {
  enum class Kind { kNumber, kPhrase, kOperator };
  Kind kind = Kind::kNumber;
  Quantity number = {};
  Phrase phrase = {};
  std::string cell = {};  ///< of a phrase: values that differ; may be empty
  std::string sign = {};
  std::shared_ptr<const Node> left = {}, right = {};
};

namespace {

using Node = Expression::Node;
using Tree = std::shared_ptr<const Node>;

constexpr std::array<std::string_view, 5> kComparisons{"<", ">", "<=", ">=", "="};

constexpr int kDeepest = 64;

bool ends_phrase(std::string_view word) {
  constexpr std::array<std::string_view, 6> kOthers{")", "@", "+", "-", "*", "/"};
  return std::ranges::find(kOthers, word) != kOthers.end() ||
         std::ranges::find(kComparisons, word) != kComparisons.end();
}

/// Splits into words, and brackets at their ends.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::string_view word : split(text, ' ')) {
    for (; word.starts_with('('); word.remove_prefix(1)) words.emplace_back("(");
    std::size_t closing = 0;
    for (; word.ends_with(')'); word.remove_suffix(1)) ++closing;
    if (!word.empty()) words.emplace_back(word);
    words.insert(words.end(), closing, ")");
  }
  return words;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : words_(words_of(text)) {}

  Tree parse() {
    Tree tree = comparison();
    if (at_ < words_.size())
      throw ValueError({fmt::format("'{}' is too much", words_[at_]), "the end of the answer"});
    return tree;
  }

  bool take(std::string_view sign) {
    if (at_ == words_.size() || words_[at_] != sign) return false;
    ++at_;
    return true;
  }
  Tree operand() {
    if (take("(")) return bracketed();
    std::vector<std::string> words;
    while (at_ < words_.size() && !ends_phrase(words_[at_])) words.push_back(words_[at_++]);
    if (words.empty()) throw ValueError({"something is missing", "a metric or a form"});
    auto node = std::make_shared<Node>();
    if (words.size() > 1 || !read_number(words.front(), *node)) {
      node->kind = Node::Kind::kPhrase;
      node->phrase = Phrase(words);
    }
    read_cell(*node);
    return node;
  }
  static Tree joined(std::string_view sign, Tree left, Tree right) {
    return std::make_shared<Node>(Node{.kind = Node::Kind::kOperator,
                                       .sign = std::string(sign),
                                       .left = std::move(left),
                                       .right = std::move(right)});
  }

 private:
  Tree comparison() {
    Tree tree = read_sum(*this);
    for (const std::string_view sign : kComparisons)
      if (take(sign)) return joined(sign, std::move(tree), read_sum(*this));
    return tree;
  }

  Tree bracketed() {
    if (++depth_ > kDeepest) throw ValueError({"brackets are too deep", "at most 64"});
    Tree tree = comparison();
    --depth_;
    if (!take(")")) throw ValueError({"a bracket is not closed", "')'"});
    return tree;
  }

  static bool read_number(const std::string& word, Node& node) {
    if (word.front() < '0' || word.front() > '9') return false;
    node.number = parse_quantity(word);
    return true;
  }

  void read_cell(Node& node) {
    if (!take("@")) return;
    if (at_ == words_.size())
      throw ValueError({"'@' at the end", "values of the sweep: completion_time @ ring"});
    node.cell = words_[at_++];
  }

  std::vector<std::string> words_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

Quantity number_of_value(const Value& value) {
  if (value.kind == Value::Kind::kQuantity) return value.quantity;
  throw NoAnswer(fmt::format("'{}' is a {}, not a number", text_of(value), kind_name(value.kind)));
}

void check_comparable(const Quantity& a, const Quantity& b, const std::string& sign) {
  if (!a.is_like(b))
    throw NoAnswer(fmt::format("{} {} {} has no meaning", text_of(a), sign, text_of(b)));
}

bool is_about(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

/// Returns whether the comparison of a and b by `sign` is true.
bool compares(double a, double b, const std::string& sign) {
  if (is_about(a, b)) return sign == "=" || sign == "<=" || sign == ">=";
  return sign.front() == '<' ? a < b : sign.front() == '>' && a > b;
}

Value calculated(const std::string& sign, const Quantity& a, const Quantity& b) {
  if (sign == "*")
    return {Value::Kind::kQuantity,
            {a.amount * b.amount, a.seconds + b.seconds, a.bytes + b.bytes}};
  if (sign == "/") {
    if (b.amount == 0) throw NoAnswer("it divides by zero");
    return {Value::Kind::kQuantity,
            {a.amount / b.amount, a.seconds - b.seconds, a.bytes - b.bytes}};
  }
  check_comparable(a, b, sign);
  if (sign == "+" || sign == "-")
    return {Value::Kind::kQuantity,
            {sign == "+" ? a.amount + b.amount : a.amount - b.amount, a.seconds, a.bytes}};
  return word(compares(a.amount, b.amount, sign) ? "yes" : "no");
}

Value operated(const std::string& sign, const Value& a, const Value& b) {
  if (sign == "=" && a.kind != Value::Kind::kQuantity)
    return word(a.kind == b.kind && a.names == b.names ? "yes" : "no");
  return calculated(sign, number_of_value(a), number_of_value(b));
}

Value value_of_node(const Node& node, Laboratory& laboratory, std::size_t cell) {
  if (node.kind == Node::Kind::kNumber) return {Value::Kind::kQuantity, node.number};
  if (node.kind == Node::Kind::kOperator)
    return operated(node.sign, value_of_node(*node.left, laboratory, cell),
                    value_of_node(*node.right, laboratory, cell));
  try {
    if (!node.cell.empty()) cell = laboratory.find(cell, node.cell);
  } catch (const ValueError& e) {
    throw NoAnswer(e.what());
  }
  return node.phrase.value({laboratory, cell});
}

int rounds_of_node(const Node& node, int rounds) {
  if (node.kind == Node::Kind::kOperator)
    return std::max(rounds_of_node(*node.left, rounds), rounds_of_node(*node.right, rounds));
  return node.kind == Node::Kind::kPhrase && node.cell.empty() ? node.phrase.rounds(rounds) : 0;
}

bool has_phrase(const Node& node) {
  return node.kind == Node::Kind::kPhrase || (node.kind == Node::Kind::kOperator &&
                                              (has_phrase(*node.left) || has_phrase(*node.right)));
}

}  // namespace

Expression::Expression(std::string_view text)
    : text_(trimmed(text)), root_(Parser(text_).parse()) {}

bool Expression::is_typed() const {
  return root_ != nullptr && !has_phrase(*root_);
}

Value Expression::value(Laboratory& laboratory, std::size_t cell) const {
  return value_of_node(*root_, laboratory, cell);
}

int Expression::rounds(int rounds) const {
  return std::min(rounds_of_node(*root_, rounds), rounds);
}

}  // namespace orrery::teaching
