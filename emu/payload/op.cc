#include "emu/payload/op.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "emu/base/check.h"

namespace orrery::inline payload {

namespace {

struct Sum {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct Min {
  template <class T>
  T operator()(T a, T b) const {
    return std::min(a, b);
  }
};
struct Max {
  template <class T>
  T operator()(T a, T b) const {
    return std::max(a, b);
  }
};
struct Multiplication {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a * b);
  }
};

/// Unsigned arithmetic for integers: overflow wraps instead of being undefined, identically on
/// every machine.
template <class T>
struct Arithmetic {
  using type = T;
};
template <>
struct Arithmetic<std::int32_t> {
  using type = std::uint32_t;
};
template <>
struct Arithmetic<std::int64_t> {
  using type = std::uint64_t;
};

template <class T, class F>
T apply(T a, T b) {
  if constexpr (std::is_same_v<F, Sum> || std::is_same_v<F, Multiplication>) {
    using U = typename Arithmetic<T>::type;
    return static_cast<T>(F{}(static_cast<U>(a), static_cast<U>(b)));
  } else {
    return F{}(a, b);
  }
}

template <class T, class F>
void combine(void* into, const void* from, std::int64_t count, bool from_first) {
  auto* a = static_cast<T*>(into);
  const auto* b = static_cast<const T*>(from);
  for (std::int64_t i = 0; i < count; ++i)
    a[i] = from_first ? apply<T, F>(b[i], a[i]) : apply<T, F>(a[i], b[i]);
}

/// Spreads (rank, index) over 64 bits (splitmix64).
std::uint64_t hash(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// The elements that one hash fills: as many integers as it has room for.
template <class T>
using OfHash = std::array<T, std::is_integral_v<T> ? sizeof(std::uint64_t) / sizeof(T) : 1>;

/// Returns contributions of a rank. Integers take any value, but odd ones for products (even ones would
/// soon multiply to zero). Floating point takes small integers for sums, and for products powers of
/// two, of which so few differ from 1 that no order of evaluation rounds or leaves the range of a
/// float.
template <class T, class F>
OfHash<T> contributions(std::uint64_t h, int rank) {
  constexpr bool multiplies = std::is_same_v<F, Multiplication>;
  if constexpr (std::is_integral_v<T>) {
    auto all = std::bit_cast<OfHash<T>>(h);
    for (T& one : all) one = static_cast<T>(multiplies ? one | 1 : one);
    return all;
  } else if constexpr (multiplies) {
    return {T((h & 64) != 0 ? -1 : 1) * (rank >= 120 ? T(1) : (h & 128) != 0 ? T(2) : T(0.5))};
  } else {
    return {static_cast<T>(static_cast<int>(h % 201) - 100)};
  }
}

template <class T, class F>
void contribute_all(void* elements, int rank, std::int64_t first, std::int64_t count) {
  constexpr std::uint64_t kEach = std::tuple_size_v<OfHash<T>>;
  const std::uint64_t of_rank = hash(static_cast<std::uint64_t>(rank));
  const auto begin = static_cast<std::uint64_t>(first);
  const std::uint64_t end = begin + static_cast<std::uint64_t>(count);
  auto* to = static_cast<T*>(elements);
  for (std::uint64_t i = begin, next = i; i < end; i = next) {
    next = std::min(end, (i / kEach + 1) * kEach);
    const OfHash<T> all = contributions<T, F>(hash(of_rank + i / kEach), rank);
    if (next - i == kEach) [[likely]]
      std::memcpy(to, all.data(), sizeof all);
    else
      std::memcpy(to, all.data() + i % kEach, (next - i) * sizeof(T));
    to += next - i;
  }
}

template <class T, class F>
void contribute(void* element, int rank, std::int64_t index) {
  contribute_all<T, F>(element, rank, index, 1);
}

/// Row-major 2x2 matrices over integers that wrap: associative, not commutative.
template <class T>
struct Matrix {
  T a, b, c, d;
  friend Matrix operator*(const Matrix& x, const Matrix& y) {
    return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c,
            x.c * y.b + x.d * y.d};
  }
};

template <class T>
void combine_matrices(void* into, const void* from, std::int64_t count, bool from_first) {
  auto* x = static_cast<Matrix<T>*>(into);
  const auto* y = static_cast<const Matrix<T>*>(from);
  for (std::int64_t i = 0; i < count; ++i) x[i] = from_first ? y[i] * x[i] : x[i] * y[i];
}

/// Writes (1 s; t 1+st): invertible, so that no factor cancels the others.
template <class T>
void contribute_matrix(void* element, int rank, std::int64_t index) {
  const std::uint64_t h =
      hash(hash(static_cast<std::uint64_t>(rank)) + static_cast<std::uint64_t>(index));
  const T s = static_cast<T>(h), t = static_cast<T>(h >> 32);
  const Matrix<T> m{1, s, t, 1 + s * t};
  std::memcpy(element, &m, sizeof m);
}

template <class T>
constexpr Op matrix_product(std::string_view datatype) {
  return {"matrix-product",    datatype, sizeof(Matrix<T>), false, combine_matrices<T>,
          contribute_matrix<T>};
}

template <class T, class F>
constexpr Op make_op(std::string_view name, std::string_view datatype) {
  constexpr bool rounds =
      std::is_floating_point_v<T> && (std::is_same_v<F, Sum> || std::is_same_v<F, Multiplication>);
  return {name, datatype, sizeof(T), true, combine<T, F>, contribute<T, F>, rounds};
}

struct Brackets {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(hash(hash(std::min(a, b)) + std::max(a, b)));
  }
};

