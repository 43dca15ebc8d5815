#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "scenarios/grade/assignment.h"

/// The grades of many submissions to one assignment.
namespace orrery::inline grade {

struct StudentGrade {
  /// The name of the submission without its ending; its path where names are equal.
  std::string student;
  std::vector<std::int64_t> parts;  ///< hundredths of points, by part of the assignment
  std::string failure;              ///< why it cannot run; empty: it can

  std::int64_t points() const;
};

/// Returns the result of `grade_one` for each submission, in their order. Each is graded in a separate process, which
/// ends before the next one begins, together with the plug-in that it loaded. A submission that cannot be opened has
/// no points. `progress(done)` is called after each. THROWS Stopped, std::runtime_error if there are no more
/// processes.
std::vector<StudentGrade> grade_class(
    const std::vector<std::filesystem::path>& submissions, std::size_t parts,
    const std::function<StudentGrade(const std::filesystem::path&)>& grade_one,
    const std::function<void(std::size_t done)>& progress);

/// Returns the entries of a folder but for hidden ones, by name. THROWS InputError if there are none.
std::vector<std::filesystem::path> submissions_in(const std::filesystem::path& folder);

/// Returns a table with a line for each student, and the means.
std::string class_text(const Assignment& assignment, const std::vector<StudentGrade>& grades);
/// Returns a CSV file with a line for each student: assignment, student_id, score, max_score, the points of each part
/// by its name, failure. The first four columns are those that nbgrader exports.
std::string class_csv(const Assignment& assignment, const std::vector<StudentGrade>& grades);

}  // namespace orrery::inline grade
