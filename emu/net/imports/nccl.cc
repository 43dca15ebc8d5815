// Topologies of a node: from NCCL (NCCL_TOPO_DUMP_FILE, or for NCCL_TOPO_FILE), with CPUs, PCIe switches, GPUs, NVLinks
// and NICs; and the matrix of nvidia-smi.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <set>
#include <span>

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
    if (has_bare_)
      network_.leave_out(
          "NVLinks and speeds of NICs, which NCCL adds to a file without gpu and net");
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
    const std::string_view pci_class = node.attribute("class").value();
    const bool is_bare = !node.first_child();  // NCCL completes it from the machine
    if (const pugi::xml_node gpu = node.child("gpu");
        gpu || (is_bare && pci_class.starts_with("0x03"))) {
      has_bare_ = has_bare_ || is_bare;
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
    if (is_bare && pci_class.starts_with("0x02")) {
      network_.nics.push_back(network_.switch_node(fresh(fmt::format("nic{}", nics_++))));
      network_.add({network_.nics.back(), above, bandwidth, {}, 1, {}});
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
  int gpus_ = 0, nics_ = 0;                    ///< nics_: without net
  bool has_bare_ = false;
};

// The matrix of `nvidia-smi topo -m`: NV4 are four NVLinks; PIX is one PCIe switch, PXB are several; PHB and NODE lead
// over a CPU, SYS over two.

/// Returns the text without the codes of a terminal, which underline names.
std::string without_codes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\x1b')
      i = std::min(text.find('m', i), text.size() - 1);
    else
      plain += text[i];
  return plain;
}

class MatrixReader {
 public:
  explicit MatrixReader(const std::string& file) : file_(file) {}

  ImportedNetwork read(std::string_view text) {
    const std::string plain = without_codes(text);
    std::vector<std::string_view> names;
    for (const auto& [number, words] : lines_of(plain, '\0'))
      if (names.empty() && words[0] == "GPU0")
        names.assign(words.begin(), std::ranges::find(words, "CPU"));
      else if (top_.size() < names.size())
        read_row(words, names, number);
    if (top_.size() < names.size())
      fail(file_, 0,
           text_of(top_.size(), " rows; expected ", names.size(), ", as there are columns"));
    add_nvlinks();
    join(kOneSwitch, "pcie");
    join(kSwitches, "pcie");
    const std::vector<std::size_t> cpus = join(kCpu, "cpu");
    for (std::size_t i = 0; i < cpus.size(); ++i)
      for (std::size_t j = i + 1; j < cpus.size(); ++j) link(cpus[i], cpus[j], 80);
    network_.leave_out(
        "bandwidths, which the file does not have: 20 GB/s for an NVLink, 15.75 GB/s for PCIe and "
        "10 GB/s between CPUs are estimates");
    network_.leave_out("latencies, which the file does not have");
    network_.hosts_forward = false;
    return std::move(network_);
  }

 private:
  /// Distances of two devices over PCIe.
  enum Distance { kSelf, kOneSwitch, kSwitches, kCpu, kSystem };

  void link(std::size_t a, std::size_t b, double gbps) {
    network_.add({a, b, Bandwidth{gbps * 1e9 / 8}, {}, 1, {}});
  }

  void read_row(const std::vector<std::string_view>& words,
                const std::vector<std::string_view>& names, std::size_t line) {
    const std::string_view name = names[top_.size()];
    if (words[0] != name || words.size() <= names.size())
      fail(file_, line,
           text_of("no row of ", name, "; expected ", names.size(), " entries after its name"));
    const bool is_gpu = name.starts_with("GPU");
    top_.push_back(is_gpu ? network_.node(small_letters(name))
                          : network_.switch_node(std::string(name)));
    if (!is_gpu) network_.nics.push_back(top_.back());
    auto& affinity = affinities_.emplace_back();  // to CPUs, and to memory if the file has it
    for (std::size_t i = names.size() + 1; i < std::min(words.size(), names.size() + 3); ++i)
      affinity += text_of(words[i], ' ');
    auto& distances = distances_.emplace_back();
    auto& nvlinks = nvlinks_.emplace_back();
    for (const std::string_view word : std::span(words).subspan(1, names.size())) {
      constexpr std::pair<std::string_view, Distance> kWords[] = {
          {"X", kSelf},   {"PIX", kOneSwitch}, {"PXB", kSwitches}, {"PHB", kCpu},
          {"NODE", kCpu}, {"SYS", kSystem},    {"SOC", kSystem}};
      const auto* const known =
          std::ranges::find(kWords, word, &std::pair<std::string_view, Distance>::first);
      if (known == std::end(kWords) && !word.starts_with("NV"))
        fail(file_, line,
             text_of("'", word, "' is unknown; expected NV4, PIX, PXB, PHB, NODE, SYS or X"));
      distances.push_back(known == std::end(kWords) ? std::nullopt : std::optional(known->second));
      nvlinks.push_back(known == std::end(kWords) ? count_of(word.substr(2), 1, file_, line) : 0);
    }
  }

