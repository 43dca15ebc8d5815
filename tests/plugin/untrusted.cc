// Sixty plug-ins in one source; the name of the file, libNAME.so, chooses one.
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <functional>
#include <limits>
#include <new>
#include <pthread.h>
#include <semaphore.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "tests/plugin/mistakes.h"

namespace orrery {
namespace {

std::string own_name() {
  Dl_info info{};
  static const char here = 0;
  dladdr(&here, &info);
  const std::string_view file = info.dli_fname;
  const std::size_t begin = file.rfind("/lib") + 4;
  return std::string(file.substr(begin, file.size() - begin - 3));
}

const std::string& name() {
  static const std::string it = own_name();
  return it;
}
bool is(std::string_view what) {
  return name() == what;
}

void loop() {
  while (zero == 0) continue;
}

void print_result() {
  std::puts(R"({"schema": 1, "runs": [{"outcome": "fine", "verified": true}]})");
  std::fflush(stdout);
}

/// Makes a JSON text of every descriptor that it may have been given.
void write_everywhere() {
  const std::string_view text = R"({"outcome": "fine"})";
  for (int fd = 0; fd < 64; ++fd)
    if (write(fd, text.data(), text.size()) < 0) errno = 0;
}

/// Overwrites all memory that another process may share.
void scribble() {
  std::FILE* const maps = std::fopen("/proc/self/maps", "r");
  if (maps == nullptr) return;
  std::vector<std::pair<unsigned long, unsigned long>> shared;
  char line[512], rights[8];
  unsigned long from = 0, to = 0;
  while (std::fgets(line, sizeof line, maps) != nullptr)
    if (std::sscanf(line, "%lx-%lx %7s", &from, &to, rights) == 3 && rights[1] == 'w' &&
        rights[3] == 's')
      shared.emplace_back(from, to);
  for (const auto& [begin, end] : shared)
    // NOLINTNEXTLINE(performance-no-int-to-ptr): untrusted code may
    std::memset(reinterpret_cast<void*>(begin), 0x7f, end - begin);
}

void take_memory() {
  for (;;) {
    auto* const block = new char[1 << 24];
    std::memset(block, 1, 1 << 24);
    nowhere = reinterpret_cast<int*>(block);
  }
}

/// Runs when the library is loaded, before main would begin.
const bool loaded = [] {
  if (is("constructor-segfault")) *nowhere = 1;
  if (is("constructor-exits")) std::exit(0);
  if (is("constructor-quick-exits")) _exit(0);
  if (is("constructor-loops")) loop();
  if (is("constructor-sleeps")) sleep(1000);
  if (is("constructor-throws")) throw std::runtime_error("thrown while loading");
  if (is("constructor-aborts")) std::abort();
  if (is("constructor-kills-parent")) kill(getppid(), SIGKILL);
  if (is("constructor-forks") && fork() == 0) loop();
  if (is("constructor-prints")) print_result();
  if (is("constructor-eats-memory")) take_memory();
  if (is("constructor-ends-42")) _exit(42);  // once the exit code of ended processes
  if (is("atexit-exits")) std::atexit([] { _exit(0); });
  if (is("atexit-prints")) std::atexit(print_result);
  if (is("atexit-hangs")) std::atexit([] { sleep(1000); });
  if (is("constructor-locks")) {
    static sem_t never;
    sem_init(&never, 0, 0);
    sem_wait(&never);
  }
  return true;
}();

struct AtEnd {
  ~AtEnd() {
    if (is("destructor-segfault")) *nowhere = 1;
    if (is("destructor-exits")) _exit(0);
  }
};
[[maybe_unused]] const AtEnd at_end;

/// Misbehaves in rank 2, in round 1; false: the rank returns without its part.
void misbehave(Comm& c, const Call& call) {
  if (is("segfault")) *nowhere = 1;
  if (is("division")) zero = 1000 / zero;
  if (is("aborts")) std::abort();
  if (is("throws")) throw std::runtime_error("no");
  if (is("throws-int")) throw 7;
  if (is("throws-garbage")) throw std::runtime_error("\xff\xfe\x01 not text");
  if (is("overflows")) zero = deep(0) * 0;
  if (is("exits")) std::exit(0);
  if (is("quick-exits")) _exit(0);
  if (is("kills-itself")) std::raise(SIGKILL);
  if (is("stops-itself")) std::raise(SIGSTOP);
  if (is("loops")) loop();
  if (is("sleeps")) std::fputs("asleep\n", stderr), sleep(1000);
  if (is("eats-memory")) take_memory();
  if (is("asks-for-too-much")) nowhere = new int[1L << 40];
  if (is("kills-parent")) kill(getppid(), SIGKILL);
  if (is("kills-group")) kill(0, SIGKILL);
  if (is("kills-all")) kill(-1, SIGTERM);
  if (is("signals-by-number")) syscall(SYS_tgkill, getppid(), getppid(), SIGKILL);
  if (is("forks") && fork() == 0) loop();
  if (is("fork-bomb"))
    for (;;) fork();
  if (is("starts-a-shell")) zero = std::system("touch /tmp/orrery-was-here; kill -9 $PPID") * 0;
  if (is("starts-a-thread")) std::thread(loop).detach();
  if (is("writes-a-file")) std::fclose(std::fopen("/tmp/orrery-was-here", "w"));
  if (is("removes-a-file")) unlink(name().c_str());
  if (is("opens-a-socket")) zero = socket(AF_INET, SOCK_STREAM, 0) * 0;
  if (is("traces-parent")) syscall(SYS_ptrace, 16, getppid(), 0, 0);
  if (is("scribbles")) scribble();
  if (is("unlimits-itself")) {
    const rlimit all{RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &all);
    take_memory();
  }
  if (is("handles-signals")) {
    std::signal(SIGSEGV, [](int) { _exit(0); });
    *nowhere = 1;
  }
  if (is("asks-for-a-huge-scratch")) c.copy(c.scratch(1L << 50), call.v);
  if (is("enters-a-huge-round")) c.round(std::numeric_limits<int>::max());
  if (is("sends-without-end"))
    for (;;) c.isend(call.v, 0, 99);
  if (is("sends-to-no-rank")) c.send(call.v, 99);
  if (is("reads-another-rank")) c.copy(call.v, Slice(77, 1, 0, call.v.count()));
  if (is("reads-beyond")) c.send(Slice(0, 1, -5, 1L << 40), 0);
  if (is("waits-for-what-is-not")) c.wait({12345, 0});
  if (is("opens-lanes-without-end")) c.lanes(1 << 30, [](Comm&, int) {});
  if (is("goes-backwards")) c.round(0);
}

void correct(Comm& c, const Call& call, int last) {
  for (int k = 0; k < c.size() - 1; ++k) {
    const int to = mod(call.root + 1 + k, c.size());
    c.round(k);
    if (c.rank() == 2 && k == 1) misbehave(c, call);
    if (k > last) continue;
    if (c.rank() == call.root) c.send(call.v, to);
    if (c.rank() == to) c.recv(call.v, call.root);
  }
}

/// Runs the same with all calls that a Comm offers.
void with_everything(Comm& c, const Call& call) {
  const Slice t = c.scratch(call.v.count());
  for (int k = 0; k < c.size() - 1; ++k) {
    const int to = mod(call.root + 1 + k, c.size());
    c.round(k);
    if (c.rank() != call.root && c.rank() != to) continue;
    const int both[] = {call.root, to};
    const auto pair = c.sub(both);
    pair->lanes(2, [&](Comm& lane, int i) {
      const Slice half = call.v.block(i, 2), mine = t.block(i, 2);
      if (lane.rank() == 0) {
        const Slice one[] = {half};
        lane.wait(lane.isend(lane.join(one), 1));
      } else {
        const Handle h[] = {lane.irecv(mine, 0)};
        lane.wait_all(h);
      }
    });
  }
  if (c.rank() != call.root) c.copy(call.v, t);
}

void run(Comm& c, const Call& call) {
  if (is("everything")) return with_everything(c, call);
  if (is("prints")) std::puts("hello");
  if (is("prints-a-result")) print_result();
  if (is("prints-garbage")) std::fputs("\xff\xfe\x01\x1b[2J", stdout);
  if (is("prints-without-end"))
    for (int i = 0; i < 100'000; ++i) std::puts("and so on and so on and so on");
  if (is("writes-everywhere")) write_everywhere();
  if (is("closes-everything"))
    for (int fd = 0; fd < 64; ++fd) close(fd);
  if (is("does-nothing")) return;
  if (is("forgets-one")) return correct(c, call, c.size() - 3);
  if (is("waits-in-a-circle")) {
    c.recv(call.v, mod(c.rank() + 1, c.size()));
    return c.send(call.v, mod(c.rank() - 1, c.size()));
  }
  if (is("never-ends"))
    for (int k = 0;; ++k) {
      c.round(k % 1000);
      c.sendrecv(Slice::token(), mod(c.rank() + 1, c.size()), Slice::token(),
                 mod(c.rank() - 1, c.size()));
      if (k % 1000 == 999) k = 998;
    }
  if (is("sends-too-much")) {
    correct(c, call, c.size());
    c.sendrecv(call.v, mod(c.rank() + 1, c.size()), c.scratch(call.v.count()),
               mod(c.rank() - 1, c.size()));
    return;
  }
  if (is("uses-the-built-in")) return find_algorithm("broadcast", "binomial").run(c, call);
  if (is("leaves-a-message") && c.rank() == 0) static_cast<void>(c.isend(call.v, 1, 5));
  correct(c, call, c.size());
}

std::int64_t rounds(const Problem& x) {
  if (is("formula-crashes")) return 100 / (x.p - 4);
  if (is("formula-loops")) loop();
  if (is("formula-lies")) return 2;
  if (is("formula-exits")) std::exit(0);
  return x.p - 1;
}

/// Returns the time with all calls, where each half is a separate message.
Time time(const Problem& x) {
  if (!is("everything")) return (x.p - 1) * x.cost.message(x.bytes());
  return (x.p - 1) * (x.cost.message(x.block(0, 2)) + x.cost.message(x.block(1, 2)));
}

}  // namespace

extern const Algorithm mine;
const Algorithm mine{.collective = "broadcast",
                     .name = "mine",
                     .summary = "One of sixty.",
                     .reference = "none",
                     .formula = "(p-1)(α + mβ)",
                     .run = run,
                     .rounds = rounds,
                     .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
                     .bytes_max_rank = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
                     .time = time};

}  // namespace orrery

using orrery::mine;
ORRERY_PLUGIN(&mine)  // NOLINT(bugprone-sizeof-expression): a list of pointers