template <class T>
constexpr Op kBrackets = make_op<T, Brackets>("brackets", "bits");

template <class T>
constexpr std::array<Op, 4> ops_of(std::string_view datatype) {
  return {make_op<T, Sum>("sum", datatype), make_op<T, Min>("min", datatype),
          make_op<T, Max>("max", datatype), make_op<T, Multiplication>("product", datatype)};
}

constexpr auto kOps = [] {
  const std::array groups{ops_of<std::uint8_t>("uint8"), ops_of<std::int32_t>("int32"),
                          ops_of<std::int64_t>("int64"), ops_of<float>("float"),
                          ops_of<double>("double")};
  std::array<Op, 22> all{};
  for (std::size_t i = 0; i < 20; ++i) all[i] = groups[i / 4][i % 4];
  all[20] = matrix_product<std::uint32_t>("int32");
  all[21] = matrix_product<std::uint64_t>("int64");
  return all;
}();

using ContributeAll = void (*)(void*, int, std::int64_t, std::int64_t);

template <class T>
constexpr std::array<ContributeAll, 4> kContributeAll{
    contribute_all<T, Sum>, contribute_all<T, Min>, contribute_all<T, Max>,
    contribute_all<T, Multiplication>};

}  // namespace

void contribute(const Op& op, void* elements, int rank, std::int64_t first, std::int64_t count) {
  constexpr std::array kAll{kContributeAll<std::uint8_t>, kContributeAll<std::int32_t>,
                            kContributeAll<std::int64_t>, kContributeAll<float>,
                            kContributeAll<double>};
  for (std::size_t i = 0; i < 4 * kAll.size(); ++i)
    if (kOps[i].contribute == op.contribute)
      return kAll[i / 4][i % 4](elements, rank, first, count);
  for (std::int64_t i = 0; i < count; ++i)
    op.contribute(static_cast<std::byte*>(elements) + i * op.element_bytes, rank, first + i);
}

std::span<const Op> ops() {
  return kOps;
}

const Op& find_op(std::string_view name, std::string_view datatype) {
  const auto* op = std::find_if(kOps.begin(), kOps.end(), [&](const Op& o) {
    return o.name == name && o.datatype == datatype;
  });
  EMU_CHECK(op != kOps.end(), "no operator '", name, "' on '", datatype,
            "'; expected sum, min, max or product on uint8, int32, int64, float or double, or "
            "matrix-product on int32 or int64");
  return *op;
}

const Op& bracket_op(std::uint32_t element_bytes) {
  EMU_CHECK(element_bytes == 4 || element_bytes == 8, "no brackets for elements of ", element_bytes,
            " bytes; expected 4 or 8");
  return element_bytes == 4 ? kBrackets<std::uint32_t> : kBrackets<std::uint64_t>;
}

}  // namespace orrery::inline payload
