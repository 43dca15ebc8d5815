#include "scenarios/page/questions.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emu/base/check.h"
#include "scenarios/page/html.h"
#include "scenarios/report/markup.h"

namespace orrery::page {
namespace {

using Json = nlohmann::ordered_json;
using teaching::Page, teaching::Quantity, teaching::Question, teaching::Scene, teaching::Value;

Json json_of_quantity(const Quantity& q) {
  return Json::array({q.amount, q.seconds, q.bytes});
}

Json json_of_quantity(const Value& value) {
  if (value.kind == Value::Kind::kQuantity) return json_of_quantity(value.quantity);
  return Json(value.names);
}

Json hints_of(const Page& page, const Question& q, const Scene& scene) {
  Json hints = Json::array();
  for (const teaching::Hint& hint : q.hints) {
    Page wrong = page;
    wrong.question.emplace(q).answer = hint.answer;
    hints.push_back(Json{{"answer", json_of_quantity(answer_of(wrong, scene))},
                         {"text", html_of_markdown(scene.filled(hint.text))}});
  }
  return hints;
}

/// What the script has to know.
std::string sealed(const Page& page, const Question& q, const Scene& scene,
                   const std::vector<std::string>& options, const Words& words) {
  const Value answer = answer_of(page, scene);
  Json json{{"kind", kind_name(q.kind)},
            {"answer", json_of_quantity(answer)},
            {"text", escaped(words.of(text_of(answer)))},
            {"syntax", escaped(words.of(kind_syntax(q.kind)))},
            {"explain", html_of_markdown(scene.filled(q.explain))},
            {"options", options},
            {"hints", hints_of(page, q, scene)}};
  if (q.kind == Value::Kind::kQuantity) json["off"] = allowed_error(q, answer.quantity);
  if (!q.unit.empty()) json["unit"] = json_of_quantity(teaching::parse_quantity("1" + q.unit));
  return base64(json.dump());
}

std::string choices_html(const std::vector<std::string>& options, const Words& words) {
  std::string html = "<div class=\"choices\">\n";
  for (const std::string& option : options)
    html += fmt::format("<label><input type=\"radio\" name=\"answer\" value=\"{}\"> {}</label>\n",
                        escaped(option), escaped(words.of(option)));
  return html + "</div>\n";
}

std::string field_html(const Question& q, const std::vector<std::string>& options,
                       const Words& words) {
  std::string about = escaped(words.of(kind_syntax(q.kind)));
  if (!options.empty())
    about += fmt::format(" ({})", escaped(fmt::format("{}", fmt::join(options, ", "))));
  if (!q.unit.empty()) about += words("; in {} without a unit", escaped(q.unit));
  return fmt::format(
      "<p><label>{} <input type=\"text\" autocomplete=\"off\"></label> <span "
      "class=\"faint\">{}</span></p>\n",
      words("Your answer:"), about);
}

}  // namespace

std::string question_form(const Page& page, const Scene& scene, const Words& words) {
  EMU_ASSERT(page.question.has_value(), "a form needs a question");
  const Question& q = *page.question;
  const std::vector<std::string> options = options_of(page, scene);
  return fmt::format(
      "<form class=\"ask\" data-question=\"{}\">\n<fieldset>\n<legend>{}</legend>\n{}{}<p><button "
      "type=\"submit\">{}</button> <button type=\"button\" class=\"reveal\">{}</button></p>\n"
      "<div class=\"verdict\" aria-live=\"polite\"></div>\n</fieldset>\n</form>\n",
      sealed(page, q, scene, options, words), words("Question"),
      html_of_markdown(scene.filled(q.ask)),
      q.kind == Value::Kind::kWord ? choices_html(options, words) : field_html(q, options, words),
      words("Answer"), words("Reveal"));
}

}  // namespace orrery::page
