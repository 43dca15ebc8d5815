// Plug-ins that must be refused; a definition chooses one.
#include <csignal>

#include "algorithms/plugin.h"

namespace {

using orrery::Algorithm;

#if defined(TAKEN_NAME)
const Algorithm algorithm{.collective = "broadcast",
                          .name = "binomial",
                          .run = [](orrery::Comm&, const orrery::Call&) {}};
#elif defined(NO_ROUNDS)
const Algorithm algorithm{
    .collective = "broadcast", .name = "mine", .run = [](orrery::Comm&, const orrery::Call&) {}};
#elif defined(NO_COLLECTIVE)
const Algorithm algorithm{.collective = "brodcast", .name = "mine"};
#elif defined(BAD_NAME)
const Algorithm algorithm{.collective = "broadcast", .name = "My Own"};
#else
const Algorithm algorithm{};
#endif
const Algorithm* const algorithms[] = {&algorithm};

#if defined(OTHER_INTERFACE)
constexpr std::uint32_t kInterface = 77;
#else
constexpr std::uint32_t kInterface = orrery::PluginHeader::kInterface;
#endif
#if defined(OTHER_HEADERS)
constexpr const char* kHeaders = "0123456789ab";
#else
constexpr const char* kHeaders = orrery::kFingerprint;
#endif
#if defined(OTHER_MAGIC)
constexpr char kFirst = 'x';
#else
constexpr char kFirst = 'o';
#endif

#if defined(CRASHES)
[[maybe_unused]] const int crash = std::raise(SIGSEGV);
#endif

}  // namespace

#if !defined(NO_HEADER)
extern "C" {
extern const orrery::PluginHeader orrery_plugin;
const orrery::PluginHeader orrery_plugin = {
    {kFirst, 'r', 'r', 'e', 'r', 'y', 0, 0}, kInterface, 1, kHeaders, algorithms};
}
#endif
