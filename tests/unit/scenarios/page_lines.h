#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace orrery {

/// Returns the lines of a page's code that begin with one of these words, joined if they end in a backslash.
inline std::vector<std::string> lines_of(const std::filesystem::path& page,
                                         std::initializer_list<const char*> begins = {"orrery "}) {
  std::vector<std::string> found;
  std::ifstream in(page);
  bool in_code = false, goes_on = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) in_code = !in_code;
    const auto fits = [&](const char* word) { return line.starts_with(word); };
    if (!in_code || !(goes_on || std::ranges::any_of(begins, fits))) continue;
    if (goes_on)
      found.back() += line;
    else
      found.push_back(line);
    goes_on = line.ends_with('\\');
    if (goes_on) found.back().pop_back();
  }
  return found;
}

/// Returns a line of a page for a shell that finds the programs beside `program`. A window becomes a picture.
inline std::string as_typed(std::string line, const std::filesystem::path& program) {
  line = line.substr(0, line.find(" #"));
  if (line.starts_with("orrery-gui ") && line.find("--screenshot") == line.npos)
    line += " --screenshot window.png";
  return fmt::format("PATH='{}':$PATH QT_QPA_PLATFORM=offscreen; export QT_QPA_PLATFORM; {}",
                     program.parent_path().string(), line);
}

}  // namespace orrery
