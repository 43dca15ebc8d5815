#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "scenarios/teaching/classroom.h"
#include "scenarios/text/translation.h"

namespace orrery::teaching {

/// The result of a reader.
struct Score {
  int asked = 0;  ///< questions that were answered, rightly or not, or revealed
  int right = 0;  ///< with the first answer
};

/// The reader of a lesson: output, input and settings.
struct Reader {
  std::function<void(const std::string&)> say;
  /// Returns the reader's next line; nothing at the end of the input.
  std::function<std::optional<std::string>()> listen;
  bool hears_notes = false;  ///< the speaker notes
  Translate translate = {};  ///< into the reader's language; empty: English
};

/// Texts of play() that pages of a browser do not have.
constexpr std::array<std::string_view, 3> kTextsOfPlay{
    "(Answer with {}, or: reveal, next, back, quit)", "[Enter: next, back, quit]",
    "{} of {} right with the first answer."};

/// Plays a lesson page by page: text, question, answer, response. Also understands reveal, next,
/// back and quit. An answer may be tried again; the first one counts. THROWS InputError for pages
/// that cannot be shown.
Score play(const Lesson& lesson, const Reader& reader);

}  // namespace orrery::teaching
