#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emu/base/units.h"

/// The values of answers.
namespace orrery::teaching {

/// A number with its dimension: seconds^seconds x bytes^bytes.
struct Quantity {
  double amount = 0;
  int seconds = 0, bytes = 0;

  bool is_plain() const { return seconds == 0 && bytes == 0; }
  bool is_like(const Quantity& other) const {
    return seconds == other.seconds && bytes == other.bytes;
  }
};

struct Value {
  enum class Kind {
    kQuantity,
    kWord,  ///< "binomial", "yes"
    kRank,
    kLink,
    kBlock,
    kRanks,   ///< a set, ascending
    kLinks,   ///< a set
    kBlocks,  ///< a set
    kOrder,   ///< names, the first one first
    kRow      ///< texts of values, round by round; "-" where there is none
  };
  Kind kind = Kind::kQuantity;
  Quantity quantity = {};
  std::vector<std::string> names = {};  ///< for all kinds but quantities; one name for one thing
};

/// Returns "number", "rank", "links", "order".
std::string_view kind_name(Value::Kind kind);
/// Returns the syntax of an answer of this kind, as a hint for the reader.
std::string_view kind_syntax(Value::Kind kind);

/// Returns "630.72 ns", "12", "1.5 KiB", "3", "0-2, 5", "3 -> 4".
std::string text_of(const Value& value);
std::string text_of(const Quantity& quantity);
/// Returns exact text if it is short, otherwise rounded: "10 µs", "630.72 ns", "9 kB", "52.73 KiB".
std::string text_of(Time t);
std::string text_of(Bytes b);

Value plain(double amount);
Value word(std::string text);
Value time_value(Time t);
Value bytes_value(Bytes b);

/// Reads a quantity with its unit ("3.5us", "2KiB", "400Gb/s", "20ps/B") or a plain number. THROWS
/// ValueError.
Quantity parse_quantity(std::string_view text);

/// Joins {"0","1","2","5"} to "0-2, 5".
std::string joined_names(const std::vector<std::string>& names);
/// Splits "0-2, 5" into {"0","1","2","5"}; ranges of numbers only. Each once, numbers first,
/// ascending.
std::vector<std::string> split_names(std::string_view text);
/// Sorts the names: each once, numbers first, ascending.
void sort_names(std::vector<std::string>& names);

}  // namespace orrery::teaching
