#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace orrery::inline formats {

/// The labels of the operations of one rank.
class Labels {
 public:
  struct Label {
    std::string_view name;
    std::int32_t operation = 0;
  };

  std::span<const Label> all() const { return labels_; }
  void clear() {
    places_.assign(std::bit_ceil(2 * labels_.size() + 16), kFree);
    labels_.clear();
  }
  /// Returns the operation of a label; null if there is none.
  const std::int32_t* find(std::string_view name) const {
    const std::uint32_t i = places_[place_of(name)];
    return i == kFree ? nullptr : &labels_[i].operation;
  }
  /// Adds a label. REQUIRES that there is none of that name.
  void add(const Label& label) {
    labels_.push_back(label);
    if (2 * labels_.size() <= places_.size()) return enter(labels_.size() - 1);
    places_.assign(2 * places_.size(), kFree);
    for (std::size_t i = 0; i < labels_.size(); ++i) enter(i);
  }

 private:
  static constexpr std::uint32_t kFree = 0xffffffff;

  static std::size_t hash_of(std::string_view name) {
    std::uint64_t hash = 0;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x9e3779b97f4a7c15u;
    return hash >> 32;
  }

  /// Returns the place of a label, or the free one where it would be.
  std::size_t place_of(std::string_view name) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t p = hash_of(name) & mask;
    while (places_[p] != kFree && labels_[places_[p]].name != name) p = (p + 1) & mask;
    return p;
  }
  void enter(std::size_t i) { places_[place_of(labels_[i].name)] = static_cast<std::uint32_t>(i); }

  std::vector<Label> labels_;
  std::vector<std::uint32_t> places_ =
      std::vector<std::uint32_t>(16, kFree);  // open addressing on the name
};

}  // namespace orrery::inline formats
