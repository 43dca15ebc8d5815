#include "scenarios/text/translation.h"

#include <system_error>

#include <fmt/format.h>

#include "emu/base/read_toml.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/text_file.h"

namespace orrery::inline text {

std::filesystem::path translation_of(const std::filesystem::path& scenario,
                                     std::string_view language) {
  const std::filesystem::path file = scenario.parent_path() / kTranslationFolder /
                                     fmt::format("{}.{}.toml", scenario.stem().string(), language);
  std::error_code none;
  return std::filesystem::exists(file, none) ? file : std::filesystem::path();
}

ScenarioHead translated(ScenarioHead head, const std::filesystem::path& scenario,
                        std::string_view language) {
  const std::filesystem::path file = translation_of(scenario, language);
  if (file.empty()) return head;
  try {
    const toml::table texts = read_toml(read_text_file(file), file.string());
    return {texts["title"].value_or(head.title), texts["description"].value_or(head.description)};
  } catch (const toml::parse_error& e) {
    throw InputError({file.string(), static_cast<int>(e.source().begin.line)}, "",
                     {.what = std::string(e.description()), .whole = true});
  }
}

}  // namespace orrery::inline text
