#include "scenarios/run/plugin/host.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <sys/prctl.h>
#include <unistd.h>
#include <vector>

namespace orrery {
namespace fs = std::filesystem;
namespace {

constexpr int kShellCannotBegin = 127;  ///< exit code of shells

/// Duplicates a descriptor beyond those of the host.
int set_aside(int descriptor) {
  return fcntl(descriptor, F_DUPFD, 10);
}

}  // namespace

std::string companion(const char* name) {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& place : {here / name, here.parent_path() / ORRERY_HOST_DIR / name,
                                fs::path(ORRERY_BUILD_DIR) / "bin" / name})
    if (fs::exists(place, error)) return place.string();
  return {};
}

std::string host_program() {
  std::string host = companion("orrery-host");
  if (!host.empty()) return host;
  throw std::runtime_error(
      "the program orrery-host is missing, which runs plug-ins that may not use the catalogue");
}

void put_orders(Mailbox& box, const HostOrders& orders) {
  MailWriter mail(box);
  mail.put(orders.limits), mail.put(orders.ranks);
  put(mail, orders.task);
  box.orders = mail.size();
}

HostOrders take_orders(Mailbox& box) {
  std::vector<std::byte> bytes(box.orders);
  std::memcpy(bytes.data(), box.answer, bytes.size());
  MailReader mail(std::move(bytes));
  mail.get<MailVerdict>();
  HostOrders orders;
  orders.limits = mail.get<PluginLimits>(), orders.ranks = mail.get<int>();
  orders.task = get_task(mail);
  return orders;
}

void become_host(const std::string& program, int mailbox, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int box = set_aside(mailbox), out = set_aside(output);
  dup2(box, kHostMailbox);
  dup2(out, kHostOutput);
  closefrom(kHostOutput + 1);
  char name[] = "orrery-host";
  char* const arguments[] = {name, nullptr};
  char* const environment[] = {nullptr};
  execve(program.c_str(), arguments, environment);
  _exit(kShellCannotBegin);
}

}  // namespace orrery
