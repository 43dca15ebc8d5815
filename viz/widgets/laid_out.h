#pragma once

#include <initializer_list>

#include <QBoxLayout>
#include <QMargins>

namespace orrery::viz::inline widgets {

/// A part of a row or column: a widget, a layout, or space; and its share of the remaining space.
struct LayoutPart {
  LayoutPart(QWidget* part, int share = 0) : widget(part), stretch(share) {}
  LayoutPart(QLayout* part, int share = 0) : layout(part), stretch(share) {}
  explicit LayoutPart(int share) : stretch(share) {}

  QWidget* widget = nullptr;
  QLayout* layout = nullptr;
  int stretch = 0;
};
inline const LayoutPart kRoom{0};

// Those of the style.
inline constexpr QMargins kUsualMargins{-1, -1, -1, -1};
inline constexpr int kUsualSpacing = -1;

/// Returns a layout of `parent`, or for another layout if that is null, with these parts:
/// laidOut<QHBoxLayout>(this, {8, 8, 8, 0}, 4, {name, {field, 1}, kRoom}).
template <class Box>
Box* laidOut(QWidget* parent, const QMargins& margins, int spacing,
             std::initializer_list<LayoutPart> parts) {
  auto* box = new Box(parent);
  if (margins != kUsualMargins) box->setContentsMargins(margins);
  if (spacing != kUsualSpacing) box->setSpacing(spacing);
  for (const LayoutPart& part : parts) {
    if (part.widget != nullptr)
      box->addWidget(part.widget, part.stretch);
    else if (part.layout != nullptr)
      box->addLayout(part.layout, part.stretch);
    else
      box->addStretch(part.stretch);
  }
  return box;
}
template <class Box>
Box* laidOut(QWidget* parent, std::initializer_list<LayoutPart> parts) {
  return laidOut<Box>(parent, kUsualMargins, kUsualSpacing, parts);
}

}  // namespace orrery::viz::inline widgets
