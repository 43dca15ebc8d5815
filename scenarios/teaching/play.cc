#include "scenarios/teaching/play.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/report/table.h"
#include "scenarios/teaching/rounds_seen.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

enum class PlayStep { kNext, kBack, kQuit };

std::string in_own_language(const Reader& reader, std::string_view english) {
  return reader.translate ? reader.translate(english) : std::string(english);
}

/// One page for one reader.
class Turn {
 public:
  Turn(const Reader& reader, const Page& page, const Scene& scene, Score& score)
      : reader_(reader), page_(page), scene_(scene), score_(score) {}

  PlayStep take(std::size_t pages) {
    reader_.say(fmt::format("\n{}/{}  {}\n\n{}\n", page_.number, pages, page_.title,
                            terminal_text(scene_.filled(page_.text))));
    if (reader_.hears_notes && !page_.notes.empty())
      reader_.say(
          fmt::format("{}\n\n{}\n", own("Notes"), terminal_text(scene_.filled(page_.notes))));
    show(false);
    return page_.question ? ask() : wait();
  }

 private:
  std::string own(std::string_view english) const { return in_own_language(reader_, english); }
  void say_line(std::string_view text, std::string_view value) {
    reader_.say(fmt::format(fmt::runtime(own(text)), own(value)) + '\n');
  }
  /// Returns the option that a line names in the reader's language; other lines are unchanged.
  std::string in_english(const std::string& line) const {
    const auto option = std::ranges::find(options_, trimmed(line),
                                          [&](const std::string& english) { return own(english); });
    return option == options_.end() ? line : *option;
  }
  void show(bool answered) {
    const std::string text = view_text(page_, scene_, answered);
    if (!text.empty()) reader_.say(text + '\n');
  }

  PlayStep wait() {
    reader_.say(own(kTextsOfPlay[1]) + ' ');
    const auto line = reader_.listen();
    return line ? command(trimmed(*line)).value_or(PlayStep::kNext) : PlayStep::kQuit;
  }

  static std::optional<PlayStep> command(std::string_view line) {
    if (line == "next") return PlayStep::kNext;
    if (line == "back") return PlayStep::kBack;
    if (line == "quit") return PlayStep::kQuit;
    return std::nullopt;
  }

  void pose() {
    reader_.say(terminal_text(scene_.filled(page_.question->ask)));
    options_ = options_of(page_, scene_);
    for (std::size_t i = 0; i < options_.size(); ++i)
      reader_.say(fmt::format("  {}  {}\n", static_cast<char>('a' + i), own(options_[i])));
    say_line(kTextsOfPlay[0], kind_syntax(page_.question->kind));
  }

  PlayStep ask() {
    pose();
    for (bool first = true;;) {
      reader_.say("> ");
      const auto line = reader_.listen();
      if (!line) return PlayStep::kQuit;
      if (const auto step = command(trimmed(*line))) return *step;
      const auto done = trimmed(*line) == "reveal" ? reveal(first) : attempt(*line, first);
      if (done) return wait();
    }
  }

  bool reveal(bool first) {
    if (first) ++score_.asked;
    say_line("The answer is {}.", text_of(answer_of(page_, scene_)));
    explain();
    return true;
  }

  /// Judges an answer; returns whether the question is finished.
  bool attempt(const std::string& line, bool& first) {
    try {
      const Verdict verdict =
          judge(page_, scene_, response_of(*page_.question, options_, in_english(line)));
      if (first) ++score_.asked;
      if (first && verdict.right) ++score_.right;
      if (verdict.right) return right();
      reader_.say(own("Not right.") + ' ' + terminal_text(own(verdict.hint)));
      first = false;
    } catch (const ValueError& e) {
      reader_.say(fmt::format("{}\n", e.what()));
    }
    return false;
  }

  bool right() {
    say_line("Right: {}.", text_of(answer_of(page_, scene_)));
    explain();
    return true;
  }

  void explain() {
    reader_.say(terminal_text(scene_.filled(page_.question->explain)) + '\n');
    show(true);
  }

  const Reader& reader_;
  const Page& page_;
  const Scene& scene_;
  Score& score_;
  std::vector<std::string> options_;
};

}  // namespace

Score play(const Lesson& lesson, const Reader& reader) {
  Classroom room(lesson);
  Score score;
  reader.say(fmt::format("{}\n\n{}", lesson.title, wrapped(lesson.goal, kTerminalWidth)));
  for (std::size_t i = 0; i < lesson.pages.size();) {
    const Page& page = lesson.pages[i];
    const PlayStep step = Turn(reader, page, room.scene(page), score).take(lesson.pages.size());
    if (step == PlayStep::kQuit) break;
    i = step == PlayStep::kNext ? i + 1 : i - (i > 0 ? 1 : 0);
  }
  reader.say(fmt::format(fmt::runtime('\n' + in_own_language(reader, kTextsOfPlay[2]) + '\n'),
                         score.right, score.asked));
  return score;
}

}  // namespace orrery::teaching
