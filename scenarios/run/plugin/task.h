#pragma once

#include <cstdint>
#include <string>

#include "algorithms/collective.h"
#include "scenarios/run/plugin/mailbox.h"

/// Requests to the code of a plug-in, which another process answers.
namespace orrery {

struct PluginTask {
  std::string library;
  std::uint32_t index = 0;  ///< of the algorithm in the library
  Problem problem{};
};

/// Inside (inside.h): loads the library and answers questions until the process is ended. Later tasks are of the same
/// library.
void do_task(Mailbox& box, PluginTask task);

/// Writes all of it but the network, which stays behind.
void put(MailWriter& mail, const PluginTask& task);
/// THROWS std::out_of_range.
PluginTask get_task(MailReader& mail);

}  // namespace orrery
