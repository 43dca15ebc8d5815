#pragma once

#include <string>

#include "scenarios/page/page_words.h"
#include "scenarios/teaching/classroom.h"

namespace orrery::page {

/// A question as a form; its answer, hints and explanation stand in it in
/// base 64. REQUIRES a question. THROWS teaching::NoAnswer.
std::string question_form(const teaching::Page& page, const teaching::Scene& scene,
                          const Words& words);

}  // namespace orrery::page
