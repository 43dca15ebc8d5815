#include "scenarios/run/sandbox/system_call_filter.h"

#include <cerrno>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

namespace orrery::inline run {

SystemCallFilter::SystemCallFilter() {
  load(offsetof(seccomp_data, arch));
  unless(kFilteredMachine, SECCOMP_RET_KILL_PROCESS);
  load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
  // The numbers of x32, which are those of x86-64 and a bit, would get around the rest.
  constexpr std::uint32_t kX32 = 0x40000000;
  add(BPF_JMP | BPF_JGE | BPF_K, kX32, 0, 1);
  verdict(SECCOMP_RET_KILL_PROCESS);
#endif
}

void SystemCallFilter::load(std::size_t offset) {
  add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

void SystemCallFilter::load_argument(int i) {
  load(offsetof(seccomp_data, args) + static_cast<std::size_t>(i) * sizeof(std::uint64_t));
}

void SystemCallFilter::mask(std::uint32_t bits) {
  add(BPF_ALU | BPF_AND | BPF_K, bits);
}

void SystemCallFilter::verdict(std::uint32_t action) {
  add(BPF_RET | BPF_K, action);
}

void SystemCallFilter::on(std::uint32_t value, std::uint32_t action) {
  add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  verdict(action);
}

void SystemCallFilter::unless(std::uint32_t value, std::uint32_t action) {
  add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
  verdict(action);
}

void SystemCallFilter::only_for(std::uint32_t value, std::uint8_t n) {
  add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, n);
}

bool SystemCallFilter::install() {
  const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

void SystemCallFilter::add(int code, std::uint32_t k, std::uint8_t yes, std::uint8_t no) {
  code_.push_back({static_cast<std::uint16_t>(code), yes, no, k});
}

namespace {

constexpr int kRefusedToBuilds[] = {
    __NR_socket,
    __NR_connect,
    __NR_bind,
    __NR_listen,
    __NR_accept,
    __NR_accept4,
    __NR_kill,
    __NR_tkill,
    __NR_tgkill,
    __NR_rt_sigqueueinfo,
    __NR_rt_tgsigqueueinfo,
    __NR_pidfd_send_signal,
    __NR_pidfd_getfd,
    __NR_ptrace,
    __NR_process_vm_readv,
    __NR_process_vm_writev,
    __NR_mount,
    __NR_umount2,
    __NR_pivot_root,
    __NR_chroot,
    __NR_unshare,
    __NR_setns,
    __NR_keyctl,
    __NR_add_key,
    __NR_request_key,
    __NR_bpf,
    __NR_perf_event_open,
    __NR_userfaultfd,
    __NR_io_uring_setup,
    __NR_io_uring_enter,
    __NR_io_uring_register,
    __NR_shmget,
    __NR_memfd_create,  // files in memory that no process maps are counted nowhere
    __NR_memfd_secret,
    __NR_semget,
    __NR_msgget,
    __NR_mq_open,
    __NR_open_by_handle_at,
    __NR_quotactl,
    __NR_move_mount,
    __NR_open_tree,
    __NR_fsopen,
    __NR_fsmount,
    __NR_mount_setattr,
};

/// Allows new processes, but not in a new namespace.
void allow_plain_clone(SystemCallFilter& filter) {
  constexpr std::uint32_t kNamespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                        CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
  filter.only_for(__NR_clone, 5);
  filter.load_argument(0);
  filter.mask(kNamespaces);
  filter.on(0, SECCOMP_RET_ALLOW);
  filter.verdict(SECCOMP_RET_ERRNO | EPERM);
  filter.on(__NR_clone3,
            SECCOMP_RET_ERRNO | ENOSYS);  // its flags cannot be seen; clone is tried next
}

}  // namespace

bool restrict_build_calls() {
  if (kFilteredMachine == 0) return false;
  SystemCallFilter filter;
  // Whole trees of processes are ended by their session: no process leaves it, and such a call
  // reports success.
  for (const int call : {__NR_setsid, __NR_setpgid})
    filter.on(static_cast<std::uint32_t>(call), SECCOMP_RET_ERRNO | 0);
  for (const int call : kRefusedToBuilds)
    filter.on(static_cast<std::uint32_t>(call), SECCOMP_RET_ERRNO | EPERM);
  allow_plain_clone(filter);
  filter.verdict(SECCOMP_RET_ALLOW);
  return filter.install();
}

}  // namespace orrery::inline run
