#pragma once

#include <cstdint>
#include <span>
#include <string_view>

/// Reduction operators on arrays of elements.
namespace orrery::inline payload {

/// A reduction operator. The order of operands is explicit: combine(into, from, n, false) computes
/// into := into ⊕ from, with true into := from ⊕ into.
struct Op {
  std::string_view name;      ///< "sum"
  std::string_view datatype;  ///< "uint8"
  std::uint32_t element_bytes;
  bool commutative;
  void (*combine)(void* into, const void* from, std::int64_t count, bool from_first);
  /// Writes element number `index` of rank `rank`'s contribution at the start of a run: a pure
  /// function, chosen so that results are exact (no rounding for floating point).
  void (*contribute)(void* element, int rank, std::int64_t index);
  bool rounds =
      false;  ///< results depend on the order of evaluation: floating-point sums and products
};

/// Returns all operators: {sum, min, max, product} x {uint8, int32, int64, float, double}, and the
/// non-commutative matrix-product of 2x2 matrices over int32 (16 bytes) and int64 (32 bytes). A
/// user's own operator is any other Op.
std::span<const Op> ops();

/// Returns an operator by name. THROWS std::invalid_argument with the known ones.
const Op& find_op(std::string_view name, std::string_view datatype);

/// Returns an operator for elements of 4 or 8 bytes that commutes but is not associative: two
/// results are equal if they were reduced in the same order with the same brackets, apart from
/// exchanged operands, and otherwise differ (except for one case in 2^32 or 2^64). Equal results
/// imply equal bits of a floating-point sum for all values.
const Op& bracket_op(std::uint32_t element_bytes);

/// Writes elements number `first` .. first + count - 1 of what rank `rank` contributes: as op.contribute() one by one, in a
/// fraction of the time for operators of ops().
void contribute(const Op& op, void* elements, int rank, std::int64_t first, std::int64_t count);

}  // namespace orrery::inline payload
