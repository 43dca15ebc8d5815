#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emu/base/units.h"

namespace orrery::inline spec {
struct RunSpec;
}

/// A picture of results as data: its contents, not its appearance. An implementation of Pictures
/// draws it.
namespace orrery::inline report {

struct Plot {
  struct Axis {
    std::string label;
    bool log = false;
    /// Not empty: values are 0, 1, .., names.size()-1 and are written as these names; not log.
    std::vector<std::string> names = {};
    std::string unit = {};  ///< after the prefix of a tick: "s" makes "2 µs"; empty: "2µ"
  };
  struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points = {};  ///< (x, y), by x
    /// Number of its colour; by default its place among the series.
    std::optional<std::size_t> colour = {};
    double strength = 1;     ///< of its colour: 0 is the background, 1 the full colour
    bool hatched = false;    ///< kCells: lines over cells of other series
    bool scattered = false;  ///< kLines: marks without a line between them
    /// kLines: (x, from, to), by x: the shaded area behind the line.
    std::vector<std::array<double, 3>> band = {};
  };
  enum class Kind {
    kLines,   ///< every series a line with marks
    kCells,   ///< a winner map: a cell in the colour of its series at every point; both
              ///< axes have names
    kBars,    ///< at every name of the x axis a bar for each series, from 0 on
    kTornado  ///< at every name of the y axis a bar for each series, from x = 0 to either side
  };

  /// A small chart of some points. It has all series, which may be without points.
  struct Facet {
    std::string name;
    std::vector<Series> series;
  };

  /// The picture in a file; the window has a size and letters of its own.
  struct Look {
    enum class Legend { kRight, kBelow, kNone };
    double width = 960, height = 600;  ///< pixels, 96 to an inch
    double font = 0;                   ///< of letters, in points; 0: as in the window, 13 pixels
    bool title = true, background = true;
    Legend legend = Legend::kRight;
    bool is_for_paper() const { return font > 0; }
  };

  std::string title;
  Axis x, y;
  std::vector<Series> series;
  Kind kind = Kind::kLines;
  std::optional<double> optimum = {};  ///< a line across the bars at this y
  /// Not empty: facets are shown side by side in place of `series`, which has the points of all of
  /// them; axes and colours are the same everywhere. Only lines.
  std::vector<Facet> facets = {};
  Look look = {};
};

/// Returns why `plot` cannot be drawn, in words (a value that is not finite or not on its axis,
/// nothing to show), or nothing.
std::string flaw_of(const Plot& plot);

/// A picture, or an animation, of a run.
struct RenderRequest {
  int round = -1;                  ///< -1: all rounds, one after the other; not for "png" and "svg"
  int width = 1280, height = 800;  ///< pixels
  std::string theme = "light";     ///< light, dark or projector
  /// Or tree: the messages without the network; blocks, timeline: more of these; why: its critical
  /// path.
  std::string layout = "network";
  int columns = 1, rows = 1;  ///< rounds on each page of a "pdf" of all rounds
  /// Size of its pages in 96ths of an inch: paper, with a title and numbers of pages. 0: pages are
  /// as large as their rounds.
  int paper_width = 0, paper_height = 0;
};

/// One round of a run.
struct Slide {
  int round = 0;
  std::string svg;
};

/// Pictures of a run, one after the other.
struct FramesRequest {
  int width = 1100, height = 700;
  std::string layout = "network";  ///< or tree, blocks, timeline, why, listing
  std::string follow = {};         ///< "rank 3", "link 3 -> 4", "block 2", or nothing
  int each = 8;                    ///< pictures of each round, at most 16
  /// Only the first rounds, up to this number, without words or pictures of later ones; by default
  /// all.
  std::optional<int> rounds = {};
};
struct Frames {
  struct Frame {
    int step =
        -1;  ///< the round that lasts; -1 before the first, one more than the last at the end
    Time time{0};
    std::string said;  ///< the moment in words
    /// SVG: these of the `pieces`, one after the other, each in lines of its own. Pictures share
    /// most of them.
    std::vector<std::size_t> svg;
    std::size_t listing = 0;        ///< of `listings`, if there are any
    int first_line = 0, lines = 0;  ///< lines of the listing that are executed
  };
  /// The things in each picture that a pointer can hit, in pixels: a rank's centre and radius, a
  /// link's line (x1, y1, x2, y2), a block's rectangle (x, y, width, height).
  struct Target {
    std::string_view kind;  ///< rank, link or block
    std::string name;
    std::array<double, 4> at;
  };
  int width = 0, height = 0;
  std::vector<Frame> frames;        ///< in order of time; at least one
  std::vector<std::string> pieces;  ///< colours in them are "«0»", "«1»", ...: of the palette
  std::vector<std::array<std::string, 2>> palette;  ///< "#1f2933" in the light, and in the dark
  std::map<int, std::string> sentences;  ///< by round: the actions of the followed rank or rank 0
  std::vector<Target> targets;
  std::vector<std::string> listings;  ///< of layout listing: sources of the algorithm's functions
};

/// An interface that draws. Scenarios know no graphics library: the main program (viz/orrery.cc)
/// provides one.
class Pictures {
 public:
  virtual ~Pictures() = default;
  /// Returns the contents of a file in `format`, "png", "svg" or "pdf"; the same bytes every time.
  /// REQUIRES flaw_of(plot).empty().
  virtual std::string plot(const Plot& plot, std::string_view format) const = 0;

  /// Draws a run: "png", "svg" and "pdf" show one round, "gif" and "mp4" are animations; a "pdf" of
  /// all rounds has them on pages, each with a sentence. The same bytes every time ("mp4": depends
  /// on ffmpeg). THROWS std::invalid_argument: no such round, a run that cannot be shown, no
  /// ffmpeg.
  virtual std::string render(const RunSpec& run, const RenderRequest& request,
                             std::string_view format) const = 0;

  /// Returns all rounds, as in such a "pdf". THROWS std::invalid_argument for a run that cannot be
  /// shown.
  virtual std::vector<Slide> slides(const RunSpec& run, const RenderRequest& request) const = 0;

  /// Returns pictures of a run. THROWS std::invalid_argument for a run that cannot be shown.
  virtual Frames frames(const RunSpec& run, const FramesRequest& request) const = 0;

  /// Compresses a text: a zlib stream (RFC 1950) in base 64.
  virtual std::string packed(const std::string& text) const = 0;

  /// Sets the language of words in later pictures and of `translated`: "en", the initial one, or
  /// another by the two letters of ISO 639-1. THROWS std::invalid_argument if there are no texts in
  /// it.
  virtual void use_language(std::string_view language) const = 0;

  /// Returns a text that is not in a picture in that language; unchanged if it has no translation.
  virtual std::string translated(std::string_view text) const = 0;

  Pictures() = default;
  Pictures(const Pictures&) = delete;
  Pictures& operator=(const Pictures&) = delete;
};

}  // namespace orrery::inline report
