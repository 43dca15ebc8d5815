#include "tests/unit/layering/groups.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <regex>
#include <sstream>
#include <utility>

namespace orrery::testing {
namespace {

using Texts = std::vector<std::string>;

/// Reads the calls of one CMakeLists.txt.
class Lists {
 public:
  explicit Lists(std::string folder) : folder_(std::move(folder)) {}

  Groups groups(const std::string& text) {
    static const std::regex call("(\\w+)[ \t]*\\(([^()]*)\\)");
    for (std::sregex_iterator i(text.begin(), text.end(), call), end; i != end; ++i)
      read((*i)[1], words_of((*i)[2]));
    return groups_;
  }

 private:
  static Texts words_of(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
  }

  /// A CMake function that passes its parameters to add_sources.
  struct Adding {
    Texts parameters;
    Texts arguments;  ///< of add_sources
  };

  void read(const std::string& command, const Texts& arguments) {
    if (command == "function")
      function_ = arguments;
    else if (command == "endfunction")
      function_.clear();
    else if (command == "add_sources" && !function_.empty())
      adding_[function_[0]] = {{function_.begin() + 1, function_.end()}, arguments};
    else if (command == "add_sources")
      add({{}, arguments}, {});
    else if (adding_.contains(command))
      add(adding_[command], arguments);
  }

  /// Adds the sources, which follow the target, with `values` for the parameters and ${ARGN} for those beyond.
  void add(const Adding& call, const Texts& values) {
    Texts files(call.arguments.begin() + 1, call.arguments.end());
    if (const auto rest = std::ranges::find(files, "${ARGN}"); rest != files.end()) {
      files.erase(rest);
      for (std::size_t k = call.parameters.size(); k < values.size(); ++k)
        files.push_back(values[k]);
    }
    for (std::string& file : files) {
      for (std::size_t k = 0; k < std::min(values.size(), call.parameters.size()); ++k) {
        const std::string parameter = "${" + call.parameters[k] + "}";
        const auto at = file.find(parameter);
        if (at != file.npos) file.replace(at, parameter.size(), values[k]);
      }
      const auto path = (std::filesystem::path(folder_) / file).lexically_normal().generic_string();
      groups_[path] = call.arguments[0];
    }
  }

  std::string folder_;
  Groups groups_;
  Texts function_;  ///< name and parameters of the function around
  std::map<std::string, Adding> adding_;
};

bool is_list(const std::filesystem::path& file) {
  return file.filename() == "CMakeLists.txt";
}

std::string without_comments(const std::string& text) {
  static const std::regex comment("#[^\n]*");
  return std::regex_replace(text, comment, "");
}

/// Follows the includes of sources.
class Reach {
 public:
  explicit Reach(const std::vector<Source>& sources) {
    for (const Source& s : sources) includes_[s.path] = s.includes;
  }

  void add(const std::string& path, const std::string& group) {
    if (!groups_[path].insert(group).second) return;
    for (const std::string& next : includes_[path]) add(next, group);
  }

  const std::map<std::string, std::set<std::string>>& groups() const { return groups_; }

 private:
  std::map<std::string, Texts> includes_;
  std::map<std::string, std::set<std::string>> groups_;
};

}  // namespace

Groups groups_in(const std::string& cmake_lists, const std::string& folder) {
  return Lists(folder).groups(without_comments(cmake_lists));
}

Groups project_groups() {
  Groups all;
  for (const auto& file : product_files(is_list)) {
    const auto folder = std::filesystem::relative(file.parent_path(), project_root());
    all.merge(groups_in(text_of_file(file), folder.generic_string()));
  }
  return all;
}

std::map<std::string, std::set<std::string>> compiled_in(const std::vector<Source>& sources,
                                                         const Groups& groups) {
  Reach reach(sources);
  for (const auto& [path, group] : groups) reach.add(path, group);
  return reach.groups();
}

}  // namespace orrery::testing
