#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

/// Texts of scenarios in other languages: translations/NAME.de.toml beside NAME.toml has the same tables, and in them
/// only the texts that people read. All else is the scenario's.
namespace orrery {

/// The languages that there are texts in, by the two letters of ISO 639-1; the first is that of the scenarios.
inline constexpr std::array<std::string_view, 2> kLanguages{"en", "de"};

/// The folder of such files.
inline constexpr std::string_view kTranslationFolder = "translations";

/// The file with the texts of `scenario` in a language ("de"). Empty if there is none.
std::filesystem::path translation_of(const std::filesystem::path& scenario,
                                     std::string_view language);

/// Gives a text in the reader's language; as it is where it has none.
using Translate = std::function<std::string(std::string_view english)>;

/// What a list of scenarios says of one.
struct ScenarioHead {
  std::string title, description;
};

/// In a language, or as it was where there is no text in it. THROWS InputError for a translation that is not TOML.
ScenarioHead translated(ScenarioHead head, const std::filesystem::path& scenario,
                        std::string_view language);

}  // namespace orrery
