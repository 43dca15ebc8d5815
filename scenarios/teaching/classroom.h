#pragma once

#include <map>
#include <memory>
#include <string>

#include "scenarios/teaching/lesson.h"

/// Lessons and their runs.
namespace orrery::teaching {

/// The cell of a page.
struct Scene {
  std::shared_ptr<Laboratory> laboratory;
  std::size_t cell = 0;

  const RunSpec& spec() const { return laboratory->spec(cell); }
  std::string filled(const Text& text) const { return text.filled(*laboratory, cell); }
  Value value(const Expression& expression) const { return expression.value(*laboratory, cell); }
};

/// The scenarios of a lesson's pages, each loaded once.
class Classroom {
 public:
  /// REQUIRES the lesson to outlive this.
  explicit Classroom(const Lesson& lesson) : lesson_(&lesson) {}

  const Lesson& lesson() const { return *lesson_; }
  /// THROWS InputError, with the place of the page: a scenario, a key or a cell that there is not.
  Scene scene(const Page& page);

 private:
  using Key = std::pair<std::string, Overrides>;
  std::shared_ptr<Laboratory> laboratory(const Page& page);

  const Lesson* lesson_;
  std::map<Key, std::shared_ptr<Laboratory>> laboratories_;
};

/// The answer to a page's question, of the kind that it asks for. THROWS NoAnswer: there is none, more than
/// one, or it is of another kind. REQUIRES a question.
Value answer_of(const Page& page, const Scene& scene);

/// What an order or one of several is chosen from, in an order that does not tell; empty for other kinds.
/// REQUIRES a question. THROWS NoAnswer.
std::vector<std::string> options_of(const Page& page, const Scene& scene);

/// What is said to an answer.
struct Verdict {
  bool right = false;
  std::string hint;  ///< of the misconception that it comes from; may be empty
};

/// What a reader answers, as a value of the kind that is asked for. One of several may be named by its
/// letter. THROWS ValueError for what cannot be meant as one.
Value response_of(const Question& question, const std::vector<std::string>& options,
                  std::string_view text);
/// How far a number may be from the answer, in its unit.
double allowed_error(const Question& question, const Quantity& answer);
/// THROWS NoAnswer.
Verdict judge(const Page& page, const Scene& scene, const Value& response);

/// The node or the things that page.follow names are in the run. THROWS NoAnswer.
void check_follow(const Page& page, const Scene& scene);
/// The moment is one of the run. THROWS NoAnswer.
void check_moment(const Page& page, const Scene& scene);

}  // namespace orrery::teaching
