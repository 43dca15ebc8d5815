// Topologies of a node from NCCL (NCCL_TOPO_DUMP_FILE): CPUs, PCIe switches, GPUs, NVLinks and
// NICs.
#include <algorithm>
#include <array>

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
/// Returns the bandwidth of XGMI, as in RCCL, by architecture: "gfx90a", or "910" in older files.
double xgmi_gbps(std::string_view gcn) {
  const auto is = [&](std::string_view name, std::string_view old) {
    return gcn.starts_with(name) || gcn.starts_with(old);
  };
  return 8 * (is("gfx94", "94") ? 48 : is("gfx90a", "910") ? 36 : 24);
}

class NcclReader {
 public:
  NcclReader(std::string_view text, const std::string& file) : xml_(text, file), file_(file) {}

  ImportedNetwork read() {
    const pugi::xml_node system = xml_.child("system");
    std::size_t number = 0;
    std::map<std::string, std::vector<std::size_t>> cpus;  // by host
    std::map<std::string, std::string> hosts;              // by host_hash
    for (const pugi::xml_node& cpu : system.children("cpu")) {
      host_ = hosts
                  .try_emplace(cpu.attribute("host_hash").value(),
                               hosts.empty() ? "" : fmt::format("@{}", hosts.size()))
                  .first->second;
      cpu_ = network_.switch_node(fresh(fmt::format(
          "cpu{}", cpu.attribute("numaid").as_string(fmt::format("{}", number).c_str()))));
      ++number;
      cpus[host_].push_back(cpu_);
      for (const pugi::xml_node& child : cpu.children()) read_device(child, cpu_);
    }
    for (const auto& [host, own] : cpus)
      for (std::size_t i = 0; i < own.size(); ++i)
        for (std::size_t j = i + 1; j < own.size(); ++j)
          network_.add({own[i], own[j], Bandwidth{10e9}, {}, 1, {}});
    if (number > cpus.size())
      network_.leave_out("links between CPUs: 10 GB/s for each pair is an estimate");
    add_gpu_links();
    if (gpus_ == 0) fail(file_, xml_.line_of(system), "no GPUs; expected elements gpu");
    network_.leave_out("latencies, which the file does not have");
    network_.hosts_forward = false;
    return std::move(network_);
  }

 private:
  /// NVLinks, XGMI or C2C of a GPU.
  struct GpuLink {
    std::size_t gpu, cpu;
    std::string target, kind;  ///< bus of a GPU; PCI class of the other end
    double gbps;
  };

  static Bandwidth of_gbps(double gbps) { return {gbps * 1e9 / 8}; }

  /// Returns a name that no CPU and no GPU has; some files have numbers twice.
  std::string fresh(std::string name) {
    name += host_;
    return name + std::string(copies_[name]++, '\'');
  }

  /// Returns a number of a device that is finite and not negative. THROWS as fail().
  double number_in(const pugi::xml_node& node, const char* name, double fallback) const {
    const double value = node.attribute(name).as_double(fallback);
    if (!(value >= 0 && value <= 1e9))
      fail(file_, xml_.line_of(node),
           text_of(name, " is '", node.attribute(name).value(), "'; expected 0 to 1000000000"));
    return value;
  }

