#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include <QColor>
#include <QFont>
#include <QString>

/// Bundled fonts, and themes.
namespace orrery::viz::inline paint {

/// Loads the bundled fonts, so that letters are the same on every machine. Call it after a
/// QGuiApplication exists and before any text is painted; it may be called again.
void loadFonts();

/// Returns Lato, a humanist sans; for symbols that it lacks, DejaVu Sans.
QFont textFont(int pixels, bool bold = false);
QFont monoFont(int pixels);

/// Colours and sizes (in pixels) of the pictures and of the window around them.
struct Theme {
  QString name;

  // surfaces and text
  QColor background;
  QColor panel;   ///< around the stage: report, bars
  QColor raised;  ///< buttons, fields
  QColor border;
  QColor text;
  QColor faint_text;
  QColor accent;
  QColor accent_text;
  QColor warning;
  QColor right;  ///< of an answer

  // the network
  QColor idle_link;
  QColor pending_link;  ///< a transfer pays its latency
  QColor hottest;       ///< around the links that carry most
  QColor difference;    ///< around links that are busier than in the other picture
  QColor busy_link;     ///< under a link that background traffic uses
  QColor slow_link;     ///< under a link that is slower than usual
  QColor path;          ///< around the links of the critical path
  QColor node;
  QColor node_rim;
  QColor waiting_node;
  QColor switch_node;
  QColor sending;
  QColor receiving;
  QColor computing;
  /// Colours of load 0, 1/4, 1/2, 3/4, 1 of a link's capacity. Lightness falls steadily (rises in
  /// dark themes), so that the order shows in any kind of colour vision and in print.
  std::array<QColor, 5> load;
  /// Colours of links over which messages take 1, 2, 4, 8 times as long as alone. The first is calm; from the
  /// second on there is congestion, and lightness falls (rises in dark themes).
  std::array<QColor, 4> sharing;

  /// Colours of the lines of a plot: Okabe and Ito's for any kind of colour vision, with grey and
  /// brown in place of their yellow and black.
  std::array<QColor, 8> series;

  // blocks: one hue each at this lightness and chroma (OKLCh)
  double block_lightness = 0.58;
  double block_chroma = 0.13;
  QColor block_text;
  QColor unknown_block;

  // holdings and activities of ranks
  QColor cell_absent;
  QColor cell_held;
  QColor cell_partial_few;   ///< few contributions
  QColor cell_partial_many;  ///< nearly all
  QColor cell_final;
  QColor cell_text;
  QColor cell_outline;  ///< of cells that change
  QColor waiting_lane;
  QColor computing_lane;
  QColor focus;  ///< around followed items

  // sizes; all texts have one of the first four, except names in nodes and blocks
  int title_size = 22;
  int heading_size = 18;
  int text_size = 15;
  int small_size = 13;
  int smallest_label = 8;  ///< labels that would have to be smaller are left out
  double most_node = 30;
  double least_node = 1.6;
  double block_share = 0.12;
  double most_block = 12;
  double least_block = 2.2;
  double lane_share = 0.115;  ///< distance of a link's two directions from the middle
  double most_lane = 10;
  double thin = 1.0;
  double rim = 3.0;
  double flow_width = 2.4;  ///< of a link that one flow uses
  double width_step = 1.7;  ///< more for each doubling of the number of flows
  double most_width = 9.0;
  double most_idle_ink = 0.12;  ///< share of the stage that idle links may cover before they fade
  int most_idle_links = 20000;  ///< more than these are only drawn where they are used,
  double least_smooth_pitch = 14;  ///< distance of neighbouring nodes below which edges are hard
  double least_round = 3;          ///< radius below which nodes and blocks are squares
  double least_idle_pitch = 12;    ///< or from this distance of neighbouring nodes on
  friend bool operator==(const Theme&, const Theme&) = default;
};

/// Returns the largest of the theme's four sizes, up to `most`, at which a text of width(size) fits
/// into `room`; the smallest if none does.
template <class Width>
int fittingSize(const Theme& theme, int most, double room, Width&& width) {
  for (const int size : {theme.title_size, theme.heading_size, theme.text_size})
    if (size <= most && width(size) <= room) return size;
  return std::min(theme.small_size, most);
}

const Theme& lightTheme();
const Theme& darkTheme();
/// Returns the theme for a bright room and a weak lamp: light, with stronger lines, deeper colours and larger letters.
const Theme& projectorTheme();
/// Returns a theme with letters of another size.
Theme withLetters(const Theme& theme, double share);
/// Returns a theme whose smallest letters, numbers of ranks and blocks among them, have `least`
/// pixels, with letters of another size, and ranks and blocks that have room for these.
Theme withLeastLetters(const Theme& theme, double share, int least);
/// Returns the themes in the order of the menu.
const std::vector<const Theme*>& allThemes();
/// Returns light, dark or projector; light for any other name.
const Theme& themeNamed(const std::string& name);

/// Returns a mixture, from one colour (share 0) to another (1).
QColor blended(const QColor& from, const QColor& to, double share);

/// Returns the colour of a link at `load` (share of its capacity; clamped to 0 .. 1).
QColor loadColour(const Theme& theme, double load);
/// Returns the colour of a link over which messages take `times` >= 1 times as long as alone, up to
/// 8.
QColor sharingColour(const Theme& theme, double times);
/// Returns the width of a link whose number of flows, or whose load, is `doublings` doublings above
/// the usual one, where neighbouring links leave room for it.
double linkWidth(const Theme& theme, double doublings, double room);
/// Returns the colour of block `block` of `count`: hues in order around the circle.
QColor blockColour(const Theme& theme, int block, int count);
/// Returns the colour of an operation of `count`, on messages, lanes and in legends.
QColor operationColour(const Theme& theme, int operation, int count);

}  // namespace orrery::viz::inline paint
