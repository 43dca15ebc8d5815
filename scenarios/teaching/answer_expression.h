#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "scenarios/teaching/forms.h"

namespace orrery::teaching {

/// What an answer is worked out by, in words:
///
///   A OP B     whether A < B, A > B, A <= B, A >= B or A = B: the word yes or no; last of all
///   A + B, A - B, A * B, A / B, ( A )   of numbers, blanks around the sign
///   number of SET                       how many ranks, links or blocks that are
///   FORM                                a form of the table (forms.h)
///   NAME                                a metric or key of the results: rounds, completion_time, alpha
///   FORM @ CELL, NAME @ CELL            the same of the cell that differs in these values: rounds @ ring.1KiB
///   NUMBER                              2, 0.5, 1us
class Expression {
 public:
  Expression() = default;
  /// THROWS ValueError for what is none of these, with the form that is nearest.
  explicit Expression(std::string_view text);

  const std::string& text() const { return text_; }
  bool empty() const { return root_ == nullptr; }
  /// Whether it is numbers alone and no run can change it.
  bool is_typed() const;
  /// THROWS NoAnswer if the run has no such value, or more than one.
  Value value(Laboratory& laboratory, std::size_t cell) const;
  /// How many of the `rounds` rounds of the cell's own run one has to see to know it.
  int rounds(int rounds) const;

  struct Node;

 private:
  std::string text_;
  std::shared_ptr<const Node> root_;
};

}  // namespace orrery::teaching