  void read_device(const pugi::xml_node& node, std::size_t above, int depth = 0) {
    if (depth > 64) fail(file_, xml_.line_of(node), "more than 64 devices within each other");
    const std::string_view kind = node.name();
    if (kind == "nic") {
      for (const pugi::xml_node& net : node.children("net")) read_net(net, above);
      return;
    }
    if (kind != "pci") return;
    const double lanes = number_in(node, "link_width", 16);  // 0 in virtual machines
    const Bandwidth bandwidth =
        of_gbps(pcie_gbps(node.attribute("link_speed").value(), lanes > 0 ? lanes : 16));
    const std::string bus = node.attribute("busid").value() + host_;
    if (const pugi::xml_node gpu = node.child("gpu")) {
      const std::size_t number =
          network_.node(fresh(fmt::format("gpu{}", gpu.attribute("dev").as_int(gpus_))));
      ++gpus_;
      if (bus != host_ && !gpu_at_.emplace(bus, number).second)
        fail(file_, xml_.line_of(node),
             text_of("the GPU '", bus,
                     "' appears twice; expected one, or CPUs with different host_hash"));
      pcie_.push_back({number, above, bandwidth, {}, 1, {}});
      for (const pugi::xml_node& link : gpu.children()) read_gpu_link(gpu, number, link);
      return;
    }
    if (node.child("pci") || node.child("nic")) {
      const std::size_t bridge =
          network_.switch_node(bus == host_ ? fmt::format("pci{}", network_.nodes()) : bus);
      network_.add({bridge, above, bandwidth, {}, 1, {}});
      for (const pugi::xml_node& child : node.children()) read_device(child, bridge, depth + 1);
    }
  }

  void read_net(const pugi::xml_node& net, std::size_t above) {
    const std::size_t nic = network_.switch_node(net.attribute("name").as_string("nic") + host_);
    if (std::ranges::find(network_.nics, nic) == network_.nics.end()) network_.nics.push_back(nic);
    network_.add({nic, above, of_gbps(number_in(net, "speed", 100000) / 1000), {}, 1, {}});
  }

  void read_gpu_link(const pugi::xml_node& gpu, std::size_t number, const pugi::xml_node& link) {
    const std::string_view kind = link.name();
    const double gbps = kind == "nvlink" ? nvlink_gbps(gpu.attribute("sm").as_int(80))
                        : kind == "xgmi" ? xgmi_gbps(gpu.attribute("gcn").value())
                        : kind == "c2c"  ? number_in(link, "bw", 0) / 125
                                         : 0;
    if (gbps <= 0) return;
    links_.push_back({number, cpu_, link.attribute("target").value() + host_,
                      kind == "c2c" ? kCpuClass : link.attribute("tclass").value(),
                      gbps * std::clamp(link.attribute("count").as_int(1), 1, 1024)});
  }

  /// Adds the links of GPUs. Links between the same two devices act as one, as in NCCL; a link between two
  /// GPUs is listed at both. PCIe is not used if another link leads to the CPU. All NVSwitches are merged into one.
  void add_gpu_links() {
    std::map<std::pair<std::size_t, std::size_t>, std::array<double, 2>> gbps;
    for (const GpuLink& link : links_) {
      const auto gpu = gpu_at_.find(link.target);
      if (gpu == gpu_at_.end() && !link.kind.starts_with("0x0680")) {
        if (!link.kind.starts_with("0x03"))  // a GPU that is not in this file
          network_.leave_out("links to devices that are neither GPUs, CPUs nor NVSwitches");
        continue;
      }
      const std::size_t other = gpu != gpu_at_.end()     ? gpu->second
                                : link.kind == kCpuClass ? link.cpu
                                                         : network_.switch_node("nvswitch");
      gbps[std::minmax(link.gpu, other)][link.gpu < other ? 0 : 1] += link.gbps;
    }
    for (const auto& [ends, both] : gbps)
      network_.add({ends.first, ends.second, of_gbps(std::max(both[0], both[1])), {}, 1, 0});
    for (const ImportedLink& link : pcie_)
      if (!gbps.contains(std::minmax(link.a, link.b))) network_.add(link);
    if (network_.knows("nvswitch"))
      network_.leave_out(
          "the number of NVSwitches: they are merged into one, with all links of a GPU");
  }

  static constexpr const char* kCpuClass = "0x068001";

  XmlFile xml_;
  const std::string& file_;
  ImportedNetwork network_;
  std::map<std::string, std::size_t> gpu_at_;
  std::vector<GpuLink> links_;
  std::vector<ImportedLink> pcie_;             ///< of GPUs
  std::map<std::string, std::size_t> copies_;  ///< by name of a CPU or GPU
  std::size_t cpu_ = 0;                        ///< that is read
  std::string host_;                           ///< end of the names of its host: "", "@1"
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
