#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace orrery::page {

/// Returns all texts of pages besides those of scenarios and the words of their pictures, in
/// English. Values stand in the places of fmt.
std::span<const std::string_view> texts_of_pages();

/// Returns the texts in the script of a page.
std::span<const std::string_view> texts_of_script();

/// The texts of a page in its language.
class Words {
 public:
  /// Returns a text in that language; unchanged if it has no translation.
  using Translate = std::function<std::string(std::string_view)>;
  explicit Words(Translate translate) : translate_(std::move(translate)) {}

  /// Returns a text with its values. REQUIRES one of texts_of_pages().
  template <class... Values>
  std::string operator()(std::string_view text, const Values&... values) const {
    return fmt::format(fmt::runtime(own(text)), values...);
  }

  /// Translates a text of the tables that the window shows as well (metrics, causes, kinds of
  /// answers); others are unchanged.
  std::string of(std::string_view text) const { return translate_(text); }

  /// Returns the two letters of ISO 639-1.
  std::string language() const { return own("en"); }

 private:
  std::string own(std::string_view text) const;

  Translate translate_;
};

}  // namespace orrery::page
