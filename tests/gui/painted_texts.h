#pragma once

#include <QWidget>

#include "tests/gui/text_recorder.h"

namespace orrery::viz {

inline QStringList paintedTexts(QWidget& widget) {
  TextRecorder recorder(widget.size());
  widget.render(&recorder);
  return recorder.texts();
}

}  // namespace orrery::viz
