#pragma once

#include <cstdint>
#include <string>

#include "algorithms/collective.h"
#include "scenarios/run/plugin/mailbox.h"

/// What is asked of the code of a plug-in: by this process, answered in another one.
namespace orrery {

enum class Question : std::uint32_t {
  kAlgorithms,  ///< which there are, without their functions
  kRounds,
  kBytesTotal,
  kBytesMaxRank,
  kTime,
  kBestBlocks,
  kBestRadix,
  kUnsupported,
  kWords,  ///< of `round` and `rank`
  kRun     ///< the program of all ranks (remote_ranks.h)
};

struct PluginTask {
  std::string library;
  Question question = Question::kAlgorithms;
  std::uint32_t index = 0;  ///< of the algorithm in the library
  Problem problem{};
  int round = 0, rank = 0;
};

/// Inside (inside.h): loads the library and answers.
void do_task(Mailbox& box, const PluginTask& task);

/// All of it but the network, which stays behind.
void put(MailWriter& mail, const PluginTask& task);
/// THROWS std::out_of_range.
PluginTask get_task(MailReader& mail);

}  // namespace orrery
