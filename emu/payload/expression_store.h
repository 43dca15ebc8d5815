#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emu/payload/store.h"

namespace orrery::inline payload {

/// A store whose elements are the texts of their computation: the order and brackets of reductions.
/// A contribution is written as `name(rank, logical)`, by default "x3"; a reduction as "a + b" with
/// b in brackets if it is a reduction itself, or "(a) + b" as well with from_first: brackets on the
/// left are omitted.
class ExpressionStore : public Store {
 public:
  using Name = std::function<std::string(int rank, std::int64_t logical)>;
  explicit ExpressionStore(Name name = {});

  std::uint32_t element_bytes() const override { return 1; }
  Slice allocate(std::int64_t count) override;
  bool has_content() const override { return true; }
  void fill(Slice slice, Content content) override;
  std::optional<std::string> mismatch(Slice, Content) const override { return std::nullopt; }

  /// Returns the text of one element. REQUIRES one element.
  const std::string& text(Slice element) const { return at(element, 0).text; }

 protected:
  void copy_range(Slice into, Slice from) override;
  void reduce_range(Slice into, Slice from, bool from_first) override;

 private:
  struct Expression {
    std::string text = "?";
    bool is_sum = false;
  };
  Expression& at(Slice s, std::int64_t i) {
    return buffers_[s.buffer()][static_cast<std::size_t>(s.offset() + i)];
  }
  const Expression& at(Slice s, std::int64_t i) const {
    return buffers_[s.buffer()][static_cast<std::size_t>(s.offset() + i)];
  }

  Name name_;
  std::vector<std::vector<Expression>> buffers_;
};

}  // namespace orrery::inline payload
