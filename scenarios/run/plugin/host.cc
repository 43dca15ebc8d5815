#include "scenarios/run/plugin/host.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <stdexcept>
#include <unistd.h>
#include <vector>

namespace orrery::inline run {
namespace fs = std::filesystem;
namespace {

/// Duplicates a descriptor beyond those of the host, for as long as no program begins.
int set_aside(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, kHostOutput + 1);
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
  mail.put(orders.limits), mail.put(orders.ranks), mail.put(orders.parent);
  put(mail, orders.task);
  box.orders = mail.size();
}

HostOrders take_orders(Mailbox& box) {
  std::vector<std::byte> bytes(box.orders);
  std::memcpy(bytes.data(), box.answer, bytes.size());
  MailReader mail(std::move(bytes));
  mail.get<MailVerdict>();
  HostOrders orders;
  orders.limits = mail.get<PluginLimits>(), orders.ranks = mail.get<int>(),
  orders.parent = mail.get<pid_t>();
  orders.task = get_task(mail);
  return orders;
}

pid_t start_host(int mailbox, int output) {
  const std::string program = host_program();
  const int box = set_aside(mailbox), out = set_aside(output);
  char name[] = "orrery-host";
  char* const arguments[] = {name, nullptr};
  char* const environment[] = {nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, box, kHostMailbox);
  posix_spawn_file_actions_adddup2(&actions, out, kHostOutput);
  posix_spawn_file_actions_addclosefrom_np(&actions, kHostOutput + 1);
  pid_t host = -1;
  const int error = posix_spawn(&host, program.c_str(), &actions, nullptr, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  close(box), close(out);
  errno = error;
  return error == 0 ? host : -1;
}

}  // namespace orrery::inline run
