#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "algorithms/collective.h"
#include "scenarios/run/plugin/mailbox.h"

/// Requests to the code of a plug-in, which another process answers.
namespace orrery::inline run {

struct PluginTask {
  std::string library;
  std::uint32_t index = 0;  ///< of the algorithm in the library
  Problem problem{};
  std::shared_ptr<const Network> network{};  ///< of the problem, if another process has sent it
};

/// Inside (inside.h): loads the library and answers questions until the process is ended. Later tasks are of the same
/// library.
void do_task(Mailbox& box, PluginTask task);

/// Writes all of it; the network only where the catalogue may be used. The topology goes by its spec.
/// REQUIRES that it is one of make_topology, without conditions.
void put(MailWriter& mail, const PluginTask& task);
/// THROWS std::out_of_range.
PluginTask get_task(MailReader& mail);

}  // namespace orrery::inline run
