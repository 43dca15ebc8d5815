#include "tests/property/algorithms/printed_formula.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/common/neighbors.h"
#include "algorithms/levels/rank_groups.h"
#include "emu/base/expression.h"

namespace orrery {

namespace {

constexpr std::string_view kInWords = "in words", kAtMost = "at most ";

std::int64_t power_at_least(std::int64_t p, std::int64_t k) {
  std::int64_t power = 1;
  while (power < p) power *= k;
  return power;
}

/// Returns the smallest q with k^q >= p.
int ceil_log(int p, int k) {
  int q = 0;
  for (std::int64_t power = 1; power < p; power *= k) ++q;
  return q;
}
int floor_log(int p, int k) {
  return power_at_least(p, k) == p ? ceil_log(p, k) : ceil_log(p, k) - 1;
}

/// Returns the number of moves of radix-k Bruck: pairs with z k^s < p.
int moves(int p, int k) {
  int count = 0;
  for (std::int64_t D = 1; D < p; D *= k)
    for (std::int64_t z = 1; z < k && z * D < p; ++z) ++count;
  return count;
}
/// Returns the moves of a single block: pairs for which z k^s is the only number below p with digit
/// z in place s.
int lone_moves(int p, int k) {
  int count = 0;
  for (int step = 1; step < p; step *= k)
    for (int z = 1; z < k && z * step < p; ++z) {
      int blocks = 0;
      for (int i = 1; i < p; ++i) blocks += i / step % k == z ? 1 : 0;
      count += blocks == 1 ? 1 : 0;
    }
  return count;
}
/// Returns the number of non-zero digits of 1 .. p-1.
int digits(int p, int k) {
  int count = 0;
  for (int i = 1; i < p; ++i)
    for (int rest = i; rest > 0; rest /= k) count += rest % k != 0 ? 1 : 0;
  return count;
}

/// Returns the number of non-zero coordinates in the offsets of all neighbours.
std::int64_t coordinates(const Neighbors& near) {
  std::int64_t count = 0;
  for (int i = 0; i < near.count(); ++i)
    count += near.dimensions() - std::ranges::count(near.offset(i), 0);
  return count;
}

/// The values of the letters of a formula.
class Letters {
 public:
  Letters(const Algorithm& a, const Problem& x) : a_(a), x_(settled(a, x)) {}

  /// Returns the value of a letter, or nothing for any other name.
  std::optional<double> operator()(std::string_view name) const {
    for (const auto& [letter, value] : kLetters)
      if (letter == name) return value(*this);
    return std::nullopt;
  }
  /// Returns the name at the start of a text; longer names are tried first.
  static std::string_view at_start(std::string_view text) {
    for (const auto& [letter, value] : kLetters)
      if (text.starts_with(letter)) return letter;
    return {};
  }

 private:
  using Value = double (*)(const Letters&);
  static const std::array<std::pair<std::string_view, Value>, 22> kLetters;

  int base() const { return a_.radixed ? x_.radix : 2; }
  double bytes(std::int64_t elements) const {
    return static_cast<double>(x_.elements(elements).count());
  }
  double rounds() const { return static_cast<double>(a_.rounds(x_)); }
  const Collective& collective() const { return find_collective(a_.collective); }
  int group() const { return groups_of(x_, true).largest(); }
  int neighbors_or_groups() const {
    return collective().among_neighbors ? Neighbors(x_).count() : x_.p / group();
  }
  int dimensions_or_digits() const {
    if (collective().among_neighbors) return Neighbors(x_).dimensions();
    return a_.radixed || x_.dims.empty() ? digits(x_.p, base()) : static_cast<int>(x_.dims.size());
  }

  const Algorithm& a_;
  Problem x_;
};

constexpr std::array<std::pair<std::string_view, double (*)(const Letters&)>, 22> Letters::kLetters{
    {
        {"m_r",
         [](const Letters& l) { return l.bytes(l.x_.partition(l.x_.count).size(l.x_.root)); }},
        {"α", [](const Letters& l) { return static_cast<double>(l.x_.cost.alpha.count()); }},
        {"β", [](const Letters& l) { return l.x_.cost.beta.ps; }},
        {"γ", [](const Letters& l) { return l.x_.cost.gamma.ps; }},
        {"p", [](const Letters& l) { return static_cast<double>(l.x_.p); }},
        {"m", [](const Letters& l) { return l.bytes(l.x_.count); }},
        {"n", [](const Letters& l) { return static_cast<double>(blocks_for(l.a_, l.x_)); }},
        {"k", [](const Letters& l) { return static_cast<double>(l.base()); }},
        {"q", [](const Letters& l) { return static_cast<double>(ceil_log(l.x_.p, l.base())); }},
        {"t", [](const Letters& l) { return static_cast<double>(floor_log(l.x_.p, l.base())); }},
        {"R", [](const Letters& l) { return l.rounds(); }},
        {"H", [](const Letters& l) { return l.rounds() - blocks_for(l.a_, l.x_); }},
        {"K_s", [](const Letters& l) { return static_cast<double>(moves(l.group(), l.base())); }},
        {"D_s", [](const Letters& l) { return static_cast<double>(digits(l.group(), l.base())); }},
        {"K1", [](const Letters& l) { return static_cast<double>(lone_moves(l.x_.p, l.base())); }},
        {"K", [](const Letters& l) { return static_cast<double>(moves(l.x_.p, l.base())); }},
        {"M", [](const Letters& l) { return l.bytes(blocks_of(l.collective(), l.x_).largest()); }},
        {"N", [](const Letters& l) { return static_cast<double>(l.neighbors_or_groups()); }},
        {"s", [](const Letters& l) { return static_cast<double>(l.group()); }},
        {"Z", [](const Letters& l) { return static_cast<double>(coordinates(Neighbors(l.x_))); }},
        {"D", [](const Letters& l) { return static_cast<double>(l.dimensions_or_digits()); }},
        {"d",
         [](const Letters& l) {
           return l.x_.dims.empty() ? 1.0 : static_cast<double>(l.x_.dims[0]);
         }},
    }};

/// Translates a printed formula for formula_value: `2(p-1)/p mβ` becomes "2*(8-1)/8*80*2" for p = 8.
class Translation {
 public:
  Translation(std::string_view text, const Letters& letters)
      : text_(text), rest_(text), letters_(letters) {
    while (skip_blanks(), !rest_.empty()) add_next();
  }
  const std::string& written() const { return written_; }

