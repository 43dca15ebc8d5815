#pragma once

#include <functional>
#include <string>

#include "scenarios/teaching/classroom.h"

namespace orrery::teaching {

/// The result of a reader.
struct Score {
  int asked = 0;  ///< questions that were answered or revealed
  int right = 0;  ///< with the first answer
};

/// The reader of a lesson: output, input and settings.
struct Reader {
  std::function<void(const std::string&)> say;
  /// Returns the reader's next line; nothing at the end of the input.
  std::function<std::optional<std::string>()> listen;
  bool hears_notes = false;  ///< the speaker notes
};

/// Plays a lesson page by page: text, question, answer, response. Also understands reveal, next,
/// back and quit. An answer may be tried again; the first one counts. THROWS InputError for pages
/// that cannot be shown.
Score play(const Lesson& lesson, const Reader& reader);

}  // namespace orrery::teaching
