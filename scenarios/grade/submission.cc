#include "scenarios/grade/submission.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "algorithms/plugin_error.h"
#include "emu/base/letters.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/plugin/new_algorithm.h"
#include "scenarios/run/plugin/plugin.h"
#include "scenarios/spec/schedule_format.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/words.h"

namespace orrery::inline grade {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t kMostBytes = std::uintmax_t{16} << 20;
constexpr std::uintmax_t kMostBlank = 4096;
constexpr std::uintmax_t kMostLibrary = std::uintmax_t{64} << 20;
constexpr fs::perms kReadableFile{0644}, kReadableFolder{0755};
constexpr int kMostFiles = 2000, kDeepestFolder = 16;
constexpr const char* kCompiler = "/usr/bin/c++";
constexpr const char* kCmake = "/usr/bin/cmake";

/// An error: the student's mistake, with no points and the reason.
class Unfit : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

bool is_source(const fs::path& file) {
  for (const char* ending : {".cc", ".cpp", ".cxx", ".C"})
    if (file.extension() == ending) return true;
  return false;
}

/// Returns whether there is nothing in a file or folder; of a source file, nothing but white space.
bool has_nothing(const fs::path& path) {
  std::error_code error;
  if (fs::is_empty(path, error)) return true;
  return is_source(path) && fs::is_regular_file(path, error) &&
         fs::file_size(path, error) < kMostBlank && trimmed(read_text_file(path)).empty();
}

/// Returns the source files of a folder, not of those in it.
std::vector<fs::path> sources_in(const fs::path& folder) {
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(folder))
    if (is_source(entry.path()) && fs::is_regular_file(entry.symlink_status()))
      all.push_back(entry.path());
  std::ranges::sort(all);
  return all;
}

std::string kind_of_folder(const fs::path& folder) {
  if (fs::is_regular_file(fs::symlink_status(folder / "CMakeLists.txt"))) return "project";
  const std::size_t n = sources_in(folder).size();
  if (n == 1) return "source";
  throw Unfit(fmt::format(
      "is a folder with {} source files and no CMakeLists.txt; expected one source file, "
      "or a CMake project",
      n == 0 ? "no" : fmt::format("{}", n)));
}

std::string kind_of(const fs::path& path) {
  const fs::file_status status = fs::symlink_status(path);
  if (fs::is_symlink(status)) throw Unfit("is a link; expected a file or a folder");
  if (fs::is_directory(status)) return kind_of_folder(path);
  if (!fs::is_regular_file(status)) throw Unfit("is neither a file nor a folder");
  if (is_source(path)) return "source";
  if (beginning_of(path).starts_with("\x7f"
                                     "ELF"))
    return "plugin";
  if (recognised_format(path) != nullptr) return "schedule";
  throw Unfit(
      "cannot be graded; expected a C++ source file (.cc, .cpp, .cxx), a CMake project, a plug-in "
      "(.so) or a schedule");
}

/// Copies regular files and folders; a submission needs nothing else.
class Copier {
 public:
  void folder(const fs::path& from, const fs::path& to, int depth = 0) {
    if (depth > kDeepestFolder)
      throw Unfit(fmt::format("has folders more than {} deep", kDeepestFolder));
    fs::create_directories(to);
    fs::permissions(to, kReadableFolder);
    for (const auto& entry : fs::directory_iterator(from)) {
      const fs::file_status status = entry.symlink_status();
      const fs::path name = entry.path().filename();
      if (fs::is_directory(status))
        folder(entry.path(), to / name, depth + 1);
      else if (fs::is_regular_file(status))
        file(entry.path(), to / name);
    }
  }

  void file(const fs::path& from, const fs::path& to, std::uintmax_t most = kMostBytes) {
    bytes_ += fs::file_size(from);
    if (bytes_ > most || ++files_ > kMostFiles)
      throw Unfit(fmt::format("is larger than {} MiB or {} files", most >> 20, kMostFiles));
    fs::copy_file(from, to, fs::copy_options::overwrite_existing);
    fs::permissions(to, kReadableFile);
  }

 private:
  std::uintmax_t bytes_ = 0;
  int files_ = 0;
};

using Commands = std::vector<SandboxJob::Command>;

Commands compile(const fs::path& input, const std::string& source, const fs::path& include) {
  return {{kCompiler, "-std=c++20", "-O2", "-Wall", "-Wextra", "-fPIC", "-shared",
           "-ffp-contract=off", "-fstack-clash-protection", "-fdiagnostics-color=never",
           fmt::format("-ffile-prefix-map={}/=", input.string()), "-I" + include.string(),
           (input / source).string(), "-o", "submission.so"}};
}

Commands build_project(const fs::path& input, const fs::path& work, const fs::path& package) {
  const std::string build = (work / "build").string();
  return {{kCmake, "-S", input.string(), "-B", build, "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
           "-Dorrery_DIR=" + package.string(), "-DCMAKE_CXX_COMPILER=" + std::string(kCompiler)},
          {kCmake, "--build", build}};
}

void need_program(const char* program, const char* package) {
  if (!fs::exists(program))
    throw InputError(fmt::format(
        "grade: {} is missing, which builds submissions; expected the package {} installed",
        program, package));
}

/// Makes a copy that every user can read, even if the program's folder is private.
Sdk copy_of(const Sdk& sdk, const fs::path& folder) {
  const fs::path prefix = sdk.include.parent_path().parent_path();
  Sdk copy{folder / "include" / "orrery", folder / fs::relative(sdk.package, prefix)};
  for (const fs::path& parent : {folder, folder / "include"}) {
    fs::create_directories(parent);
    fs::permissions(parent, kReadableFolder);
  }
  Copier().folder(sdk.include, copy.include);
  Copier().folder(sdk.package, copy.package);
  for (fs::path p = copy.package; p != folder; p = p.parent_path())
    fs::permissions(p, kReadableFolder);
  return copy;
}

