#include "viz/paint/theme.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <QFontDatabase>

// Fetches the fonts from this static library; outside of any namespace, as Q_INIT_RESOURCE
// requires.
static void initFontResource() {
  Q_INIT_RESOURCE(fonts);
}

namespace orrery::viz {

namespace {

Theme makeLight() {
  Theme t;
  t.name = QStringLiteral("Light");
  t.background = QColor(0xfc, 0xfc, 0xfa);
  t.panel = QColor(0xf3, 0xf4, 0xf3);
  t.raised = QColor(0xff, 0xff, 0xff);
  t.border = QColor(0xd5, 0xd9, 0xdd);
  t.text = QColor(0x1f, 0x29, 0x33);
  t.faint_text = QColor(0x66, 0x71, 0x7d);
  t.accent = QColor(0x2b, 0x5f, 0x94);
  t.accent_text = QColor(0xff, 0xff, 0xff);
  t.warning = QColor(0xa3, 0x2f, 0x16);
  t.right = QColor(0x1b, 0x6e, 0x3c);
  t.idle_link = QColor(0xd9, 0xde, 0xe3);
  t.pending_link = QColor(0x9a, 0xa6, 0xb2);
  t.hottest = QColor(0xf6, 0xd5, 0x6b);
  t.difference = QColor(0xf2, 0xb8, 0xdc);
  t.busy_link = QColor(0xb4, 0xac, 0xa0);
  t.slow_link = QColor(0xe8, 0x9c, 0x2c);
  t.path = QColor(0xd3, 0xc9, 0xf2);
  t.node = QColor(0xff, 0xff, 0xff);
  t.node_rim = QColor(0xb4, 0xbe, 0xc8);
  t.waiting_node = QColor(0xec, 0xef, 0xf1);
  t.switch_node = QColor(0xdd, 0xe3, 0xea);
  t.sending = QColor(0x1f, 0x5a, 0x9e);
  t.receiving = QColor(0x2e, 0xa3, 0x7a);
  t.computing = QColor(0xf7, 0xdf, 0x9b);
  t.load = {QColor(0xb3, 0xcd, 0xe8), QColor(0x84, 0xa3, 0xd8), QColor(0x8d, 0x78, 0xbd),
            QColor(0xb8, 0x5b, 0x7b), QColor(0xc4, 0x47, 0x1d)};
  t.sharing = {QColor(0x5b, 0x8f, 0xc4), QColor(0xe5, 0x73, 0x00), QColor(0xb5, 0x1c, 0x2a),
               QColor(0x54, 0x00, 0x3c)};
  t.series = {QColor(0x00, 0x72, 0xb2), QColor(0xd5, 0x5e, 0x00), QColor(0x00, 0x9e, 0x73),
              QColor(0xcc, 0x79, 0xa7), QColor(0xe6, 0x9f, 0x00), QColor(0x56, 0xb4, 0xe9),
              QColor(0x4d, 0x4d, 0x4d), QColor(0x8c, 0x56, 0x4b)};
  t.block_text = QColor(0xff, 0xff, 0xff);
  t.unknown_block = QColor(0x6b, 0x76, 0x82);
  t.cell_absent = QColor(0xef, 0xf1, 0xf1);
  t.cell_held = QColor(0xab, 0xbc, 0xcf);
  t.cell_partial_few = QColor(0xfb, 0xe6, 0xb0);
  t.cell_partial_many = QColor(0xe3, 0x9a, 0x3b);
  t.cell_final = QColor(0x12, 0x6e, 0x66);
  t.cell_text = QColor(0x3a, 0x2a, 0x10);
  t.cell_outline = QColor(0x1f, 0x29, 0x33);
  t.waiting_lane = QColor(0xe9, 0xec, 0xee);
  t.computing_lane = QColor(0xe0, 0xa5, 0x2e);
  t.focus = QColor(0xb0, 0x2a, 0x8c);
  return t;
}

Theme makeDark() {
  Theme t = makeLight();
  t.name = QStringLiteral("Dark");
  t.background = QColor(0x13, 0x17, 0x1d);
  t.panel = QColor(0x1b, 0x20, 0x28);
  t.raised = QColor(0x26, 0x2d, 0x37);
  t.border = QColor(0x39, 0x42, 0x4e);
  t.text = QColor(0xe6, 0xea, 0xee);
  t.faint_text = QColor(0x99, 0xa4, 0xb0);
  t.accent = QColor(0x5b, 0x9b, 0xd8);
  t.accent_text = QColor(0x0d, 0x12, 0x18);
  t.warning = QColor(0xf2, 0x8b, 0x6c);
  t.right = QColor(0x7f, 0xd6, 0xa0);
  t.idle_link = QColor(0x2d, 0x35, 0x40);
  t.pending_link = QColor(0x60, 0x6d, 0x7c);
  t.hottest = QColor(0x7a, 0x5f, 0x12);
  t.difference = QColor(0x6e, 0x2d, 0x58);
  t.busy_link = QColor(0x55, 0x50, 0x48);
  t.slow_link = QColor(0xb9, 0x74, 0x14);
  t.path = QColor(0x45, 0x3a, 0x78);
  t.node = QColor(0x1e, 0x25, 0x2e);
  t.node_rim = QColor(0x56, 0x62, 0x70);
  t.waiting_node = QColor(0x2a, 0x32, 0x3c);
  t.switch_node = QColor(0x33, 0x3e, 0x4b);
  t.sending = QColor(0x4a, 0x86, 0xc8);
  t.receiving = QColor(0x86, 0xdc, 0xc0);
  t.computing = QColor(0x7a, 0x62, 0x23);
  t.load = {QColor(0x36, 0x50, 0x75), QColor(0x55, 0x74, 0xb8), QColor(0x93, 0x82, 0xcf),
            QColor(0xdf, 0x8a, 0x9a), QColor(0xff, 0xb4, 0x66)};
  t.sharing = {QColor(0x55, 0x80, 0xb8), QColor(0x96, 0x53, 0x15), QColor(0xff, 0x8a, 0x3d),
               QColor(0xff, 0xd9, 0xcc)};
  t.block_lightness = 0.74;
  t.block_chroma = 0.11;
  t.block_text = QColor(0x10, 0x14, 0x1a);
  t.unknown_block = QColor(0x9a, 0xa6, 0xb2);
  t.cell_absent = QColor(0x1e, 0x24, 0x2c);
  t.cell_held = QColor(0x48, 0x58, 0x70);
  t.cell_partial_few = QColor(0x6b, 0x54, 0x20);
  t.cell_partial_many = QColor(0xe0, 0x9c, 0x45);
  t.cell_final = QColor(0x35, 0xa0, 0x8c);
  t.cell_text = QColor(0xff, 0xf3, 0xdc);
  t.cell_outline = QColor(0xe6, 0xea, 0xee);
  t.waiting_lane = QColor(0x25, 0x2c, 0x35);
  t.computing_lane = QColor(0xc9, 0x9a, 0x3a);
  t.focus = QColor(0xf0, 0x7a, 0xd0);
  return t;
}

Theme makeProjector() {
  Theme t = makeLight();
  t.name = QStringLiteral("Projector");
  t.background = QColor(0xff, 0xff, 0xff);
  t.panel = QColor(0xf0, 0xf0, 0xf0);
  t.border = QColor(0xa8, 0xae, 0xb4);
  t.text = QColor(0x00, 0x00, 0x00);
  t.faint_text = QColor(0x3c, 0x44, 0x4c);
  t.accent = QColor(0x0b, 0x4a, 0x8a);
  t.idle_link = QColor(0xb4, 0xbb, 0xc2);
  t.pending_link = QColor(0x6b, 0x76, 0x82);
  t.node_rim = QColor(0x6b, 0x76, 0x82);
  t.waiting_node = QColor(0xdd, 0xe1, 0xe5);
  t.cell_absent = QColor(0xe6, 0xe8, 0xea);
  t.cell_held = QColor(0x9f, 0xb1, 0xc4);
  t.waiting_lane = QColor(0xd8, 0xdc, 0xe0);
  t.block_lightness = 0.5;
  t.title_size = 26;
  t.heading_size = 20;
  t.text_size = 17;
  t.small_size = 15;
  t.smallest_label = 9;
  t.thin = 1.4;
  t.rim = 4;
  t.flow_width = 3.2;
  return t;
}

double gammaEncoded(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

/// Converts OKLab lightness, chroma and hue (turns) to sRGB; out-of-gamut channels are clipped.
/// Matrices: B. Ottosson, "A perceptual color space for image processing", 2020.
QColor okLch(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(2 * std::numbers::pi * hue);
  const double b = chroma * std::sin(2 * std::numbers::pi * hue);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  const auto channel = [](double linear) {
    return static_cast<int>(std::lround(255 * gammaEncoded(linear)));
  };
  return {channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

}  // namespace

void loadFonts() {
  static const bool loaded = [] {
    initFontResource();
    for (const char* file : {"Lato-Regular", "Lato-Bold", "DejaVuSans", "DejaVuSansMono"})
      QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/%1.ttf").arg(QLatin1String(file)));
    return true;
  }();
  Q_UNUSED(loaded);
}

QFont textFont(int pixels, bool bold) {
  QFont font(QStringList{QStringLiteral("Lato"), QStringLiteral("DejaVu Sans")});
  font.setPixelSize(pixels);
  font.setBold(bold);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

QFont monoFont(int pixels) {
  QFont font(QStringLiteral("DejaVu Sans Mono"));
  font.setPixelSize(pixels);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

const Theme& lightTheme() {
  static const Theme theme = makeLight();
  return theme;
}

const Theme& darkTheme() {
  static const Theme theme = makeDark();
  return theme;
}

const Theme& projectorTheme() {
  static const Theme theme = makeProjector();
  return theme;
}

Theme withLetters(const Theme& theme, double share) {
  Theme t = theme;
  for (int* size : {&t.title_size, &t.heading_size, &t.text_size, &t.small_size})
    *size = static_cast<int>(std::lround(share * *size));
  return t;
}

Theme withLeastLetters(const Theme& theme, double share, int least) {
  constexpr double kLargerNodes = 1.5, kLargerBlocks = 1.6;
  Theme t = withLetters(theme, share);
  for (int* size : {&t.text_size, &t.small_size, &t.smallest_label}) *size = std::max(*size, least);
  t.most_node *= kLargerNodes;
  t.most_block *= kLargerBlocks;
  return t;
}

const std::vector<const Theme*>& allThemes() {
  static const std::vector<const Theme*> themes{&lightTheme(), &darkTheme(), &projectorTheme()};
  return themes;
}

const Theme& themeNamed(const std::string& name) {
  for (const Theme* theme : allThemes()) {
    if (theme->name.toLower().toStdString() == name) return *theme;
  }
  return lightTheme();
}

QColor blended(const QColor& from, const QColor& to, double share) {
  const auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
  return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

QColor loadColour(const Theme& theme, double load) {
  const double at = std::clamp(load, 0.0, 1.0) * static_cast<double>(theme.load.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), theme.load.size() - 2);
  return blended(theme.load[low], theme.load[low + 1], at - static_cast<double>(low));
}

QColor sharingColour(const Theme& theme, double times) {
  const double at = std::clamp(std::log2(std::max(times, 1.0)), 0.0,
                               static_cast<double>(theme.sharing.size() - 1));
  const auto low = std::min(static_cast<std::size_t>(at), theme.sharing.size() - 2);
  return blended(theme.sharing[low], theme.sharing[low + 1], at - static_cast<double>(low));
}

double linkWidth(const Theme& theme, double doublings, double room) {
  const double width = theme.flow_width + theme.width_step * doublings;
  return std::clamp(std::min(width, theme.most_width), theme.thin, std::max(room, theme.thin));
}

/// Returns a colour; consecutive operations are far apart on the circle of hues.
QColor operationColour(const Theme& theme, int operation, int count) {
  constexpr int kApart = 3;
  const int turns = count % kApart == 0 ? count + 1 : count;
  return blockColour(theme, operation * kApart % turns, turns);
}

QColor blockColour(const Theme& theme, int block, int count) {
  constexpr double kFirstHue = 0.7;  // blue
  return okLch(theme.block_lightness, theme.block_chroma,
               kFirstHue + static_cast<double>(block) / std::max(count, 1));
}

}  // namespace orrery::viz
