#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emu/base/units.h"

/// A picture of results as data: what is shown, not how. Drawn by an implementation of Pictures.
namespace orrery {

struct Plot {
  struct Axis {
    std::string label;
    bool log = false;
    std::string unit = {};  ///< behind the prefix of a tick: "s" makes "2 µs"; empty: "2µ"
    /// Not empty: values are 0, 1, .., names.size()-1 and are written as these names; not log.
    std::vector<std::string> names = {};
  };
  struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points = {};  ///< (x, y), by x
    /// Number of its colour; by default its place among the series.
    std::optional<std::size_t> colour = {};
    double strength = 1;     ///< of its colour: 0 is the background, 1 the full colour
    bool scattered = false;  ///< kLines: marks without a line between them
    /// kLines: (x, from, to), by x: what is shaded behind the line.
    std::vector<std::array<double, 3>> band = {};
  };
  enum class Kind {
    kLines,   ///< every series a line with marks
    kCells,   ///< a winner map: a cell in the colour of its series at every point; both
              ///< axes have names
    kBars,    ///< at every name of the x axis a bar for each series, from 0 on
    kTornado  ///< at every name of the y axis a bar for each series, from x = 0 to either side
  };

  /// A small chart of some of the points. It has all series, which may be without points.
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
  /// Not empty: these are shown side by side in place of `series`, which has the points of all of them;
  /// axes and colours are the same everywhere. Only lines.
  std::vector<Facet> facets = {};
  Look look = {};
};

/// Why `plot` cannot be drawn, in words (a value that is not finite or not on its axis, nothing to
/// show), or nothing.
std::string flaw_of(const Plot& plot);

struct RunSpec;

/// A picture, or an animation, of a run.
struct RenderRequest {
  int round = -1;                  ///< -1: all of them, one after the other; "png" and "svg" cannot
  int width = 1280, height = 800;  ///< pixels
  std::string theme = "light";     ///< light, dark or projector
  /// Or tree: the messages, wherever the ranks are; blocks, timeline: more of these; why: its critical path.
  std::string layout = "network";
  int columns = 1, rows = 1;  ///< so many rounds on each page of a "pdf" of all rounds
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
  int each = 8;                    ///< so many of each round, at most 16
  /// Only the first so many rounds, and nothing in words or pictures of what comes later; by default all.
  std::optional<int> rounds = {};
};
struct Frames {
  struct Frame {
    int step =
        -1;  ///< the round that lasts; -1 before the first, one more than the last at the end
    Time time{0};
    std::string said;  ///< the moment in words
    /// SVG: these of the `pieces`, one after the other, each in lines of its own. Pictures have most of
    /// them in common.
    std::vector<std::size_t> svg;
    std::size_t listing = 0;        ///< of `listings`, where there are any
    int first_line = 0, lines = 0;  ///< of it, that are carried out
  };
  /// What can be pointed at in each of the pictures, in their pixels: a rank's centre and radius, a link's
  /// line (x1, y1, x2, y2), a block's rectangle (x, y, width, height).
  struct Target {
    std::string_view kind;  ///< rank, link or block
    std::string name;
    std::array<double, 4> at;
  };
  int width = 0, height = 0;
  std::vector<Frame> frames;        ///< in order of time; at least one
  std::vector<std::string> pieces;  ///< colours in them are "«0»", "«1»", ...: of the palette
  std::vector<std::array<std::string, 2>> palette;  ///< "#1f2933" in the light, and in the dark
  std::map<int, std::string> sentences;  ///< by round: what the followed rank, or rank 0, does
  std::vector<Target> targets;
  std::vector<std::string> listings;  ///< of layout listing: sources of the algorithm's functions
};

/// Draws. Scenarios know no graphics library: the main program (viz/orrery.cc) brings one.
class Pictures {
 public:
  virtual ~Pictures() = default;
  /// The contents of a file in `format`, "png", "svg" or "pdf"; the same bytes every time. REQUIRES
  /// flaw_of(plot).empty().
  virtual std::string plot(const Plot& plot, std::string_view format) const = 0;

  /// What a run looks like: "png", "svg" and "pdf" show one round, "gif" and "mp4" move; a "pdf" of all rounds
  /// has them on pages, each with a sentence. The same bytes every time ("mp4": as far as ffmpeg does). THROWS std::invalid_argument: no such round, a
  /// run that cannot be shown, no ffmpeg.
  virtual std::string render(const RunSpec& run, const RenderRequest& request,
                             std::string_view format) const = 0;

  /// All rounds as such a "pdf" has them. THROWS std::invalid_argument for a run that cannot be shown.
  virtual std::vector<Slide> slides(const RunSpec& run, const RenderRequest& request) const = 0;

  /// THROWS std::invalid_argument for a run that cannot be shown.
  virtual Frames frames(const RunSpec& run, const FramesRequest& request) const = 0;

  /// A text as a zlib stream (RFC 1950) in base 64.
  virtual std::string packed(const std::string& text) const = 0;

  /// From now on words in pictures, and what `translated` gives, are in this language: "en", as at first, or
  /// another one by the two letters of ISO 639-1. THROWS std::invalid_argument where there are no texts in it.
  virtual void use_language(std::string_view language) const = 0;

  /// A text that is not in a picture, in that language; as it is where there is none of it.
  virtual std::string translated(std::string_view text) const = 0;

  Pictures() = default;
  Pictures(const Pictures&) = delete;
  Pictures& operator=(const Pictures&) = delete;
};

}  // namespace orrery