 private:
  void skip_blanks() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }
  bool starts_with_one_of(std::string_view characters) const {
    return characters.find(rest_.front()) != std::string_view::npos;
  }

  void add_next() {
    if (starts_with_one_of("+-/)")) return add(1, std::string(1, rest_.front()), false);
    if (rest_.front() == '(') return add(1, "(", true);
    const std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (digits > 0) return add(digits, std::string(rest_.substr(0, digits)), true);
    for (const std::string_view function : {"ceil", "floor", "sqrt", "log2", "log3"})
      if (rest_.starts_with(function)) return add_call(function);
    const std::string_view letter = Letters::at_start(rest_);
    EMU_CHECK(!letter.empty(), "the formula '", text_, "' cannot be read at '", rest_,
              "'; expected a number or a letter");
    add(letter.size(), fmt::format("({})", letters_(letter).value_or(0)), true);
  }
  /// Adds the beginning of a factor; multiplies it with a factor that has just ended.
  void add(std::size_t characters, const std::string& text, bool is_factor) {
    if (is_factor && ends_factor_) written_ += '*';
    written_ += text;
    ends_factor_ = text == ")" || (is_factor && text != "(");
    rest_.remove_prefix(characters);
  }
  /// Adds a call of a function, whose argument may be a letter without parentheses. log3 is written as
  /// 1/log2(3)*log2, so that nothing may be divided by it.
  void add_call(std::string_view function) {
    EMU_CHECK(function != "log3" || !written_.ends_with('/'), "'", text_, "' divides by log3");
    add(function.size(), function == "log3" ? "1/log2(3)*log2" : std::string(function), true);
    ends_factor_ = false;
    skip_blanks();
    if (rest_.empty() || rest_.front() == '(') return;
    written_ += '(';
    add_next();
    written_ += ')';
  }

  std::string_view text_, rest_;
  const Letters& letters_;
  std::string written_;
  bool ends_factor_ = false;
};

bool on_equal_sides(const Problem& x) {
  return !x.dims.empty() && std::ranges::all_of(x.dims, [&](int d) { return d == x.dims[0]; });
}

bool has_no_side_of_one(const Problem& x) {
  const Neighbors near(x);
  for (int k = 0; k < near.dimensions(); ++k)
    if (near.side(k) == 1) return false;
  return true;
}

bool condition_holds(std::string_view condition, const Algorithm& a, const Problem& x) {
  if (condition == "p = 2^q") return is_power_of_two(x.p);
  if (condition == "p = 3^q") return power_at_least(x.p, 3) == x.p;
  if (condition == "one ring") return x.dims.size() <= 1;
  if (condition == "N > 1") return groups_of(x, true).count() > 1;
  if (condition == "p = k^q" || condition == "p = k^t") return power_at_least(x.p, x.radix) == x.p;
  if (condition == "p even") return x.p % 2 == 0;
  if (condition == "p odd") return x.p % 2 == 1;
  if (condition == "p > 2") return x.p > 2;
  if (condition == "n > 1") return blocks_for(a, x) > 1;
  if (condition == "γ = 0") return x.cost.gamma == CostPerByte{0};
  if (condition == "no empty block") return x.count >= x.p;
  if (condition == "2D ports") return on_equal_sides(x);
  if (condition == "periodic") return x.periodic;
  if (condition == "sides > 1") return has_no_side_of_one(x);
  EMU_CHECK(false, "the condition '", condition, "' of the formula of ", a.collective, ' ', a.name,
            " is none that there is");
  return false;
}

}  // namespace

bool formula_is_words(const Algorithm& a) {
  return a.formula_if == kInWords;
}

bool formula_holds(const Algorithm& a, const Problem& x) {
  const Problem y = settled(a, x);
  for (std::string_view rest = a.formula_if; !rest.empty();) {
    const std::size_t end = std::min(rest.find(", "), rest.size());
    if (!condition_holds(rest.substr(0, end), a, y)) return false;
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return true;
}

FormulaValue evaluate_formula(const Algorithm& a, const Problem& x) {
  std::string_view text = a.formula;
  const bool at_most = text.starts_with(kAtMost);
  if (at_most) text.remove_prefix(kAtMost.size());
  return {formula_value(Translation(text, Letters(a, x)).written(), {}), at_most};
}

}  // namespace orrery
