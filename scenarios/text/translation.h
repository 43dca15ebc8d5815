#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

/// Texts of scenarios in other languages: translations/NAME.de.toml beside NAME.toml has the same
/// tables, but only texts for readers; all other values are in the scenario.
namespace orrery::inline text {

/// The languages of texts, by the two letters of ISO 639-1; the first is that of the scenarios.
inline constexpr std::array<std::string_view, 2> kLanguages{"en", "de"};

/// The folder of translations.
inline constexpr std::string_view kTranslationFolder = "translations";

/// Returns the file with the texts of `scenario` in a language ("de"); empty if there is none.
std::filesystem::path translation_of(const std::filesystem::path& scenario,
                                     std::string_view language);

/// Returns a text in the reader's language; unchanged if it has no translation.
using Translate = std::function<std::string(std::string_view english)>;

/// The texts of a scenario in a list of scenarios.
struct ScenarioHead {
  std::string title, description;
};

/// Translates the texts; those without a translation stay. THROWS InputError for a translation that
/// is not TOML.
ScenarioHead translated(ScenarioHead head, const std::filesystem::path& scenario,
                        std::string_view language);

}  // namespace orrery::inline text
