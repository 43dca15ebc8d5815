#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/table.h"
#include "scenarios/teaching/lesson_check.h"
#include "scenarios/teaching/play.h"
#include "scenarios/text/translation.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

using teaching::Lesson, teaching::Page, teaching::PageCheck;

constexpr const char* kLessonFooter =
    R"(  list   lists the lessons in the order of the course
  new    writes a lesson of two pages to a file, to be changed line by line
  check  runs every page, of all lessons unless some are named: its run, moment and references must
         exist, its answer must be unique and come from the run, its hints must differ from it, its
         picture must be drawable; and tests [expect]
  play   plays a lesson in this terminal: it asks, waits for an answer, and shows what happened

To write a lesson, read assets/lessons.md and the output of `orrery list answers`.

Examples:
  orrery lesson list
  orrery lesson play lessons/messages-and-costs
  orrery lesson play lessons/swing --language de
  orrery lesson new my-lesson.toml
  orrery lesson check my-lesson.toml --junit lesson.xml

Exit codes: 0 all fine, 1 a page is wrong, 2 bad input.)";

struct LessonOptions {
  std::string action;
  std::vector<std::string> lessons;
  bool notes = false;
  std::string language;
  OutputOptions output;
};

constexpr std::string_view kNewLesson =
#include "new_lesson.inc"
    ;

/// Returns the user's language if there are texts in it, otherwise English.
std::string language_of_user() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string language = std::string(value).substr(0, 2);
    return std::ranges::find(kLanguages, language) != kLanguages.end() ? language : "en";
  }
  return "en";
}

int new_lesson(const LessonOptions& o) {
  if (o.lessons.size() != 1) throw InputError("lesson new: expected the name of one file to write");
  const std::string& name = o.lessons.front();
  if (!name.ends_with(".toml"))
    throw InputError(fmt::format(
        "lesson new: '{}' is not the name of a scenario; expected a name that ends in .toml",
        name));
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(name, error)))
    throw InputError(fmt::format("lesson new: '{}' already exists; expected a new name", name));
  OutputFile(name, "lesson new").write(kNewLesson);
  return kExitFine;
}

/// Warns that a lesson has no texts in a language.
void warn_of_language(const Lesson& lesson, std::string_view language) {
  if (language == kLanguages.front() || !translation_of(lesson.file, language).empty()) return;
  fmt::print(stderr, "orrery: {}: has no texts in '{}'; shown in English\n", lesson.name, language);
}

std::vector<Lesson> lessons_of(const LessonOptions& o) {
  if (o.lessons.empty()) return teaching::built_in_lessons(o.language);
  std::vector<Lesson> lessons;
  lessons.reserve(o.lessons.size());
  for (const std::string& name : o.lessons)
    lessons.push_back(teaching::load_lesson(name, o.language));
  return lessons;
}

int list_lessons(const std::vector<Lesson>& lessons) {
  TextTable table;
  table.right({""}).left({"lesson", "title", "minutes"});
  for (const Lesson& l : lessons)
    table.add_row({l.number > 0 ? fmt::format("{}", l.number) : "", l.name, l.title,
                   l.minutes > 0 ? fmt::format("{}", l.minutes) : ""});
  write_stdout(table.text(2));
  return kExitFine;
}

/// Draws the picture of the page: before its answer, and so that the whole run can be drawn.
void draw(const Pictures& pictures, const Page& page, const RunSpec& spec) {
  RenderRequest request;
  request.round = page.moment.round.value_or(0);
  request.layout = page.show;
  if (pictures.render(spec, request, "svg").empty())
    throw std::runtime_error("the picture is empty");
}

int check_lessons(const std::vector<Lesson>& lessons, const LessonOptions& o,
                  const Pictures* pictures) {
  const Outputs outputs(o.output);
  for (const Lesson& lesson : lessons) warn_of_language(lesson, o.language);
  teaching::DrawPage draw_page;
  if (pictures != nullptr)
    draw_page = [pictures](const Page& page, const RunSpec& spec) { draw(*pictures, page, spec); };
  std::vector<PageCheck> checks;
  for (const Lesson& lesson : lessons)
    for (PageCheck& check : teaching::check_lesson(lesson, draw_page))
      checks.push_back(std::move(check));
  outputs.say(teaching::check_report(lessons, checks));
  outputs.write("--json", [&] { return teaching::check_json(checks); });
  outputs.write("--junit", [&] { return teaching::check_junit(lessons, checks); });
  return std::ranges::all_of(checks, &PageCheck::is_fine) ? kExitFine : kExitFailed;
}

/// Returns what translates into a language; nothing for English, and where the words of pictures are missing.
Translate translator(const std::string& language, const Pictures* pictures) {
  if (pictures == nullptr || language == "en") return {};
  try {
    pictures->use_language(language);
  } catch (const std::exception&) {
    return {};
  }
  return [pictures](std::string_view text) { return pictures->translated(text); };
}

int play_lesson(const std::vector<Lesson>& lessons, const LessonOptions& o,
                const Pictures* pictures) {
  if (o.lessons.size() != 1)
    throw InputError("lesson play: expected one lesson; `orrery lesson list` lists them");
  const teaching::Reader reader{[](const std::string& text) { write_stdout(text); },
                                []() -> std::optional<std::string> {
                                  std::string line;
                                  return std::getline(std::cin, line) ? std::optional(line)
                                                                      : std::nullopt;
                                },
                                o.notes, translator(o.language, pictures)};
  warn_of_language(lessons.front(), o.language);
  teaching::play(lessons.front(), reader);
  return kExitFine;
}

int lesson(LessonOptions o, const Pictures* pictures) {
  static constexpr std::array<std::string_view, 4> kActions{"list", "new", "check", "play"};
  if (std::ranges::find(kActions, o.action) == kActions.end())
    throw InputError({"lesson"}, "", unknown_word(o.action, kActions));
  if (o.action == "new") return new_lesson(o);
  if (o.language.empty()) o.language = language_of_user();
  check_word("--language", o.language, kLanguages);
  const std::vector<Lesson> lessons = lessons_of(o);
  if (o.action == "list") return list_lessons(lessons);
  return o.action == "play" ? play_lesson(lessons, o, pictures)
                            : check_lessons(lessons, o, pictures);
}

}  // namespace

void add_lesson_command(CommandLine& app, int& status, const Pictures* pictures) {
  const auto [command, o] = app.add_command<LessonOptions>(
      "lesson", "List, play, write or check lessons, which ask before they show the answer",
      kLessonFooter, status, lesson, pictures);
  command.add_option("action", o.action, "The action, see below", "list|new|check|play")
      ->required();
  command.add_option("scenario", o.lessons, "Lessons: files, or built-in ones by name",
                     "LESSON ...");
  command.add_option("--language", o.language,
                     "Language of the texts, where translated. Default: that of LANG", "en|de");
  o.output.add_file(command, "--json", "Findings of check, as JSON with a member for each page");
  o.output.add_file(command, "--junit",
                    "Findings of check, as JUnit XML with a test case for each page");
  command.add_flag("--notes", o.notes, "Print the speaker notes");
  command.add_flag("-q,--quiet", o.output.quiet, "check prints nothing");
}

}  // namespace orrery::inline commands
