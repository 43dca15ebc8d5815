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
  /// Creates a classroom. REQUIRES the lesson to outlive this.
  explicit Classroom(const Lesson& lesson) : lesson_(&lesson) {}

  const Lesson& lesson() const { return *lesson_; }
  /// Returns the cell of a page. THROWS InputError, with the place of the page: an unknown
  /// scenario, key or cell.
  Scene scene(const Page& page);

 private:
  using Key = std::pair<std::string, Overrides>;
  std::shared_ptr<Laboratory> laboratory(const Page& page);

  const Lesson* lesson_;
  std::map<Key, std::shared_ptr<Laboratory>> laboratories_;
};

/// Returns the answer to a page's question, of the requested kind. THROWS NoAnswer: there is none,
/// more than one, or it is of another kind. REQUIRES a question.
Value answer_of(const Page& page, const Scene& scene);

/// Returns the options of a question for an order or for one of several, in an order that does not
/// reveal the answer; empty for other kinds. REQUIRES a question. THROWS NoAnswer.
std::vector<std::string> options_of(const Page& page, const Scene& scene);

/// The response to an answer.
struct Verdict {
  bool right = false;
  std::string hint;  ///< of the misconception behind the answer, or place_to_look(); empty if right
};

/// Says, in English, where readers find the answer in the picture that a page shows.
std::string_view place_to_look(std::string_view show);

/// Reads a reader's answer as a value of the requested kind. One of several may be named by its
/// letter. THROWS ValueError for text that is not such a value.
Value response_of(const Question& question, const std::vector<std::string>& options,
                  std::string_view text);
/// Returns the allowed distance of a number from the answer, in its unit.
double allowed_error(const Question& question, const Quantity& answer);
/// Judges an answer. THROWS NoAnswer.
Verdict judge(const Page& page, const Scene& scene, const Value& response);

/// Checks that the node or the things named by page.follow are in the run. THROWS NoAnswer.
void check_follow(const Page& page, const Scene& scene);
/// Checks that the moment is one of the run. THROWS NoAnswer.
void check_moment(const Page& page, const Scene& scene);

}  // namespace orrery::teaching
