#include <fmt/format.h>

#include "tests/grade/hostile.h"

namespace orrery {
namespace {

constexpr const char* kHead = R"(#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdexcept>
#include <unistd.h>
#include "algorithms/submission.h"
)";

constexpr const char* kBroadcast = R"(
  for (int k = 1; k < c.size(); ++k) {
    c.round(k - 1);
    const int to = (call.root + k) % c.size();
    if (c.rank() == call.root) c.send(call.v, to);
    if (c.rank() == to) c.recv(call.v, call.root);
  }
)";

Hostile source(const char* name, std::string text, double points, const char* says) {
  return {name, {{"submission.cc", std::move(text)}}, points, says};
}

/// Returns a project whose plug-in is correct, if it is built.
Hostile project(const char* name, const std::string& cmake, double points, const char* says) {
  const std::string text = fmt::format(
      "cmake_minimum_required(VERSION 3.25)\nproject(mine LANGUAGES CXX)\n{}\n"
      "find_package(orrery REQUIRED)\norrery_add_plugin(mine mine.cc)\n",
      cmake);
  return {name, {{"CMakeLists.txt", text}, {"mine.cc", correct_but("")}}, points, says};
}

std::string shell(const std::string& commands) {
  return fmt::format("execute_process(COMMAND sh -c [==[{}]==])", commands);
}

std::string repeated(const std::string& text, int n) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

/// Four processes that each map 600 MiB as shared memory and release every page again; and a file in
/// memory.
constexpr const char* kHog = R"(#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
int main() {
  for (int i = 0; i < 3; ++i) fork();
  const unsigned long size = 600ul << 20;
  void* p = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p != MAP_FAILED) std::memset(p, 1, size), madvise(p, size, MADV_DONTNEED);
  const int file = memfd_create("hog", 0);
  for (unsigned long n = 0; file >= 0 && n < size; n += 1 << 20) write(file, p, 1 << 20);
  sleep(600);
})";

/// Returns a build that runs such processes.
Hostile sharer() {
  Hostile h =
      project("shares_memory",
              "execute_process(COMMAND sh -c \"c++ ${CMAKE_SOURCE_DIR}/hog.cc -o hog && ./hog\")",
              0, "memory");
  h.files["hog.cc"] = kHog;
  return h;
}

/// Returns a text in which each level doubles the one before.
std::string laughs() {
  std::string text = "#define A0 1,1,1,1,1,1,1,1\n";
  for (int i = 1; i < 30; ++i) text += fmt::format("#define A{0} A{1},A{1},A{1},A{1}\n", i, i - 1);
  text += "int laughs[] = {A29};\n";
  return text;
}

std::map<std::string, std::string> many_files(int n) {
  std::map<std::string, std::string> files{{"submission.cc", correct_but("")}};
  for (int i = 0; i < n; ++i)
    files.emplace(fmt::format("file{}.txt", i), std::string(1, char(120)));
  return files;
}

}  // namespace

std::string correct_but(const std::string& mischief, const std::string& outside) {
  return fmt::format(
      "{}{}\nnamespace orrery {{\nvoid run(Comm& c, const Call& call) {{\n  {}\n{}}}\n}}\n"
      "ORRERY_SUBMISSION(\"broadcast\", orrery::run)\n",
      kHead, outside, mischief, kBroadcast);
}

std::string correct_if(const std::string& condition, const std::string& outside) {
  return correct_but(fmt::format("if (!({})) return;", condition), outside);
}

