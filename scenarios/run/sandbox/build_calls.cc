#include "scenarios/run/sandbox/build_calls.h"

#include <cerrno>
#include <sched.h>
#include <sys/syscall.h>

#include "scenarios/run/sandbox/system_call_filter.h"

namespace orrery {
namespace {

constexpr int kRefused[] = {
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
  for (const int call : kRefused)
    filter.on(static_cast<std::uint32_t>(call), SECCOMP_RET_ERRNO | EPERM);
  allow_plain_clone(filter);
  filter.verdict(SECCOMP_RET_ALLOW);
  return filter.install();
}

}  // namespace orrery
