#include "viz/paint/theme.h"

#include <cmath>
#include <numbers>

#include <QFontDatabase>

// Fetches the fonts from this static library; outside of any namespace, as Q_INIT_RESOURCE
// requires.
static void initFontResource() {
  Q_INIT_RESOURCE(fonts);
}

namespace orrery::viz::inline paint {

namespace {

/// The colours as 0xRRGGBB, by theme.
struct ColourRow {
  QColor Theme::*colour;
  QRgb light, dark, projector;
};
constexpr ColourRow kColours[] = {
    {&Theme::background, 0xfcfcfa, 0x13171d, 0xffffff},
    {&Theme::panel, 0xf3f4f3, 0x1b2028, 0xf0f0f0},
    {&Theme::raised, 0xffffff, 0x262d37, 0xffffff},
    {&Theme::border, 0xd5d9dd, 0x39424e, 0xa8aeb4},
    {&Theme::text, 0x1f2933, 0xe6eaee, 0x000000},
    {&Theme::faint_text, 0x66717d, 0x99a4b0, 0x3c444c},
    {&Theme::accent, 0x2b5f94, 0x5b9bd8, 0x0b4a8a},
    {&Theme::accent_text, 0xffffff, 0x0d1218, 0xffffff},
    {&Theme::warning, 0xa32f16, 0xf28b6c, 0xa32f16},
    {&Theme::right, 0x1b6e3c, 0x7fd6a0, 0x1b6e3c},
    {&Theme::idle_link, 0x8a939c, 0x5e6a78, 0x8b949d},
    {&Theme::pending_link, 0x77838f, 0x7b8897, 0x5f6a75},
    {&Theme::hottest, 0xf6d56b, 0x7a5f12, 0xf6d56b},
    {&Theme::difference, 0xf2b8dc, 0x6e2d58, 0xf2b8dc},
    {&Theme::busy_link, 0xb4aca0, 0x555048, 0xb4aca0},
    {&Theme::slow_link, 0xe89c2c, 0xb97414, 0xe89c2c},
    {&Theme::path, 0xd3c9f2, 0x453a78, 0xd3c9f2},
    {&Theme::node, 0xffffff, 0x1e252e, 0xffffff},
    {&Theme::node_rim, 0xb4bec8, 0x566270, 0x6b7682},
    {&Theme::waiting_node, 0xeceff1, 0x2a323c, 0xdde1e5},
    {&Theme::switch_node, 0xdde3ea, 0x333e4b, 0xdde3ea},
    {&Theme::sending, 0x1f5a9e, 0x4a86c8, 0x1f5a9e},
    {&Theme::receiving, 0x2ea37a, 0x86dcc0, 0x2ea37a},
    {&Theme::computing, 0xf7df9b, 0x7a6223, 0xf7df9b},
    {&Theme::block_text, 0xffffff, 0x10141a, 0xffffff},
    {&Theme::unknown_block, 0x6b7682, 0x9aa6b2, 0x6b7682},
    {&Theme::cell_absent, 0xeff1f1, 0x1e242c, 0xe6e8ea},
    {&Theme::cell_held, 0xabbccf, 0x485870, 0x9fb1c4},
    {&Theme::cell_partial_few, 0xfbe6b0, 0x6b5420, 0xfbe6b0},
    {&Theme::cell_partial_many, 0xe39a3b, 0xe09c45, 0xe39a3b},
    {&Theme::cell_final, 0x126e66, 0x35a08c, 0x126e66},
    {&Theme::cell_text, 0x3a2a10, 0xfff3dc, 0x3a2a10},
    {&Theme::cell_outline, 0x1f2933, 0xe6eaee, 0x1f2933},
    {&Theme::waiting_lane, 0xe9ecee, 0x252c35, 0xd8dce0},
    {&Theme::computing_lane, 0xe0a52e, 0xc99a3a, 0xe0a52e},
    {&Theme::focus, 0xb02a8c, 0xf07ad0, 0xb02a8c},
};

/// Returns a theme with one column of the table.
Theme themeOf(const char* name, QRgb ColourRow::*column) {
  Theme t;
  t.name = QLatin1String(name);
  for (const ColourRow& row : kColours) t.*row.colour = QColor(row.*column);
  t.load = {QColor(0xb3, 0xcd, 0xe8), QColor(0x84, 0xa3, 0xd8), QColor(0x8d, 0x78, 0xbd),
            QColor(0xb8, 0x5b, 0x7b), QColor(0xc4, 0x47, 0x1d)};
  t.sharing = {QColor(0x5b, 0x8f, 0xc4), QColor(0xe5, 0x73, 0x00), QColor(0xb5, 0x1c, 0x2a),
               QColor(0x54, 0x00, 0x3c)};
  t.series = {QColor(0x00, 0x72, 0xb2), QColor(0xd5, 0x5e, 0x00), QColor(0x00, 0x9e, 0x73),
              QColor(0xcc, 0x79, 0xa7), QColor(0xe6, 0x9f, 0x00), QColor(0x56, 0xb4, 0xe9),
              QColor(0x4d, 0x4d, 0x4d), QColor(0x8c, 0x56, 0x4b)};
  return t;
}

Theme makeDark() {
  Theme t = themeOf("Dark", &ColourRow::dark);
  t.load = {QColor(0x36, 0x50, 0x75), QColor(0x55, 0x74, 0xb8), QColor(0x93, 0x82, 0xcf),
            QColor(0xdf, 0x8a, 0x9a), QColor(0xff, 0xb4, 0x66)};
  t.sharing = {QColor(0x55, 0x80, 0xb8), QColor(0x96, 0x53, 0x15), QColor(0xff, 0x8a, 0x3d),
               QColor(0xff, 0xd9, 0xcc)};
  t.block_lightness = 0.74;
  t.block_chroma = 0.11;
  return t;
}

Theme makeProjector() {
  Theme t = themeOf("Projector", &ColourRow::projector);
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
  static const Theme theme = themeOf("Light", &ColourRow::light);
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

}  // namespace orrery::viz::inline paint
