#pragma once

#include <string>

#include "scenarios/grade/grade.h"
#include "scenarios/report/plot/plot.h"

/// Grades as text and for programs. The same submission gives the same bytes.
namespace orrery::inline grade {

/// A graded submission and the settings of its report.
struct GradedWork {
  const Assignment& assignment;
  const Submission& submission;
  const Grade& grade;
  std::string name;           ///< of the submission, for readers
  std::string plugin;         ///< the path of the plug-in in commands
  bool shows_hidden = false;  ///< for the teacher: the cases of hidden parts, too
};

/// Returns a table of the parts, and the first failing case of each as a command line.
std::string grade_text(const GradedWork& work);
std::string grade_json(const GradedWork& work);
std::string grade_junit(const GradedWork& work);
/// Returns results.json for Gradescope's autograder.
std::string grade_gradescope(const GradedWork& work);

/// Returns whether the cases of the part may be shown.
bool is_shown(const GradedWork& work, const PartGrade& part);

/// Describes a part that lost points: the case, why it failed, the command; empty for others.
std::string failure_text(const GradedWork& work, const PartGrade& part);

/// Returns the grade as one HTML file that loads nothing: the parts, and the first failing case of
/// each with its command, its messages and, with `pictures` (may be null), a picture of each of its
/// first rounds.
std::string grade_page(const GradedWork& work, const Pictures* pictures);

}  // namespace orrery::inline grade
