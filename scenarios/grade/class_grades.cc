#include "scenarios/grade/class_grades.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <numeric>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emu/engine/stop.h"
#include "scenarios/report/table.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/text/errors.h"

namespace orrery::inline grade {
namespace fs = std::filesystem;
namespace {

constexpr int kCopyFailed = 1;

[[noreturn]] void fail_without_process() {
  throw std::runtime_error(
      fmt::format("grade: no process for a submission: {}", std::strerror(errno)));
}

/// A copy of this process that does some work and hands over a text.
class CopyOfThis {
 public:
  explicit CopyOfThis(const std::function<std::string()>& work) {
    std::fflush(nullptr);
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) fail_without_process();
    child_ = fork();
    if (child_ == 0) hand_over(work);
    close(std::exchange(ends_[1], -1));
    if (child_ < 0) fail_without_process();
  }
  ~CopyOfThis() {
    if (child_ > 0) kill(child_, SIGTERM), waitpid(child_, nullptr, 0);
    for (const int end : ends_)
      if (end >= 0) close(end);
  }
  CopyOfThis(const CopyOfThis&) = delete;
  CopyOfThis& operator=(const CopyOfThis&) = delete;

  /// Waits for the text. THROWS Stopped, std::runtime_error if there is none.
  std::string text() {
    constexpr int kPatience = 100;  // ms until the next look at stop requests
    std::string all;
    std::array<char, 4096> part{};
    for (;;) {
      check_stop();
      pollfd waiting{ends_[0], POLLIN, 0};
      if (poll(&waiting, 1, kPatience) <= 0) continue;
      const ssize_t n = read(ends_[0], part.data(), part.size());
      if (n > 0) all.append(part.data(), static_cast<std::size_t>(n));
      if (n == 0) break;
    }
    int status = 0;
    waitpid(std::exchange(child_, 0), &status, 0);
    check_stop();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      throw std::runtime_error("grade: the process of a submission failed");
    return all;
  }

 private:
  [[noreturn]] void hand_over(const std::function<std::string()>& work) {
    int status = kCopyFailed;
    try {
      const std::string text = work();
      std::size_t sent = 0;
      for (ssize_t n = 1; n > 0 && sent < text.size(); sent += static_cast<std::size_t>(n))
        n = write(ends_[1], text.data() + sent, text.size() - sent);
      if (sent == text.size()) status = 0;
    } catch (const std::exception& e) {
      fmt::print(stderr, "orrery: {}\n", e.what());
    }
    _exit(status);
  }

  std::array<int, 2> ends_{-1, -1};
  pid_t child_ = -1;
};

std::string packed(const StudentGrade& grade) {
  return nlohmann::json{{"parts", grade.parts}, {"failure", grade.failure}}.dump(
      -1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Returns the grade of a submission, or the reason why it has none.
std::string packed_grade(const fs::path& submission, std::size_t parts,
                         const std::function<StudentGrade(const fs::path&)>& grade_one) {
  try {
    return packed(grade_one(submission));
  } catch (const InputError& e) {
    return packed({{}, std::vector<std::int64_t>(parts), e.what()});
  }
}

std::string points_of(std::int64_t hundredths, std::int64_t most) {
  return fmt::format("{} of {}", points_text(hundredths), points_text(most));
}

/// Returns the mean of `points` over all students.
std::int64_t mean(const std::vector<StudentGrade>& grades,
                  const std::function<std::int64_t(const StudentGrade&)>& points) {
  std::int64_t sum = 0;
  for (const StudentGrade& g : grades) sum += points(g);
  return sum / static_cast<std::int64_t>(grades.size());
}

/// Returns the names of the students: those of the submissions without endings, and the whole paths of any that are
/// equal then.
std::vector<std::string> students_of(const std::vector<fs::path>& submissions) {
  std::map<std::string, int> count;
  const auto stem = [](const fs::path& path) { return path.lexically_normal().stem().string(); };
  for (const fs::path& path : submissions) ++count[stem(path)];
  std::vector<std::string> names;
  names.reserve(submissions.size());
  for (const fs::path& path : submissions)
    names.push_back(count[stem(path)] == 1 ? stem(path) : path.lexically_normal().string());
  return names;
}

}  // namespace

std::int64_t StudentGrade::points() const {
  return std::accumulate(parts.begin(), parts.end(), std::int64_t{0});
}

std::vector<StudentGrade> grade_class(const std::vector<fs::path>& submissions, std::size_t parts,
                                      const std::function<StudentGrade(const fs::path&)>& grade_one,
                                      const std::function<void(std::size_t done)>& progress) {
  const std::vector<std::string> students = students_of(submissions);
  std::vector<StudentGrade> grades;
  for (const fs::path& submission : submissions) {
    CopyOfThis copy([&] { return packed_grade(submission, parts, grade_one); });
    const nlohmann::json result = nlohmann::json::parse(copy.text());
    grades.push_back({students[grades.size()], result.at("parts").get<std::vector<std::int64_t>>(),
                      result.at("failure").get<std::string>()});
    progress(grades.size());
  }
  return grades;
}

std::vector<fs::path> submissions_in(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (!entry.path().filename().string().starts_with('.')) found.push_back(entry.path());
  if (error || found.empty())
    throw InputError({folder.string()}, "",
                     {error ? error.message() : "has no submissions",
                      "a folder with a file or a folder for each submission"});
  std::ranges::sort(found);
  return found;
}

std::string class_text(const Assignment& assignment, const std::vector<StudentGrade>& grades) {
  TextTable table;
  table.left({"submission"});
  for (const GradedPart& part : assignment.parts) table.right({part.name});
  table.right({"points"}).left({""});
  for (const StudentGrade& g : grades) {
    std::vector<std::string> row{g.student};
    for (const std::int64_t points : g.parts) row.push_back(points_text(points));
    row.push_back(points_of(g.points(), assignment.points()));
    row.push_back(g.failure.substr(0, g.failure.find('\n')));
    table.add_row(std::move(row));
  }
  std::vector<std::string> last{"mean"};
  for (std::size_t i = 0; i < assignment.parts.size(); ++i)
    last.push_back(points_text(mean(grades, [i](const StudentGrade& g) { return g.parts.at(i); })));
  last.push_back(points_of(mean(grades, &StudentGrade::points), assignment.points()));
  last.emplace_back();
  table.add_row(std::move(last));
  return table.text();
}

std::string class_csv(const Assignment& assignment, const std::vector<StudentGrade>& grades) {
  std::string text = "assignment,student_id,score,max_score";
  for (const GradedPart& part : assignment.parts) text += "," + csv_text(part.name);
  text += ",failure\n";
  const std::string title = assignment.title.empty() ? assignment.collective : assignment.title;
  for (const StudentGrade& g : grades) {
    text += fmt::format("{},{},{},{}", csv_text(title), csv_text(g.student),
                        points_text(g.points()), points_text(assignment.points()));
    for (const std::int64_t points : g.parts) text += "," + points_text(points);
    text += "," + csv_text(g.failure) + "\n";
  }
  return text;
}

}  // namespace orrery::inline grade
