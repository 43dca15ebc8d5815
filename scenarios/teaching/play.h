#pragma once

#include <functional>
#include <string>

#include "scenarios/teaching/classroom.h"

namespace orrery::teaching {

/// How a reader got on.
struct Score {
  int asked = 0;  ///< questions that were answered or revealed
  int right = 0;  ///< with the first answer
};

/// Whom a lesson is played to.
struct Reader {
  std::function<void(const std::string&)> say;
  /// A line of theirs; nothing at the end of the input.
  std::function<std::optional<std::string>()> listen;
  bool hears_notes = false;  ///< the speaker notes
};

/// Page by page: text, question, answer, what comes of it. Also understands reveal, next, back and quit. An answer
/// may be tried again; the first one counts. THROWS InputError for pages that cannot be shown.
Score play(const Lesson& lesson, const Reader& reader);

}  // namespace orrery::teaching
