#include "scenarios/teaching/lesson_check.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/report/junit.h"
#include "scenarios/run/expect.h"
#include "scenarios/run/load.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

/// Notes a problem of a page.
template <class F>
void look(PageCheck& check, std::string_view at, F&& f) {
  try {
    f();
  } catch (const InputError& e) {
    check.problems.push_back(fmt::format("{}: {}", at, e.text_without_place()));
  } catch (const std::exception& e) {
    check.problems.push_back(fmt::format("{}: {}", at, e.what()));
  }
}

void check_options(const Page& page, const Scene& scene, const Value& answer) {
  if (page.question->choices.empty() || page.question->kind != Value::Kind::kWord) return;
  const auto& choices = page.question->choices;
  if (std::ranges::find(choices, answer.names.front()) == choices.end())
    throw NoAnswer(fmt::format("'{}' is not one of the choices: {}", text_of(answer),
                               fmt::join(options_of(page, scene), ", ")));
}

void check_ranks(const Scene& scene, const Value& answer) {
  using Kind = Value::Kind;
  if (answer.kind != Kind::kRank && answer.kind != Kind::kRanks) return;
  const int ranks = scene.laboratory->evidence(scene.cell).ranks();
  for (const std::string& name : answer.names)
    if (parse_integer(name, 0, std::numeric_limits<int>::max()) >= ranks)
      throw NoAnswer(
          fmt::format("'{}' is not a rank; the run has {}", name, counted(ranks, "rank")));
}

void check_hint(const Page& page, const Scene& scene, const Hint& hint) {
  Page wrong = page;
  wrong.question->answer = hint.answer;
  const Value value = answer_of(wrong, scene);
  scene.filled(hint.text);
  const Verdict verdict = judge(page, scene, value);
  if (verdict.right)
    throw NoAnswer(fmt::format("the hint at {} is for '{}', which is right", hint.place.text(),
                               text_of(value)));
}

void check_question(const Page& page, const Scene& scene, PageCheck& check) {
  const Question& q = *page.question;
  check.kind = kind_name(q.kind);
  look(check, "ask", [&] { check.question = scene.filled(q.ask); });
  look(check, "answer", [&] {
    const Value answer = answer_of(page, scene);
    check.answer = text_of(answer);
    check_options(page, scene, answer);
    check_ranks(scene, answer);
    for (const Hint& hint : q.hints) look(check, "hint", [&] { check_hint(page, scene, hint); });
  });
  look(check, "explain", [&] { scene.filled(q.explain); });
}

PageCheck check_page(Classroom& room, const Page& page, const DrawPage& draw) {
  PageCheck check{room.lesson().name, page.number, page.title, page.place, {}, {}, {}, {}};
  const Scene scene = room.scene(page);
  look(check, "text", [&] { scene.filled(page.text); });
  look(check, "notes", [&] { scene.filled(page.notes); });
  look(check, "moment", [&] { check_moment(page, scene); });
  look(check, "follow", [&] { check_follow(page, scene); });
  if (!page.with.empty())
    look(check, "with", [&] { scene.laboratory->find(scene.cell, page.with); });
  if (page.question) check_question(page, scene, check);
  // A run that hangs before any message was sent has no picture.
  if (draw && !scene.laboratory->evidence(scene.cell).messages().empty())
    look(check, "picture", [&] { draw(page, scene.spec()); });
  return check;
}

/// Adds the expectations of [expect] that fail: they state what the texts say.
void check_expected(const Lesson& lesson, std::vector<PageCheck>& checks) {
  const Scenario scenario = load_scenario(lesson.file);
  if (scenario.expectations.empty()) return;
  PageCheck failed{lesson.name, 0, "[expect]", {lesson.name}, {}, {}, {}, {}};
  const std::vector<RunResult> results = run_all(scenario.cells);
  for (const Check& check : check_expectations(scenario, results))
    if (check.failed()) failed.problems.push_back(check.message);
  if (!failed.is_fine()) checks.push_back(std::move(failed));
}

std::vector<const PageCheck*> checks_of(const Lesson& lesson,
                                        const std::vector<PageCheck>& checks) {
  std::vector<const PageCheck*> own;
  for (const PageCheck& c : checks)
    if (c.lesson == lesson.name) own.push_back(&c);
  return own;
}

std::string message_of(const PageCheck& c) {
  std::string text;
  for (const std::string& problem : c.problems)
    text += (text.empty() ? "" : "\n") +
            (c.page == 0
                 ? problem
                 : fmt::format("{}: page {} '{}': {}", c.place.text(), c.page, c.title, problem));
  return text;
}

}  // namespace

std::vector<PageCheck> check_lesson(const Lesson& lesson, const DrawPage& draw) {
  Classroom room(lesson);
  std::vector<PageCheck> checks;
  for (const Page& page : lesson.pages) checks.push_back(check_page(room, page, draw));
  check_expected(lesson, checks);
  return checks;
}

std::string check_report(const std::vector<Lesson>& lessons, const std::vector<PageCheck>& checks) {
  std::string text;
  for (const Lesson& lesson : lessons) {
    const auto own = checks_of(lesson, checks);
    const auto wrong = std::ranges::count_if(own, [](const PageCheck* c) { return !c->is_fine(); });
    const auto asked =
        std::ranges::count_if(own, [](const PageCheck* c) { return !c->kind.empty(); });
    const auto unmet = std::ranges::count(own, 0, &PageCheck::page);
    std::string verdict =
        wrong == unmet ? "" : fmt::format("{} wrong", counted(wrong - unmet, "page"));
    if (unmet > 0) verdict += fmt::format("{}[expect] fails", verdict.empty() ? "" : ", ");
    text += fmt::format("{}: {}, {}: {}\n", lesson.name, counted(std::ssize(lesson.pages), "page"),
                        counted(asked, "question"), verdict.empty() ? "fine" : verdict);
    for (const PageCheck* c : own)
      if (!c->is_fine()) text += message_of(*c) + '\n';
  }
  return text;
}

std::string check_json(const std::vector<PageCheck>& checks) {
  using Json = nlohmann::ordered_json;
  Json pages = Json::array();
  for (const PageCheck& c : checks) {
    const auto asked = [&](const std::string& text) {
      return c.kind.empty() ? Json() : Json(text);
    };
    pages.push_back(Json{{"lesson", c.lesson},
                         {"page", c.page},
                         {"title", c.title},
                         {"line", c.place.line},
                         {"kind", asked(c.kind)},
                         {"question", asked(c.question)},
                         {"answer", asked(c.answer)},
                         {"outcome", c.is_fine() ? "passed" : "failed"},
                         {"problems", c.problems}});
  }
  return Json{{"schema", 1}, {"pages", std::move(pages)}}.dump(2) + '\n';
}

std::string check_junit(const std::vector<Lesson>& lessons, const std::vector<PageCheck>& checks) {
  std::string suites;
  for (const Lesson& lesson : lessons) {
    JunitSuite suite(lesson.title);
    for (const PageCheck* c : checks_of(lesson, checks))
      suite.add({.name = c->page == 0 ? c->title : fmt::format("page {}: {}", c->page, c->title),
                 .group = lesson.name,
                 .ended = c->is_fine() ? "" : "failure",
                 .type = c->is_fine() ? "" : "page",
                 .message = message_of(*c)});
    suites += suite.element();
  }
  return junit_text(suites);
}

}  // namespace orrery::teaching
