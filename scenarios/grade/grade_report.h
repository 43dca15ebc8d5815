#pragma once

#include <filesystem>
#include <string>

#include "scenarios/grade/grade.h"

/// Grades as text and for machines. The same submission gives the same bytes.
namespace orrery {

/// What was graded, and as what.
struct GradedWork {
  const Assignment& assignment;
  const Submission& submission;
  const Grade& grade;
  std::string name;           ///< of the submission, for people
  std::string plugin;         ///< where the commands find the plug-in
  bool shows_hidden = false;  ///< for the teacher: the cases of hidden parts, too
};

/// A table of the parts, and the first failing case of each as a command line.
std::string grade_text(const GradedWork& work);
std::string grade_json(const GradedWork& work);
std::string grade_junit(const GradedWork& work);
/// results.json as Gradescope's autograder reads it.
std::string grade_gradescope(const GradedWork& work);

/// Whether the cases of the part may be shown.
bool is_shown(const GradedWork& work, const PartGrade& part);

/// What there is to say of a part that lost points: the case, why it failed, the command; empty for others.
std::string failure_text(const GradedWork& work, const PartGrade& part);

}  // namespace orrery
