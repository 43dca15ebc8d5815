// Topologies of a node from NCCL (NCCL_TOPO_DUMP_FILE): CPUs, PCIe switches, GPUs, NVLinks and
// NICs.
#include <algorithm>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/imports/formats.h"
#include "emu/net/imports/xml_file.h"

namespace orrery::imports {
namespace {

/// Returns bandwidths of one direction, in Gb/s: of PCIe by the lanes of a generation, of NVLink by
/// compute capability. They come from NCCL's own tables (src/graph/topo.h), which use GB/s.
double pcie_gbps(std::string_view speed, double lanes) {
  constexpr std::pair<std::string_view, double> kLanes[] = {
      {"2.5", 2}, {"5", 4}, {"8", 7.877}, {"16", 15.754}, {"32", 31.508}, {"64", 63.015}};
  for (const auto& [rate, gbps] : kLanes)
    if (speed.starts_with(rate) && speed.substr(rate.size()).find_first_of("0123456789") != 0)
      return gbps * lanes;
  return 7.877 * lanes;
}
double nvlink_gbps(int sm) {
  return 8 * (sm >= 100 ? 40.1 : sm >= 90 ? 20.6 : sm == 86 ? 12 : sm >= 70 ? 20 : 18);
}

class NcclReader {
 public:
  NcclReader(std::string_view text, const std::string& file) : xml_(text, file), file_(file) {}

  ImportedNetwork read() {
    const pugi::xml_node system = xml_.child("system");
    std::size_t number = 0;
    std::vector<std::size_t> cpus;
    for (const pugi::xml_node& cpu : system.children("cpu")) {
      cpus.push_back(network_.switch_node(fmt::format(
          "cpu{}", cpu.attribute("numaid").as_string(fmt::format("{}", number).c_str()))));
      ++number;
      for (const pugi::xml_node& child : cpu.children()) read_device(child, cpus.back());
    }
    for (std::size_t i = 0; i < cpus.size(); ++i)
      for (std::size_t j = i + 1; j < cpus.size(); ++j)
        network_.add({cpus[i], cpus[j], Bandwidth{10e9}, {}, 1, {}});
    if (cpus.size() > 1)
      network_.leave_out("what links CPUs: 10 GB/s between each two is an estimate");
    for (const NvLink& link : links_) add_nvlink(link);
    if (gpus_ == 0) fail(file_, xml_.line_of(system), "no GPUs; expected elements gpu");
    network_.leave_out("latencies, which the file does not have");
    network_.hosts_forward = false;
    return std::move(network_);
  }

 private:
  struct NvLink {
    std::size_t gpu;
    std::string target;
    int count, sm;
    bool to_switch;
  };

  static Bandwidth of_gbps(double gbps) { return {gbps * 1e9 / 8}; }

  void read_device(const pugi::xml_node& node, std::size_t above, int depth = 0) {
    if (depth > 64) fail(file_, xml_.line_of(node), "more than 64 devices within each other");
    const std::string_view kind = node.name();
    if (kind == "nic") {
      for (const pugi::xml_node& net : node.children("net")) read_net(net, above);
      return;
    }
    if (kind != "pci") return;
    const Bandwidth bandwidth = of_gbps(pcie_gbps(node.attribute("link_speed").value(),
                                                  node.attribute("link_width").as_double(16)));
    const std::string bus = node.attribute("busid").value();
    if (const pugi::xml_node gpu = node.child("gpu")) {
      const std::size_t number =
          network_.node(fmt::format("gpu{}", gpu.attribute("dev").as_int(gpus_)));
      ++gpus_;
      gpu_at_[bus] = number;
      network_.add({number, above, bandwidth, {}, 1, {}});
      for (const pugi::xml_node& link : gpu.children("nvlink"))
        links_.push_back({number, link.attribute("target").value(),
                          link.attribute("count").as_int(1), gpu.attribute("sm").as_int(80),
                          std::string_view(link.attribute("tclass").value()) == "0x068000"});
      return;
    }
    if (node.child("pci") || node.child("nic")) {
      const std::size_t bridge =
          network_.switch_node(bus.empty() ? fmt::format("pci{}", network_.nodes()) : bus);
      network_.add({bridge, above, bandwidth, {}, 1, {}});
      for (const pugi::xml_node& child : node.children()) read_device(child, bridge, depth + 1);
    }
  }

  void read_net(const pugi::xml_node& net, std::size_t above) {
    const std::size_t nic = network_.switch_node(net.attribute("name").as_string("nic"));
    network_.add({nic, above, of_gbps(net.attribute("speed").as_double(100000) / 1000), {}, 1, {}});
  }

  /// Adds links to another GPU, which lists them as well, or to an NVSwitch. All NVSwitches become
  /// one.
  void add_nvlink(const NvLink& link) {
    const Bandwidth bandwidth = of_gbps(nvlink_gbps(link.sm) * std::clamp(link.count, 1, 1024));
    if (const auto gpu = gpu_at_.find(link.target); gpu != gpu_at_.end()) {
      if (link.gpu < gpu->second) network_.add({link.gpu, gpu->second, bandwidth, {}, 1, 0});
    } else if (link.to_switch) {
      const std::size_t nvswitch = network_.switch_node("nvswitch");
      network_.add({link.gpu, nvswitch, bandwidth, {}, 1, 0});
      network_.leave_out(
          "how many NVSwitches there are: they are one, with all links of a GPU together");
    }
  }

  XmlFile xml_;
  const std::string& file_;
  ImportedNetwork network_;
  std::map<std::string, std::size_t> gpu_at_;
  std::vector<NvLink> links_;
  int gpus_ = 0;
};

}  // namespace

const NetworkFormat kNccl{
    .name = "a topology of NCCL",
    .example = "topo.xml",
    .recognises =
        [](std::string_view text) {
          return text.find("<system") != text.npos && text.find("<cpu") != text.npos;
        },
    .read = [](std::string_view text,
               const std::string& file) { return NcclReader(text, file).read(); },
};

}  // namespace orrery::imports
