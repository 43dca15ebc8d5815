#include "emu/mpi/control.h"

#include <cstdio>
#include <map>
#include <sched.h>
#include <thread>

namespace orrery::inline mpi {

namespace {

constexpr auto kPause = std::chrono::milliseconds(1);
constexpr auto kCollect = std::chrono::seconds(1);       ///< for the reports of others
constexpr auto kSpeak = std::chrono::milliseconds(200);  ///< for mpirun to pass the message on
constexpr auto kObey = std::chrono::seconds(10);         ///< until process 0 must have reacted

constexpr unsigned kYields = 16;
constexpr auto kNap = std::chrono::microseconds(10);

}  // namespace

void give_way(unsigned polls) {
  if (polls < kYields)
    sched_yield();
  else
    std::this_thread::sleep_for(kNap);
}

/// A report from one process to process 0.
struct Control::Report {
  int from = 0;
  int code = 0;
  double seconds = 0;  ///< of its wait; 0: it failed
  std::string text;
};

Control::Control(MPI_Comm world, std::string program)
    : comm_(duplicate(world)), program_(std::move(program)) {
  MPI_Comm_rank(comm_.get(), &rank_);
  MPI_Comm_size(comm_.get(), &size_);
}

void Control::send(const Report& report) const {
  // No wait is needed: this process does no further work, and its memory stays valid.
  auto* const header = new double[2]{static_cast<double>(report.code), report.seconds};
  auto* const text = new std::string(report.text);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Isend(header, 2, MPI_DOUBLE, 0, 0, comm_.get(), &request);
  MPI_Isend(text->data(), static_cast<int>(text->size()), MPI_CHAR, 0, 1, comm_.get(), &request);
  for (const auto start = Clock::now(); Clock::now() - start < kObey;) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    std::this_thread::sleep_for(kPause);
  }
}

bool Control::receive(Report& report) const {
  int there = 0, length = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, comm_.get(), &there, &status);
  if (there == 0) return false;
  report.from = status.MPI_SOURCE;
  double header[2] = {};
  MPI_Recv(header, 2, MPI_DOUBLE, report.from, 0, comm_.get(), MPI_STATUS_IGNORE);
  report.code = static_cast<int>(header[0]);
  report.seconds = header[1];
  MPI_Probe(report.from, 1, comm_.get(), &status);
  MPI_Get_count(&status, MPI_CHAR, &length);
  report.text.resize(static_cast<std::size_t>(length));
  MPI_Recv(report.text.data(), length, MPI_CHAR, report.from, 1, comm_.get(), MPI_STATUS_IGNORE);
  return true;
}

void Control::end(int code, const std::string& message) const {
  std::fprintf(stderr, "%s: %s\n", program_.c_str(), message.c_str());
  std::fflush(stderr);
  std::this_thread::sleep_for(kSpeak);
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

void Control::listen(const std::function<std::string()>& waiting) {
  Report report;
  if (rank_ != 0 || !receive(report)) return;
  if (report.seconds == 0) end(report.code, report.text);
  collect(report, waiting());
}

void Control::fail(int code, const std::string& message) {
  if (rank_ != 0) send({rank_, code, 0, message});
  end(code, message);
}

void Control::give_up(int code, double seconds, const std::string& waiting) {
  const Report own{rank_, code, seconds, waiting};
  if (rank_ == 0) collect(own, waiting);
  send(own);
  end(code, text_of("no message for ", seconds, " s:\n", waiting, "and process 0 does not answer"));
}

void Control::collect(const Report& first, const std::string& own) {
  std::map<int, std::string> lines{{0, own}};
  lines[first.from] = first.text;
  for (const auto start = Clock::now(); Clock::now() - start < kCollect;) {
    Report report;
    if (receive(report))
      lines[report.from] = report.text;
    else
      std::this_thread::sleep_for(kPause);
  }
  std::erase_if(lines, [](const auto& entry) { return entry.second.empty(); });
  std::string message =
      text_of("no message for ", first.seconds, " s: ", lines.size(), " of ", size_, " ranks wait");
  for (const auto& [rank, text] : lines)
    message.append(1, '\n').append(text, 0, text.find_last_not_of('\n') + 1);
  std::string others;
  for (int r = 0; r < size_; ++r)
    if (!lines.contains(r)) others += text_of(others.empty() ? "" : ", ", r);
  if (!others.empty())
    message += text_of("\nnot waiting (finished, or still computing): rank ", others);
  end(first.code, message);
}

}  // namespace orrery::inline mpi
