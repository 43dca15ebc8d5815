#include "scenarios/run/plugin/system_calls.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fmt/format.h>

#include "scenarios/run/sandbox/system_call_filter.h"

namespace orrery::inline run {
namespace {

/// Calls for computing, memory, reading files, a C library's start and its exit.
constexpr int kAllowed[] = {
    __NR_read,
    __NR_readv,
    __NR_pread64,
    __NR_write,
    __NR_writev,
    __NR_close,
    __NR_fstat,
    __NR_newfstatat,
    __NR_statx,
    __NR_lseek,
    __NR_readlinkat,
    __NR_faccessat,
    __NR_getcwd,
    __NR_getdents64,
    __NR_mmap,
    __NR_munmap,
    __NR_mremap,
    __NR_mprotect,
    __NR_madvise,
    __NR_brk,
    __NR_futex,
    __NR_set_robust_list,
    __NR_rt_sigaction,
    __NR_rt_sigprocmask,
    __NR_rt_sigreturn,
    __NR_sigaltstack,
    __NR_restart_syscall,
    __NR_nanosleep,
    __NR_clock_nanosleep,
    __NR_clock_gettime,
    __NR_clock_getres,
    __NR_gettimeofday,
    __NR_times,
    __NR_getrusage,
    __NR_getrandom,
    __NR_sched_yield,
    __NR_sched_getaffinity,
    __NR_sysinfo,
    __NR_uname,
    __NR_getpid,
    __NR_getppid,
    __NR_gettid,
    __NR_getuid,
    __NR_geteuid,
    __NR_getgid,
    __NR_getegid,
    __NR_exit,
    __NR_exit_group,
    // UndefinedBehaviorSanitizer looks through a pipe whether memory can be read; no other process has its ends.
    __NR_pipe2,
#if defined(__x86_64__)
    __NR_pipe,
    __NR_stat,
    __NR_lstat,
    __NR_access,
    __NR_readlink,
    __NR_time,
    __NR_arch_prctl,
#endif
#if defined(__NR_rseq)
    __NR_rseq,
#endif
#if defined(__NR_membarrier)
    __NR_membarrier,
#endif
};

struct Named {
  int number;
  const char* name;
};

/// Refused calls with names for error messages.
constexpr Named kRefused[] = {
    {__NR_kill, "kill"},
    {__NR_tkill, "tkill"},
    {__NR_tgkill, "tgkill"},
    {__NR_rt_sigqueueinfo, "rt_sigqueueinfo"},
    {__NR_pidfd_send_signal, "pidfd_send_signal"},
    {__NR_ptrace, "ptrace"},
    {__NR_process_vm_readv, "process_vm_readv"},
    {__NR_process_vm_writev, "process_vm_writev"},
    {__NR_clone, "clone"},
    {__NR_clone3, "clone3"},
    {__NR_execve, "execve"},
    {__NR_execveat, "execveat"},
    {__NR_socket, "socket"},
    {__NR_socketpair, "socketpair"},
    {__NR_connect, "connect"},
    {__NR_openat, "openat"},
    {__NR_openat2, "openat2"},
    {__NR_unlinkat, "unlinkat"},
    {__NR_renameat2, "renameat2"},
    {__NR_mkdirat, "mkdirat"},
    {__NR_linkat, "linkat"},
    {__NR_symlinkat, "symlinkat"},
    {__NR_fchmodat, "fchmodat"},
    {__NR_fchownat, "fchownat"},
    {__NR_truncate, "truncate"},
    {__NR_ftruncate, "ftruncate"},
    {__NR_setpgid, "setpgid"},
    {__NR_setsid, "setsid"},
    {__NR_setpriority, "setpriority"},
    {__NR_memfd_create, "memfd_create"},
    {__NR_mount, "mount"},
    {__NR_chdir, "chdir"},
    {__NR_chroot, "chroot"},
#if defined(__x86_64__)
    {__NR_open, "open"},
    {__NR_creat, "creat"},
    {__NR_fork, "fork"},
    {__NR_vfork, "vfork"},
    {__NR_unlink, "unlink"},
    {__NR_rename, "rename"},
    {__NR_mkdir, "mkdir"},
    {__NR_rmdir, "rmdir"},
    {__NR_link, "link"},
    {__NR_symlink, "symlink"},
    {__NR_chmod, "chmod"},
    {__NR_chown, "chown"},
#endif
};

/// Allows opening for reading only. `flags` is the number of the argument.
void allow_reading(SystemCallFilter& filter, int call, int flags) {
  constexpr std::uint32_t kWriting = O_ACCMODE | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
  filter.only_for(static_cast<std::uint32_t>(call), 5);
  filter.load_argument(flags);
  filter.mask(kWriting);
  filter.on(0, SECCOMP_RET_ALLOW);
  filter.verdict(SECCOMP_RET_TRAP);
}

/// Allows signals to this process only: abort and raise.
void allow_to_itself(SystemCallFilter& filter, int call) {
  filter.only_for(static_cast<std::uint32_t>(call), 4);
  filter.load_argument(0);
  filter.on(static_cast<std::uint32_t>(getpid()), SECCOMP_RET_ALLOW);
  filter.verdict(SECCOMP_RET_TRAP);
}

}  // namespace

bool restrict_system_calls() {
  if (kFilteredMachine == 0) return false;
  SystemCallFilter filter;
  for (const int call : kAllowed) filter.on(static_cast<std::uint32_t>(call), SECCOMP_RET_ALLOW);
  allow_to_itself(filter, __NR_kill);
  allow_to_itself(filter, __NR_tgkill);
  allow_reading(filter, __NR_openat, 2);
#if defined(__x86_64__)
  allow_reading(filter, __NR_open, 1);
#endif
  for (const Named& call : kRefused)
    filter.on(static_cast<std::uint32_t>(call.number), SECCOMP_RET_TRAP);
  filter.verdict(SECCOMP_RET_ERRNO | EPERM);
  return filter.install();
}

std::string system_call_name(int number) {
  for (const Named& call : kRefused)
    if (call.number == number) return call.name;
  return fmt::format("number {}", number);
}

}  // namespace orrery::inline run
