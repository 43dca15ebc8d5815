// Tests which folders may include which. Each folder is in a layer; its files include files of
// their own folder and of lower layers only, not of other folders in the same layer.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/golden_file.h"
#include "tests/unit/layering/sources.h"

namespace orrery::testing {
namespace {

/// The layers, from the lowest up. A folder that is missing here belongs to the nearest folder
/// above it that is listed.
const std::vector<std::vector<std::string>> kLayers{
    {"emu/base"},
    {"emu/net"},
    {"emu/payload"},
    {"emu/schedule"},
    {"emu/trace"},
    {"emu/comm"},
    {"emu/engine"},
    {"emu/mpi"},
    {"algorithms"},
    {"scenarios/text"},
    {"scenarios/spec"},
    {"scenarios/keys"},
    {"scenarios/cell"},
    {"scenarios/document", "scenarios/blocks"},
    {"scenarios/run"},
    {"scenarios/report"},
    {"scenarios/formats", "scenarios/reproduce", "scenarios/teaching"},
    {"scenarios/grade", "scenarios/page"},
    {"scenarios/commands/orrery"},
    {"scenarios/commands/orrery_mpi"},
    {"viz/model"},
    {"viz/paint"},
    {"viz/widgets"},
    {"viz"},
    {"scenarios/python"},
};

struct Layered {
  int layer = -1;  ///< -1: there is none
  std::string folder;
};

Layered layer_of(const std::string& path) {
  for (std::string folder = folder_of(path); !folder.empty(); folder = folder_of(folder))
    for (std::size_t layer = 0; layer < kLayers.size(); ++layer)
      for (const std::string& listed : kLayers[layer])
        if (listed == folder) return {static_cast<int>(layer), listed};
  return {};
}

/// Returns whether the build generates a header, such as "commands.h", which is in no folder.
bool is_generated(const std::string& include) {
  return include.find('/') == include.npos || include.ends_with("/fingerprint.h");
}

TEST(Layering, EveryFolderHasALayer) {
  for (const Source& s : sources())
    EXPECT_GE(layer_of(s.path).layer, 0)
        << s.path << ": give its folder a layer in tests/unit/layering/layering_test.cc";
}

TEST(Layering, IncludesPointDown) {
  for (const Source& s : sources())
    for (const std::string& include : s.includes) {
      if (is_generated(include)) continue;
      const Layered here = layer_of(s.path), there = layer_of(include);
      EXPECT_TRUE(there.folder == here.folder || there.layer < here.layer)
          << s.path << " includes " << include << ", which is "
          << (there.layer == here.layer ? "beside" : "above") << " it";
    }
}

/// Checks that every include is a file of the project, so that IncludesPointDown misses none.
TEST(Layering, IncludesAreWrittenFromTheTop) {
  std::set<std::string> known;
  for (const Source& s : sources()) known.insert(s.path);
  for (const Source& s : sources())
    for (const std::string& include : s.includes)
      EXPECT_TRUE(known.contains(include) || is_generated(include) || include.ends_with(".inc"))
          << s.path << " includes \"" << include
          << "\"; expected a path from the top of the project";
}

/// Checks that each folder has few files, so that one can find a file.
TEST(Layering, NoFolderIsCrowded) {
  constexpr int kMostFiles = 40;
  std::map<std::string, int> files;
  for (const Source& s : sources()) ++files[folder_of(s.path)];
  for (const auto& [folder, count] : files)
    EXPECT_LE(count, kMostFiles) << folder << ": cut it into folders of one purpose each";
}

/// Checks the headers that a folder shows to folders of other layers: a new one is a decision, which the golden
/// file shows.
TEST(Layering, FoldersAreKnownByTheseHeaders) {
  std::map<std::string, std::set<std::string>> known;
  for (const Source& s : sources())
    for (const std::string& include : s.includes)
      if (!is_generated(include) && layer_of(include).folder != layer_of(s.path).folder)
        known[layer_of(include).folder].insert(include);
  std::string text;
  for (const auto& [folder, headers] : known) {
    text += folder + "\n";
    for (const std::string& header : headers)
      text += "  " + header.substr(folder.size() + 1) + "\n";
  }
  compare_with_golden(project_root() / "tests/golden/public_headers.txt", text);
}

/// Returns the folder that gives a file its inline namespace: "engine" for emu/engine/links/flow.h. Algorithms
/// have a namespace each, and share `algorithms`. Empty: none, for the few files at the top.
std::string room_of(const std::string& path) {
  const auto top = path.find('/'), second = path.find('/', top + 1);
  if (path.starts_with("algorithms/")) return "algorithms";
  return second == path.npos ? "" : path.substr(top + 1, second - top - 1);
}

/// Returns whether a declaration stands in an inline namespace of `room`, or in a namespace with a name of
/// its own (orrery::trees). What another file defines is declared in the namespace of that file.
bool is_at_home(const Declaration& d, const std::string& room) {
  const std::string own = namespace_of(d.scopes[0]);
  const bool named = own != "orrery" && own != "orrery::viz";
  const bool elsewhere =
      d.opens == Opens::kPart &&
      (has_word(d.text, "class") || has_word(d.text, "struct") || has_word(d.text, "extern"));
  const auto at = d.scopes[0].find("inline ");
  if (at == std::string::npos) return room.empty() || named;
  return has_word(d.scopes[0].substr(at), room) || elsewhere;
}

/// Checks that the namespace says the folder: the linker then tells types of one name in two folders apart.
TEST(Layering, NamespacesAreThoseOfFolders) {
  for (const Source& s : sources())
    for (const Declaration& d : declarations(bare_code(s.text))) {
      if (d.scopes.empty() || !namespace_of(d.scopes[0]).starts_with("orrery")) continue;
      EXPECT_TRUE(is_at_home(d, room_of(s.path)))
          << s.path << ":" << d.first_line << ": expected orrery::inline " << room_of(s.path);
    }
}

TEST(Layering, NoQtBelowTheWindow) {
  for (const Source& s : sources()) {
    if (s.path.starts_with("viz/")) continue;
    for (const std::string& header : s.angled)
      EXPECT_FALSE(header.starts_with("Q")) << s.path << " includes <" << header << ">";
  }
}

bool draws(const std::string& header) {
  static const std::set<std::string> drawing{"QPainter", "QColor", "QImage",
                                             "QPixmap",  "QBrush", "QPen"};
  return drawing.contains(header) || header.starts_with("QFont") || header.starts_with("QtGui");
}

bool needs_a_screen(const std::string& header) {
  return header == "QApplication" || header.ends_with("Widget") || header.starts_with("QtWidgets");
}

TEST(Layering, TheModelOfTheWindowDrawsNothing) {
  for (const Source& s : sources()) {
    if (!s.path.starts_with("viz/model/")) continue;
    for (const std::string& header : s.angled)
      EXPECT_FALSE(draws(header)) << s.path << " includes <" << header << ">";
  }
}

TEST(Layering, OnlyWidgetsNeedAScreen) {
  for (const Source& s : sources()) {
    if (!s.path.starts_with("viz/model/") && !s.path.starts_with("viz/paint/")) continue;
    for (const std::string& header : s.angled)
      EXPECT_FALSE(needs_a_screen(header)) << s.path << " includes <" << header << ">";
  }
}

/// Searches a path from a file back to itself along includes.
class Cycles {
 public:
  Cycles() {
    for (const Source& s : sources()) includes_[s.path] = s.includes;
    for (const Source& s : sources()) visit(s.path);
  }
  const std::string& found() const { return found_; }

 private:
  void visit(const std::string& path) {
    if (done_.contains(path)) return;
    if (!open_.insert(path).second) {
      found_ += path + " includes itself by way of others\n";
      return;
    }
    for (const std::string& next : includes_[path]) visit(next);
    open_.erase(path);
    done_.insert(path);
  }

  std::map<std::string, std::vector<std::string>> includes_;
  std::set<std::string> open_, done_;
  std::string found_;
};

TEST(Layering, NoIncludeCycle) {
  EXPECT_EQ(Cycles().found(), "");
}

TEST(Layering, NoFileAbove400Lines) {
  for (const Source& s : sources())
    EXPECT_LE(lines_in(s.text), 400) << s.path << ": it does more than one thing; part it";
}

/// Checks that sources were found, since an empty list would pass all other tests.
TEST(Layering, TheSourcesWereFound) {
  EXPECT_GT(sources().size(), 300u);
  std::size_t includes = 0;
  for (const Source& s : sources()) includes += s.includes.size();
  EXPECT_GT(includes, 1000u);
}

}  // namespace
}  // namespace orrery::testing
