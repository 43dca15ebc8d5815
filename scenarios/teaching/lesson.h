#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/spec/scenario.h"
#include "scenarios/teaching/answer_expression.h"
#include "scenarios/text/errors.h"

/// Lessons: scenarios whose pages ask a question before they show the answer.
namespace orrery::teaching {

/// Markdown with references to the run: "It takes {completion_time}, twice {completion_time @ ring}."
class Text {
 public:
  Text() = default;
  /// Reads the text. THROWS ValueError for a reference that is not an expression, or is not closed.
  explicit Text(std::string_view source);

  bool empty() const { return parts_.empty(); }
  /// Returns the text with the values of the cell in place of the references. THROWS NoAnswer,
  /// naming the reference.
  std::string filled(Laboratory& laboratory, std::size_t cell) const;

 private:
  struct Part {
    std::string words;
    Expression reference;  ///< after them; may be empty
  };
  std::vector<Part> parts_;
};

/// The response to a wrong answer that comes from a known misconception.
struct Hint {
  Expression answer;  ///< the answer that follows from the misconception
  Text text;
  Place place;
};

/// The allowed distance between an answer and the number.
struct AnswerTolerance {
  double relative = 0;
  std::optional<Quantity> absolute = {};
};

struct Question {
  Value::Kind kind = Value::Kind::kQuantity;
  Text ask;
  Expression answer;
  std::string unit = {};  ///< of a number that is given without one; may be empty
  std::optional<AnswerTolerance> tolerance = {};
  std::vector<std::string> choices = {};  ///< of one of several; empty: by the answer
  Text explain = {};                      ///< shown with the right answer
  std::vector<Hint> hints = {};
  Place place = {};
};

/// A moment of a run: before or after a round, or a time, or its end.
struct Moment {
  std::optional<int> round = {};
  bool after = false;  ///< that round
  std::optional<Time> time = {};
};

struct Page {
  int number = 1;  ///< from 1
  std::string title;
  Text text;
  Text notes = {};            ///< speaker notes; may be empty
  std::string scenario = {};  ///< empty: the lesson itself
  std::string cell = {};      ///< values of the sweep, joined by dots; empty: the first
  Overrides overrides = {};
  Moment moment = {};
  std::string show = "network";  ///< or blocks, tree, timeline, listing, report, compare
  std::string follow = {};       ///< "rank 3", "link 3 -> 4", "block 2", or nothing
  std::string with = {};         ///< the other cell of a comparison
  std::optional<Question> question = {};
  Place place = {};
};

struct Lesson {
  std::filesystem::path file;
  std::string name;   ///< "lessons/ports", or the file
  std::string title;  ///< of the scenario
  int number = 0;     ///< its place in the course; 0: it has none
  int minutes = 0;    ///< its duration; 0: unknown
  std::string goal;   ///< the reader's skills afterwards
  std::vector<Page> pages;
};

/// Loads a file with [lesson] and [[page]]s, or a built-in one by name, in a language ("de") if it
/// has texts in it. THROWS InputError with place; also if it has no pages.
Lesson load_lesson(const std::filesystem::path& file, std::string_view language = "en");
/// Returns whether a file has pages, without checking the rest.
bool has_pages(std::string_view text);
/// Returns whether that is a file, or a built-in scenario, with pages.
bool is_lesson(const std::filesystem::path& file);
/// Reads the text of such a file, with the texts of another one in their places (translate.h) if
/// one is named.
Lesson read_lesson(std::string_view text, const std::string& name,
                   const std::filesystem::path& translation = {});

/// Returns all built-in scenarios that have pages: the course in its order, then the others by
/// name.
std::vector<Lesson> built_in_lessons(std::string_view language = "en");

}  // namespace orrery::teaching
