#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace orrery {

/// What an Algorithm is asked for: a function, or one that also needs an object that it speaks for, which must stay
/// where it is. A constant where the function is known when the program is built.
template <class Signature>
class Function;

template <class R, class... Args>
class Function<R(Args...)> {
 public:
  using Plain = R (*)(Args...);

  constexpr Function() = default;
  constexpr Function(std::nullptr_t) {}
  constexpr Function(Plain plain) : plain_(plain) {}
  template <class Lambda>
  requires std::is_class_v<Lambda> && std::convertible_to<Lambda, Plain>
  constexpr Function(Lambda lambda) : plain_(lambda) {}

  /// kBound(object, arguments...).
  template <auto kBound, class Object>
  static constexpr Function of(const Object& object) {
    Function f;
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
  constexpr bool operator==(std::nullptr_t) const { return plain_ == nullptr && bound_ == nullptr; }

 private:
  Plain plain_ = nullptr;
  const void* object_ = nullptr;
  R (*bound_)(const void*, Args...) = nullptr;
};

}  // namespace orrery