std::vector<Hostile> hostile_builds() {
  const char* failed = "a command failed";
  std::vector<Hostile> all{
      source("include_passwd", "#include \"/etc/passwd\"\n", 0, failed),
      source("include_solution", "#include \"SOLUTION\"\n", 0, failed),
      source("include_solution_nearby", "#include \"../teacher/solution.cc\"\n", 0, failed),
      source("include_itself", "#include __FILE__\n", 0, failed),
      source("include_zeros", "#include \"/dev/zero\"\n", 0, ""),
      source("include_random", "#include \"/dev/urandom\"\n", 0, ""),
      source("include_environment", "#include \"/proc/self/environ\"\n", 0, "not a plug-in"),
      source("include_stdin", "#include \"/dev/stdin\"\n", 0, failed),
      source("incbin_shadow", correct_if("shadow[0] == 'r'", R"(
extern "C" const char shadow[]; asm(".globl shadow\nshadow: .incbin \"/etc/shadow\"\n");)"),
             0, failed),
      source("incbin_solution", correct_but("", "asm(\".incbin \\\"SOLUTION\\\"\");"), 0, failed),
      source("assembler_include", correct_but("", "asm(\".include \\\"/etc/passwd\\\"\");"), 0,
             failed),
      source("template_bomb", correct_but("", R"(
template <int N, int M> struct Bomb { static constexpr int v = Bomb<N - 1, 2 * M>::v + Bomb<N - 1, 2 * M + 1>::v; };
template <int M> struct Bomb<0, M> { static constexpr int v = 1; };
int bomb = Bomb<28, 0>::v;)"),
             0, "cannot be built"),
      source("huge_constant", correct_but("", "char huge[1u << 31] = {1};"), 0, failed),
      source("endless_constant",
             correct_but("", "constexpr int f() { for (;;) {} }\nconstexpr int x = f();"), 0,
             failed),
      source("billion_laughs", laughs(), 0, "cannot be built"),
      source("million_parentheses", fmt::format("int x = {}", repeated("(", 1'000'000)), 0,
             "cannot be built"),
      source("assertion", correct_but("", "static_assert(false);"), 0, failed),
      source("garbage", std::string("\0\x01\xff garbage \"", 13), 0, failed),
      source("empty", "\n", 0, "not a plug-in"),
      source("a_program", "int main() { return 0; }\n", 0, "not a plug-in"),
      source("twenty_mebibytes", fmt::format("//{}", std::string(std::size_t{20} << 20, 'x')), 0,
             "larger than 16 MiB"),
      project("writes_outside",
              shell("echo x > /tmp/orrery-was-here; echo x > /dev/shm/orrery-was-here; "
                    "echo x > /var/tmp/orrery-was-here; true"),
              100, ""),
      project("writes_into_the_assignment",
              shell("echo 'seed = 1' > $(dirname SOLUTION)/hidden.toml; true"), 100, ""),
      project("reads_the_solution", "file(READ \"SOLUTION\" text)\nfile(WRITE mine.cc \"${text}\")",
              0, failed),
      project("prints_the_seed", shell("cat $(dirname SOLUTION)/hidden.toml && exit 1; true"), 100,
              ""),
      project("leaves_a_process", shell("setsid nohup sleep NAP > /dev/null 2>&1 & true"), 100, ""),
      project("leaves_a_stubborn_one",
              shell("(trap '' TERM HUP INT; while :; do sleep NAP; done) > /dev/null 2>&1 & true"),
              100, ""),
      // If no process can start any more, sleep would not start either.
      project("fork_bomb", shell("b() { b | b & }; b & while :; do :; done"), 0, "cannot be built"),
      project("kills_everything", shell("kill -9 -1; kill -9 $PPID; true"), 100, ""),
      project("downloads",
              "file(DOWNLOAD http://127.0.0.1:1/x x STATUS s)\nlist(GET s 0 code)\n"
              "if(code)\n  message(FATAL_ERROR \"no network\")\nendif()",
              0, failed),
      project("fills_the_disk",
              "execute_process(COMMAND sh -c \"for i in 1 2 3 4 5 6 7 8; do head -c 60000000 "
              "/dev/urandom "
              "> big$i || exit 1; done\" RESULT_VARIABLE r)\nif(r)\n  message(FATAL_ERROR "
              "full)\nendif()",
              0, "cannot be built"),
      project("one_huge_file",
              "execute_process(COMMAND sh -c \"head -c 100000000 /dev/urandom > big\" "
              "RESULT_VARIABLE r)\n"
              "if(r)\n  message(FATAL_ERROR full)\nendif()",
              0, failed),
      project("loops", "while(TRUE)\nendwhile()", 0, "took longer"),
      project("sleeps", shell("sleep 1000"), 0, "took longer"),
      project("eats_memory", "set(x x)\nwhile(TRUE)\n  set(x \"${x}${x}\")\nendwhile()", 0,
              "cannot be built"),
      sharer(),
      project("makes_a_namespace",
              "execute_process(COMMAND unshare -Ur true RESULT_VARIABLE r)\nif(NOT r)\n  "
              "message(FATAL_ERROR out)\nendif()",
              100, ""),
      project("mounts",
              "execute_process(COMMAND mount -t tmpfs x /usr RESULT_VARIABLE r)\nif(NOT r)\n  "
              "message(FATAL_ERROR out)\nendif()",
              100, ""),
      project("changes_the_submission", "file(WRITE ${CMAKE_SOURCE_DIR}/mine.cc \"nonsense\")", 0,
              failed),
      project("compiler_plugin", "add_compile_options(-fplugin=/tmp/evil.so)", 0, failed),
      project("loads_a_preload", shell("echo /work/evil.so > /etc/ld.so.preload; true"), 100, ""),
      project("two_libraries", "file(WRITE ${CMAKE_BINARY_DIR}/other.so x)", 0,
              "several shared libraries"),
      project("a_pipe_beside_it", shell("mkfifo /work/pipe.so pipe.so; true"), 100, ""),
      project("a_link_beside_it",
              "file(CREATE_LINK /etc/passwd ${CMAKE_BINARY_DIR}/link.so SYMBOLIC)", 100, ""),
      {"no_library",
       {{"CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(none NONE)\n"}},
       0,
       "made no shared library"},
      {"only_a_link",
       {{"CMakeLists.txt",
         "cmake_minimum_required(VERSION 3.25)\nproject(none NONE)\nfile(CREATE_LINK SOLUTION "
         "${CMAKE_BINARY_DIR}/x.so SYMBOLIC)\n"}},
       0,
       "made no shared library"},
      {"two_sources", {{"a.cc", correct_but("")}, {"b.cc", correct_but("")}}, 0, "2 source files"},
      {"nothing", {{"notes.txt", "I did not have the time."}}, 0, "no source files"},
      {"too_many_files", many_files(2100), 0, "larger than"},
  };
  return all;
}