SandboxJob job_for(const Submission& submission, const fs::path& input, const std::string& source,
                   const Sdk& sdk) {
  SandboxJob job;
  job.input = input;
  job.readable = {sdk.include, sdk.package};
  job.ending = ".so";
  const bool project = submission.kind == "project";
  job.commands = [=](const fs::path& in, const fs::path& work) {
    return project ? build_project(in, work, sdk.package) : compile(in, source, sdk.include);
  };
  need_program(kCompiler, "g++");
  if (project) need_program(kCmake, "cmake");
  return job;
}

/// Brings the submission into `input` for the build; returns the name of the source file, if it is
/// one.
std::string bring(const std::string& kind, const fs::path& path, const fs::path& input) {
  fs::create_directory(input);
  fs::permissions(input, kReadableFolder);
  if (fs::is_directory(path)) Copier().folder(path, input);
  if (kind == "project") return "";
  const fs::path source = fs::is_directory(path) ? sources_in(path).front() : path;
  if (!fs::is_directory(path)) Copier().file(path, input / source.filename());
  return source.filename();
}

/// Returns the text without the names of our folders and copies, which vary. `part` is not empty.
std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part))
    text.erase(at, part.size());
  return text;
}

void build(Submission& submission, const fs::path& path, const Assignment& a,
           const BuildPlace& workshop) {
  const fs::path input = workshop.folder.path() / "input";
  const std::string source = bring(submission.kind, path, input);
  const fs::path& folder = workshop.folder.path();
  SandboxJob job = job_for(submission, input, source, copy_of(plugin_sdk(), folder / "sdk"));
  job.result = submission.library;
  const SandboxResult result = run_in_sandbox(job, a.build, workshop.sandbox);
  submission.build_output = without(result.output, folder.string());
  if (result.end == SandboxEnd::kBroken)
    throw InputError(fmt::format("--sandbox: '{}' does not work here; expected auto, or another",
                                 sandbox_name(workshop.sandbox)));
  if (result.end != SandboxEnd::kDone) throw Unfit("cannot be built: " + result.words());
}

void load(Submission& submission) {
  const std::string file = submission.library.string();
  try {
    load_plugin(submission.library);
  } catch (const InputError& e) {
    throw Unfit("cannot be loaded: " + without(e.what(), fmt::format("--plugin: {}: ", file)));
  } catch (const PluginError& e) {
    throw Unfit(without(without(e.what(), fmt::format("--plugin: {}: ", file)), file));
  }
}

/// Returns the algorithm of the collective, or the one called "submission".
const Algorithm* algorithm_of(const Submission& submission, const std::string& collective) {
  std::vector<const Algorithm*> all;
  for (const Algorithm* a : catalog())
    if (const Origin* const origin = origin_of(*a);
        origin != nullptr && a->collective == collective && origin->file == submission.library)
      all.push_back(a);
  if (all.size() == 1) return all.front();
  for (const Algorithm* a : all)
    if (a->name == "submission") return a;
  throw Unfit(fmt::format("has {} algorithms for {}; expected one, or one called 'submission'",
                          all.size(), collective));
}

void check_kind(const Submission& submission, const Assignment& a) {
  if (a.kinds.contains(submission.kind)) return;
  const std::vector<std::string_view> kinds(a.kinds.begin(), a.kinds.end());
  throw Unfit(fmt::format("is a {}; this assignment takes {}", submission.kind, one_of(kinds)));
}

/// Reads a schedule. A plan says what its messages hold; sizes alone cannot be verified.
void read_plan(Submission& submission, const fs::path& path) {
  RunSpec spec;
  try {
    find_key("schedule")->set(spec, path.string());
  } catch (const std::invalid_argument& e) {
    throw Unfit(fmt::format("cannot be read: {}", e.what()));
  }
  if (schedule_of(spec)->plan == nullptr)
    throw Unfit(
        "is a schedule with sizes of messages, but without their contents: nothing can be "
        "verified");
  submission.schedule = *schedule_of(spec);
}

void open(Submission& submission, const Assignment& a, const fs::path& path,
          const BuildPlace& workshop) {
  submission.kind = kind_of(path);
  check_kind(submission, a);
  if (submission.kind == "schedule") return read_plan(submission, path);
  submission.library = fs::canonical(workshop.folder.path()) / "libsubmission.so";
  if (submission.kind == "plugin")
    Copier().file(path, submission.library, kMostLibrary);
  else
    build(submission, path, a, workshop);
  load(submission);
  submission.algorithm = algorithm_of(submission, a.collective);
}

}  // namespace

Submission open_submission(const Assignment& assignment, const fs::path& path,
                           const BuildPlace& workshop) {
  std::error_code error;
  if (!fs::exists(path, error))
    throw InputError(
        {path.string()}, "",
        {error ? error.message() : "no such file", "a submission: a file or a folder"});
  if (has_nothing(path))
    throw InputError({path.string()}, "", {"is empty", "a submission: a file or a folder"});
  plugin_limits() = assignment.run;
  Submission submission;
  try {
    open(submission, assignment, path, workshop);
  } catch (const Unfit& e) {
    submission.failure = e.what();
  } catch (const fs::filesystem_error& e) {
    submission.failure = fmt::format("cannot be read: {}", e.code().message());
  }
  return submission;
}

}  // namespace orrery::inline grade