  /// Adds the NVLinks: to a switch if a GPU would have more than any has.
  void add_nvlinks() {
    constexpr std::size_t kMostLinksOfGpu = 18;
    const bool has_switch = std::ranges::any_of(nvlinks_, [](const auto& row) {
      return std::accumulate(row.begin(), row.end(), std::size_t{0}) > kMostLinksOfGpu;
    });
    for (std::size_t i = 0; i < top_.size(); ++i)
      if (const std::size_t most = std::ranges::max(nvlinks_[i]); has_switch && most > 0)
        link(top_[i], network_.switch_node("nvswitch"),
             nvlink_gbps(80) * static_cast<double>(most));
      else
        for (std::size_t j = 0; j < i; ++j)
          if (nvlinks_[i][j] > 0)
            link(top_[i], top_[j], nvlink_gbps(80) * static_cast<double>(nvlinks_[i][j]));
  }

  /// Returns whether two devices are at most this far apart. NVLinks hide the distance of GPUs, but not their CPUs.
  bool is_near(std::size_t i, std::size_t j, Distance most) const {
    return distances_[i][j].value_or(affinities_[i] == affinities_[j] ? kCpu : kSystem) <= most;
  }

  /// Joins devices that are near each other by a switch, or by a CPU. Returns the new nodes.
  std::vector<std::size_t> join(Distance most, std::string_view kind) {
    std::vector<std::size_t> groups(top_.size()), hubs;
    std::iota(groups.begin(), groups.end(), 0);
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (is_near(i, j, most) && groups[i] != groups[j])
          std::ranges::replace(groups, std::size_t{groups[i]}, std::size_t{groups[j]});
    for (std::size_t group = 0; group < groups.size(); ++group) {
      std::set<std::size_t> below;
      for (std::size_t i = 0; i < groups.size(); ++i)
        if (groups[i] == group) below.insert(top_[i]);
      if (below.empty() || (below.size() == 1 && most != kCpu)) continue;
      hubs.push_back(network_.switch_node(
          fmt::format("{}{}", kind, most == kCpu ? hubs.size() : network_.nodes())));
      for (const std::size_t node : below) link(node, hubs.back(), pcie_gbps("", 16));
      for (std::size_t i = 0; i < groups.size(); ++i)
        if (groups[i] == group) top_[i] = hubs.back();
    }
    return hubs;
  }

  const std::string& file_;
  ImportedNetwork network_;
  std::vector<std::size_t> top_;  ///< by device: the node that the next switch is joined to
  std::vector<std::string> affinities_;
  std::vector<std::vector<std::optional<Distance>>> distances_;  ///< by row and column
  std::vector<std::vector<std::size_t>> nvlinks_;
};

}  // namespace

const NetworkFormat kNccl{
    .name = "a topology of NCCL",
    .example = "topo.xml",
    .recognises =
        [](std::string_view text) {
          return (text.find("<system") != text.npos && text.find("<cpu") != text.npos) ||
                 text.find("<graphs") != text.npos;
        },
    .read =
        [](std::string_view text, const std::string& file) {
          if (text.find("<system") == text.npos)
            fail(file, 0,
                 "graphs of channels (NCCL_GRAPH_DUMP_FILE); expected the topology "
                 "(NCCL_TOPO_DUMP_FILE)");
          return NcclReader(text, file).read();
        },
};
const NetworkFormat kNvidiaSmi{
    .name = "output of nvidia-smi topo -m",
    .example = "topo.txt",
    .recognises =
        [](std::string_view text) {
          if (text.find("GPU0") == text.npos || text.find("Affinity") == text.npos) return false;
          const std::string plain = without_codes(text);
          return std::ranges::any_of(lines_of(plain, '\0'), [](const Line& line) {
            return line.words.size() > 1 && line.words[0] == "GPU0" && line.words[1] == "X";
          });
        },
    .read = [](std::string_view text,
               const std::string& file) { return MatrixReader(file).read(text); },
};

}  // namespace orrery::imports
