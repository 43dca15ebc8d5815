#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace orrery::inline algorithms {

/// A function of an Algorithm: a plain function, or one bound to an object, which must keep its
/// address. A constant if the function is known at compile time.
template <class Signature>
class Function;

template <class R, class... Args>
class Function<R(Args...)> {
 public:
  using Plain = R (*)(Args...);

  constexpr Function() = default;
  constexpr Function(std::nullptr_t) {}
  constexpr Function(Plain plain)
      : plain_(plain), known_(std::is_constant_evaluated() || plain != nullptr) {}
  template <class Lambda>
  requires std::is_class_v<Lambda> && std::convertible_to<Lambda, Plain>
  constexpr Function(Lambda lambda) : plain_(lambda), known_(true) {}

  /// Returns a Function that calls kBound(object, arguments...).
  template <auto kBound, class Object>
  static constexpr Function of(const Object& object) {
    Function f;
    f.known_ = true;
    f.object_ = &object;
    f.bound_ = [](const void* o, Args... args) -> R {
      return kBound(*static_cast<const Object*>(o), args...);
    };
    return f;
  }

  constexpr R operator()(Args... args) const {
    return bound_ != nullptr ? bound_(object_, args...) : plain_(args...);
  }
  constexpr bool operator==(const Function&) const = default;
  constexpr bool operator==(std::nullptr_t) const { return !known_; }

 private:
  Plain plain_ = nullptr;
  const void* object_ = nullptr;
  R (*bound_)(const void*, Args...) = nullptr;
  /// Whether there is a function. With UBSan GCC does not treat a comparison of its address as a
  /// constant.
  bool known_ = false;
};

}  // namespace orrery::inline algorithms
