#include "emu/net/topologies/own_link.h"

#include <algorithm>
#include <utility>

#include "emu/base/quantity.h"
#include "emu/net/altered.h"

namespace orrery::inline net {
namespace {

constexpr std::size_t kMostDigits = 18;

/// Another network with a different bandwidth of one link.
class OwnLinkTopology final : public AlteredTopology {
 public:
  OwnLinkTopology(std::unique_ptr<Topology> network, LinkId own, Bandwidth bandwidth,
                  std::string text)
      : AlteredTopology(std::move(network)),
        own_(own),
        bandwidth_(bandwidth),
        text_(std::move(text)) {}

  std::string spec() const override { return AlteredTopology::spec() + text_; }
  Link link(LinkId id) const override {
    Link link = AlteredTopology::link(id);
    if (id == own_) link.bandwidth = bandwidth_, link.width = 1;
    return link;
  }

 private:
  LinkId own_;
  Bandwidth bandwidth_;
  std::string text_;
};

}  // namespace

std::optional<OwnLink> own_link_of(std::string_view spec) {
  const std::size_t bar = spec.rfind('|');
  if (bar == std::string_view::npos) return std::nullopt;
  const std::size_t equals = std::min(spec.find('=', bar), spec.size());
  const std::string number(spec.substr(bar + 1, equals - bar - 1));
  const bool is_number = !number.empty() && number.size() <= kMostDigits &&
                         number.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number || equals == spec.size()) return std::nullopt;
  return OwnLink{std::string(spec.substr(0, bar)), std::stoll(number),
                 std::string(spec.substr(equals + 1))};
}

std::unique_ptr<Topology> with_own_link(std::unique_ptr<Topology> network, const OwnLink& own) {
  EMU_CHECK(own.link < network->link_count(), network->spec(), " has no link ", own.link,
            "; expected 0 to ", network->link_count() - 1);
  return std::make_unique<OwnLinkTopology>(std::move(network), own.link,
                                           parse_bandwidth(own.bandwidth),
                                           text_of("|", own.link, "=", own.bandwidth));
}

}  // namespace orrery::inline net
