#include "scenarios/grade/new_assignment.h"

#include <algorithm>
#include <fstream>
#include <random>

#include <fmt/format.h>

#include "scenarios/text/errors.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/words.h"

namespace orrery::inline grade {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostAssignmentName = 40;

void check_name(const std::string& name) {
  const bool plain =
      !name.empty() && name.size() <= kMostAssignmentName &&
      std::ranges::all_of(
          name,
          [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; }) &&
      name.front() != '-';
  if (!plain)
    throw InputError(fmt::format(
        "new-assignment: '{}' is not a valid name; expected a-z, 0-9 and -, at most {} in all",
        name.substr(0, 2 * kMostAssignmentName), kMostAssignmentName));
  std::error_code error;
  if (fs::exists(fs::symlink_status(name, error)))
    throw InputError(fmt::format("new-assignment: '{}' already exists; expected a new name", name));
}

void check_from(const std::string& from) {
  const std::vector<std::string> known = built_in_assignments();
  if (std::ranges::find(known, from) != known.end()) return;
  throw InputError({.source = "--from", .is_option = true}, "", unknown_word(from, known));
}

/// Returns a random number, which the program alone does not reveal.
std::uint64_t secret() {
  std::random_device device;
  return (std::uint64_t{device()} << 31 ^ device()) & 0x7fff'ffff'ffff'ffffU;
}

void write_seed(const fs::path& file) {
  std::ofstream out(file);
  out << fmt::format(
      "# The hidden cases follow from this number. Further [[part]]s that students do not see may "
      "follow.\nseed = {}\n",
      secret());
  if (!out.flush())
    throw OutputError(fmt::format("new-assignment: {} cannot be written", file.string()));
}

}  // namespace

fs::path assignment_directory() {
  return built_in_directory("assignments", ORRERY_ASSIGNMENT_DIR);
}

std::vector<std::string> built_in_assignments() {
  std::vector<std::string> all;
  std::error_code error;
  for (fs::directory_iterator it(assignment_directory(), error), end; !error && it != end;
       it.increment(error))
    if (fs::exists(it->path() / "assignment.toml", error)) all.push_back(it->path().filename());
  std::ranges::sort(all);
  return all;
}

void make_assignment(const std::string& name, const std::string& from) {
  check_name(name);
  check_from(from);
  std::error_code error;
  try {
    fs::copy(assignment_directory() / from, name, fs::copy_options::recursive);
    write_seed(fs::path(name) / "teacher" / "hidden.toml");
  } catch (const fs::filesystem_error& e) {
    fs::remove_all(name, error);
    throw OutputError(
        fmt::format("new-assignment: cannot make '{}': {}", name, e.code().message()));
  } catch (...) {
    fs::remove_all(name, error);
    throw;
  }
}

}  // namespace orrery::inline grade