std::vector<Hostile> hostile_runs() {
  const char* readable = "std::fopen(\"SOLUTION\", \"r\") != nullptr";
  return {
      source("correct", correct_but(""), 100, ""),
      source("does_nothing", correct_but("return;"), 0, "verification failed"),
      source("segfault", correct_but("*reinterpret_cast<volatile int*>(8) = 1;"), 0, "SIGSEGV"),
      source("loops", correct_but("for (volatile int i = 0;; i = i + 1) {}"), 0, "limit exceeded"),
      source("sleeps", correct_but("sleep(1000);"), 0, "limit exceeded"),
      source("exits", correct_but("std::exit(0);"), 0, "called exit"),
      source("exits_while_loaded", correct_but("", "const bool x = (_exit(0), true);"), 0,
             "_exit(0)"),
      source(
          "loops_while_loaded",
          correct_but(
              "", "const bool x = [] { for (volatile int i = 0;; i = i + 1) {} return true; }();"),
          0, "1 s"),
      source("prints_a_grade", correct_but("std::puts(\"{\\\"points\\\": 100}\"); return;"), 0,
             "verification failed"),
      source("throws", correct_but("throw std::runtime_error(\"no\");"), 0, "no"),
      source("overflows",
             correct_but("deep(0);",
                         "int deep(int n) { volatile char page[4096]; page[n % 4096] = 1; return n "
                         "< 1000000000 ? deep(n + 1) + page[0] : 0; }"),
             0, "stack is full"),
      source("eats_memory", correct_but("for (;;) std::memset(new char[1 << 24], 1, 1 << 24);"), 0,
             "memory"),
      source("forks", correct_but("if (fork() == 0) for (;;) pause();"), 0, "forbidden"),
      source("starts_a_shell", correct_but("std::system(\"touch /tmp/orrery-was-here\");"), 0,
             "forbidden"),
      source("starts_a_thread",
             correct_but("pthread_t t; pthread_create(&t, nullptr, [](void*) -> void* { for (;;) "
                         "{} }, nullptr);"),
             0, ""),
      source("writes_a_file", correct_but("std::fopen(\"/tmp/orrery-was-here\", \"w\");"), 0,
             "forbidden"),
      source("opens_a_socket", correct_but("socket(AF_INET, SOCK_STREAM, 0);"), 0, "forbidden"),
      source("kills_the_grader", correct_but("kill(getppid(), SIGKILL);"), 0, "forbidden"),
      source("ignores_signals",
             correct_but("for (int s = 1; s < 32; ++s) std::signal(s, SIG_IGN); for (volatile int "
                         "i = 0;; i = i + 1) {}"),
             0, "limit exceeded"),
      source("reads_the_solution", correct_if(readable), 0, "verification failed"),
      source("reads_the_hidden_seed", correct_if("std::fopen(\"HIDDEN\", \"r\") != nullptr"), 0,
             "verification failed"),
      source("reads_the_program", correct_if("std::fopen(\"PROGRAM\", \"r\") != nullptr"), 0,
             "verification failed"),
      source("reads_passwords", correct_if("std::fopen(\"/etc/passwd\", \"r\") != nullptr"), 0,
             "verification failed"),
      source("reads_its_own_program",
             correct_if("std::fopen(\"/proc/self/exe\", \"r\") != nullptr"), 0,
             "verification failed"),
      source("reads_its_memory_map",
             correct_if("std::fopen(\"/proc/self/maps\", \"r\") != nullptr"), 0,
             "verification failed"),
      source("reads_the_graders_memory",
             correct_if("std::fopen((\"/proc/\" + std::to_string(getppid()) + \"/mem\").c_str(), "
                        "\"r\") != nullptr"),
             0, "verification failed"),
      source("calls_the_built_in",
             correct_but("find_algorithm(\"broadcast\", \"binomial\").run(c, call); return;"), 0,
             "find_algorithm"),
      source("names_the_built_in",
             correct_but("broadcast_binomial::broadcast_binomial.run(c, call); return;",
                         "namespace orrery::broadcast_binomial { extern const Algorithm "
                         "broadcast_binomial; }"),
             0, "broadcast_binomial"),
      source(
          "weakly_names_it",
          correct_if(
              "&broadcast_binomial::broadcast_binomial != nullptr && "
              "(broadcast_binomial::broadcast_binomial.run(c, call), false)",
              "namespace orrery::broadcast_binomial { extern __attribute__((weak)) const Algorithm "
              "broadcast_binomial; }"),
          0, "broadcast_binomial"),
      source("asks_the_linker",
             correct_if("dlsym(RTLD_DEFAULT, \"_ZN6orrery10algorithms7catalogEv\") != nullptr"), 0,
             "dlsym"),
      source("takes_another_name", R"(#include "algorithms/submission.h"
namespace orrery { void run(Comm&, const Call&) {}
constexpr Algorithm mine = [] { Algorithm a = submission_of("broadcast", run); a.name = "binomial"; return a; }(); }
ORRERY_PLUGIN(&orrery::mine)
)",
             0, "already exists"),
      source("is_for_something_else",
             "#include \"algorithms/submission.h\"\nnamespace orrery { void run(Comm&, const "
             "Call&) {} }\nORRERY_SUBMISSION(\"reduce\", orrery::run)\n",
             0, "0 algorithms for broadcast"),
      source("refuses_everything", R"(#include <string>
#include "algorithms/submission.h"
namespace orrery { void run(Comm&, const Call&) {}
constexpr Algorithm mine = [] { Algorithm a = submission_of("broadcast", run); a.unsupported = [](const Problem&) { return std::optional<std::string>("no"); }; return a; }(); }
ORRERY_PLUGIN(&orrery::mine)
)",
             0, "skipped"),
      source("lies_in_its_formulas", R"(#include "algorithms/submission.h"
namespace orrery { void run(Comm& c, const Call& call) {
  for (int k = 1; k < c.size(); ++k) {
    const int to = (call.root + k) % c.size();
    if (c.rank() == call.root) c.send(call.v, to);
    if (c.rank() == to) c.recv(call.v, call.root);
  }
}
constexpr Algorithm mine = [] { Algorithm a = submission_of("broadcast", run); a.formula = "0"; return a; }(); }
ORRERY_PLUGIN(&orrery::mine)
)",
             100, ""),
      source("sends_to_no_rank", correct_but("c.send(call.v, 99);"), 0, ""),
      source("a_garbage_slice",
             correct_but("c.send(Slice(77, 1, 0, 1000), (c.rank() + 1) % c.size());"), 0, ""),
  };
}

}  // namespace orrery
