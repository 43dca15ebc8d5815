#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenarios/teaching/classroom.h"

/// Checks of lessons: whether they can be taught.
namespace orrery::teaching {

/// A page that was checked, or the expectations of a lesson that fail.
struct PageCheck {
  std::string lesson;  ///< name
  int page = 0;        ///< 0: [expect]
  std::string title;
  Place place;
  std::string kind;                   ///< of the question: "number"; empty: no question
  std::string question;               ///< the question, filled in
  std::string answer;                 ///< as text
  std::vector<std::string> problems;  ///< empty: the page is fine

  bool is_fine() const { return problems.empty(); }
};

/// Draws the contents of a page; THROWS std::exception if it cannot. Null: nothing is drawn.
using DrawPage = std::function<void(const Page&, const RunSpec&)>;

/// Checks all pages of a lesson: its runs, moments and references exist, the answer exists, is one
/// and is computed, hints differ from it, and the picture can be drawn. Then checks its expectations.
std::vector<PageCheck> check_lesson(const Lesson& lesson, const DrawPage& draw = {});

/// Returns "ports: 5 pages, 4 questions: fine" for each lesson, and the problems of its pages.
std::string check_report(const std::vector<Lesson>& lessons, const std::vector<PageCheck>& checks);
/// Returns {"schema": 1, "pages": [...]}.
std::string check_json(const std::vector<PageCheck>& checks);
/// Returns a suite for each lesson, a test case for each page.
std::string check_junit(const std::vector<Lesson>& lessons, const std::vector<PageCheck>& checks);

}  // namespace orrery::teaching
