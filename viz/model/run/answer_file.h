#pragma once

#include <QString>

#include "viz/model/run/lesson_session.h"

namespace orrery::viz {

/// Where answers of lessons are kept: answers.csv in the folder of the user's data.
QString answerFile();

/// Adds a row to a file (time, in UTC; lesson; page, from 1; answer; right; first): yes or no for the last two. A
/// new file gets a heading. False where it cannot be written.
bool keepAnswer(const QString& file, const GivenAnswer& answer);

}  // namespace orrery::viz
