#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace orrery::page {

/// All that pages say beside the texts of scenarios and the words of their pictures, in English. Values stand in the
/// places of fmt.
std::span<const std::string_view> texts_of_pages();

/// Those that the script of a page says.
std::span<const std::string_view> texts_of_script();

/// The texts of a page in the language of what is around them.
class Words {
 public:
  /// A text in that language; as it is where there is none of it.
  using Translate = std::function<std::string(std::string_view)>;
  explicit Words(Translate translate) : translate_(std::move(translate)) {}

  /// REQUIRES one of texts_of_pages().
  template <class... Values>
  std::string operator()(std::string_view text, const Values&... values) const {
    return fmt::format(fmt::runtime(own(text)), values...);
  }

  /// A text of the tables that the window shows as well (metrics, causes, kinds of answers), or another one as it is.
  std::string of(std::string_view text) const { return translate_(text); }

  /// The two letters of ISO 639-1.
  std::string language() const { return own("en"); }

 private:
  std::string own(std::string_view text) const;

  Translate translate_;
};

}  // namespace orrery::page
