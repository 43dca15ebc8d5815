#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "scenarios/teaching/forms.h"

namespace orrery::teaching {

/// An expression in words that computes an answer:
///
///   A OP B     whether A < B, A > B, A <= B, A >= B or A = B: the word yes or no; last of all
///   A + B, A - B, A * B, A / B, ( A )   of numbers, blanks around the sign
///   number of SET                       the number of ranks, links or blocks in it
///   FORM                                a form of the table (forms.h)
///   NAME                                a metric or key of the results: rounds, completion_time, alpha
///   FORM @ CELL, NAME @ CELL            the same for the cell with these values: rounds @ ring.1KiB
///   NUMBER                              2, 0.5, 1us
class Expression {
 public:
  Expression() = default;
  /// Reads an expression. THROWS ValueError for other text, with the nearest form.
  explicit Expression(std::string_view text);

  const std::string& text() const { return text_; }
  bool empty() const { return root_ == nullptr; }
  /// Returns whether it is numbers alone and no run can change it.
  bool is_typed() const;
  /// Computes the value. THROWS NoAnswer if the run has no such value, or more than one.
  Value value(Laboratory& laboratory, std::size_t cell) const;
  /// Returns the number of rounds, out of `rounds` in the cell's own run, that determine the value.
  int rounds(int rounds) const;

  struct Node;

 private:
  std::string text_;
  std::shared_ptr<const Node> root_;
};

}  // namespace orrery::teaching
