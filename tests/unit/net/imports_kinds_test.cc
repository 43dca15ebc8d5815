// What files of other programs in common use contain besides the plainest form; numbers are worked out by hand.
#include <gtest/gtest.h>

#include "tests/unit/net/imported.h"

namespace orrery {
namespace {

using namespace imported;

/// The latency along the route between two hosts, in nanoseconds.
std::int64_t latency_ns(const std::string& text, NodeId from, NodeId to) {
  const auto network = read(text);
  std::vector<LinkId> route;
  network->append_route(from, to, 0, route);
  std::int64_t sum = 0;
  for (const LinkId id : route) sum += network->link(id).latency->count();
  return sum / 1000;
}

constexpr const char* kTwoClusters = R"(<platform version="4.1"><zone id="w" routing="Full">
<cluster id="c" prefix="n-" suffix=".org" radical="0-1" speed="1Gf" bw="1GBps" lat="10us" bb_bw="2GBps" bb_lat="6us"/>
<cluster id="d" prefix="m-" suffix=".org" radical="0-1" speed="1Gf" bw="1GBps" lat="20us"/>
<link id="x" bandwidth="3GBps" latency="100us"/>
<zoneRoute src="c" dst="d" gw_src="n-c_router.org" gw_dst="m-d_router.org"><link_ctn id="x"/></zoneRoute>
</zone></platform>)";
constexpr const char* kClusterZone =
    R"(<platform version="4.1"><zone id="z" routing="Cluster"><router id="r"/>
<host id="a" speed="1Gf"/><link id="a_UP" bandwidth="1GBps" latency="10us"/><link id="a_DOWN" bandwidth="1GBps" latency="10us"/>
<host_link id="a" up="a_UP" down="a_DOWN"/>
<host id="b" speed="1Gf"/><link id="l" bandwidth="2GBps" latency="20us" sharing_policy="SPLITDUPLEX"/>
<host_link id="b" up="l_UP" down="l_DOWN"/>
<cabinet id="c" prefix="c" suffix="" radical="0-1" speed="1Gf" bw="1GBps" lat="30us"/>
<backbone id="bb" bandwidth="9GBps" latency="8us"/></zone></platform>)";

TEST(SimGridImports, ClustersHaveTheirRoutersAndBackbones) {
  EXPECT_EQ(shape_of(kTwoClusters), "4 3 6 4") << "two routers, and a backbone before one of them";
  EXPECT_EQ(latency_ns(kTwoClusters, 0, 1), 26'000);
  EXPECT_EQ(latency_ns(kTwoClusters, 0, 3), 10'000 + 6'000 + 100'000 + 20'000);
  EXPECT_EQ(shape_of(kClusterZone), "4 1 4 2");
  EXPECT_EQ(latency_ns(kClusterZone, 0, 1), 38'000);
  EXPECT_EQ(latency_ns(kClusterZone, 2, 3), 68'000);
}

/// SimGrid takes bypassRoute before route, and not for the way back; routes of one direction keep their own links.
TEST(SimGridImports, RoutesOfOneDirection) {
  const std::string hosts =
      R"(<platform version="4.1"><zone id="z" routing="Full"><host id="a"/><host id="b"/><host id="c"/>
<link id="ab" bandwidth="1GBps" latency="10us"/><link id="bc" bandwidth="1GBps" latency="10us"/>
<link id="ac" bandwidth="1GBps" latency="90us"/><link id="ca" bandwidth="1GBps" latency="70us"/>
<route src="a" dst="b"><link_ctn id="ab"/></route><route src="b" dst="c"><link_ctn id="bc"/></route>)";
  const std::string bypass = hosts +
                             R"(<route src="a" dst="c"><link_ctn id="ac"/></route>
<bypassRoute src="a" dst="c"><link_ctn id="ab"/><link_ctn id="bc"/></bypassRoute></zone></platform>)";
  EXPECT_EQ(latency_ns(bypass, 0, 2), 20'000);
  EXPECT_EQ(latency_ns(bypass, 2, 0), 90'000);
  const std::string two = hosts +
                          R"(<route src="a" dst="c" symmetrical="NO"><link_ctn id="ac"/></route>
<route src="c" dst="a" symmetrical="NO"><link_ctn id="ca"/></route></zone></platform>)";
  EXPECT_EQ(latency_ns(two, 0, 2), 90'000);
  EXPECT_EQ(latency_ns(two, 2, 0), 70'000);
}

std::string gpu(const std::string& bus, const std::string& attributes, const std::string& links) {
  return "<pci busid='" + bus + "' link_speed='16.0 GT/s PCIe' link_width='0'><gpu " + attributes +
         ">" + links + "</gpu></pci>";
}

TEST(NcclImports, LinksOfGpusActAsInNccl) {
  const std::string four =
      "<nvlink target='s0' count='4' tclass='0x068000'/>"
      "<nvlink target='s1' count='5' tclass='0x068000'/>";
  const std::string switches = "<system><cpu numaid='0'>" + gpu("a", "dev='0' sm='90'", four) +
                               gpu("b", "dev='1' sm='90'", four) + "</cpu></system>";
  EXPECT_EQ(cost_between(switches, "gpu0", "nvswitch"), "1483200000000 0") << "9 of 20.6 GB/s";
  EXPECT_EQ(cost_between(switches, "gpu0", "cpu0"), "252064000000 0") << "16 lanes without a width";
  EXPECT_EQ(shape_of(switches), "2 2 4 2");
  const std::string amd =
      "<system version='2'><cpu numaid='0'>" +
      gpu("a", "dev='0' gcn='gfx90a'", "<xgmi target='b' count='2' tclass='0x038000'/>") +
      gpu("b", "dev='1' gcn='910'", "<xgmi target='a' count='2' tclass='0x038000'/>") +
      "</cpu></system>";
  EXPECT_EQ(cost_between(amd, "gpu0", "gpu1"), "576000000000 0") << "2 of 36 GB/s";
  const std::string power =
      "<system><cpu numaid='0'>" +
      gpu("a", "dev='0' sm='70'", "<nvlink target='' count='3' tclass='0x068001'/>") +
      "</cpu><cpu numaid='1'>" + gpu("b", "dev='1' sm='90'", "<c2c bw='344448' count='1'/>") +
      "</cpu></system>";
  EXPECT_EQ(shape_of(power), "2 2 5 3") << "each GPU has PCIe and another link to its CPU";
}

}  // namespace
}  // namespace orrery
