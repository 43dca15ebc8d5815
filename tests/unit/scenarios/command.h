#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/sanitized.h"
#include "tests/setting.h"

namespace orrery {

namespace fs = std::filesystem;

/// Returns how often a text has a part.
inline int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// Returns the readable part of a file; a file of a process may end meanwhile.
inline std::string content(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Whether limits of memory have an effect: AddressSanitizer has reserved more than any limit.
constexpr bool kLimitsMemory = !testing::kSanitized;

/// Returns the prefix that limits the memory of a shell command.
inline std::string with_memory_of(int kib) {
  return kLimitsMemory ? fmt::format("ulimit -v {}; ", kib) : std::string();
}

/// Returns a text without AddressSanitizer's warning that an exception was thrown on the stack of a
/// fiber.
inline std::string without_sanitizer(const std::string& text) {
  static const std::regex warning(
      "==[0-9]+==WARNING: ASan is ignoring requested [^\n]*\n[^\n]*\n[^\n]*\n");
  return std::regex_replace(text, warning, "");
}

class Command : public ::testing::Test {
 protected:
  Command() { fs::create_directories(directory_); }
  ~Command() override { fs::remove_all(directory_); }

  /// Runs `orrery ARGUMENTS` in an empty directory and returns its exit code.
  int run(const std::string& arguments) {
    return shell(fmt::format("'{}' {}", ORRERY_COMMAND, arguments));
  }
  /// Runs a line of shell there.
  int shell(const std::string& commands) {
    const std::string line =
        fmt::format("cd '{}' && ( {}\n ) > '{}.out' 2> '{}.err'", directory_.string(), commands,
                    directory_.string(), directory_.string());
    const int status = std::system(line.c_str());
    out_ = content(directory_.string() + ".out");
    err_ = without_sanitizer(content(directory_.string() + ".err"));
    fs::remove(directory_.string() + ".out");
    fs::remove(directory_.string() + ".err");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  /// Runs `orrery ARGUMENTS` without its output and sends it a signal when it has taken `seconds` of processor time
  /// since it began to catch SIGTERM (bit 14): it is equally far however busy the machine is. Returns its exit code. It
  /// is killed when it has taken more than `most` seconds.
  int run_and_stop(const std::string& arguments, double seconds, int signal, int most = 600) {
    const auto ticks = static_cast<long>(seconds * static_cast<double>(sysconf(_SC_CLK_TCK)));
    return shell(
        fmt::format("taken() {{ read -r stat < /proc/$1/stat && set -- $stat && [ $3 != Z ] && "
                    "echo $((${{14}} + ${{15}})); }}\n"
                    "ulimit -t {}\n'{}' {} > /dev/null &\n"
                    "while caught=$(sed -n 's/^SigCgt:[^0-9a-f]*//p' /proc/$!/status) && "
                    "[ $((0x$caught & 0x4000)) -eq 0 ]; do sleep 0.01; done\n"
                    "begun=$(taken $!)\n"
                    "while now=$(taken $!) && [ $((now - begun)) -lt {} ]; do sleep 0.01; done\n"
                    "kill -{} $!; wait $!",
                    most, ORRERY_COMMAND, arguments, ticks, signal));
  }
  /// Returns all commands of `orrery`.
  std::vector<std::string> commands() {
    EXPECT_EQ(run("--complete ''"), 0);
    std::vector<std::string> names;
    std::istringstream lines(out_);
    for (std::string line; std::getline(lines, line);)
      names.push_back(line.substr(0, line.find('\t')));
    EXPECT_GT(names.size(), 10U);
    return names;
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name) << text;
  }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(directory_), {}); }

  const fs::path directory_ =
      fs::temp_directory_path() / ("orrery-command-" + std::to_string(getpid()));
  std::string out_, err_;
};

}  // namespace orrery
