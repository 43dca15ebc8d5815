#include <pybind11/numpy.h>

#include "emu/engine/stop.h"
#include "scenarios/formats/formats.h"
#include "scenarios/python/module/runs.h"
#include "scenarios/python/module/runs_at_work.h"

/// Events of a run, as columns that numpy reads without a copy.
namespace orrery::python {
namespace py = pybind11;
namespace {

/// A column of the events of a trace. It refers to their memory and keeps the trace alive.
template <class T, class Event, class Member>
py::array column(const std::vector<Event>& events, Member Event::*member, const py::handle& owner) {
  static_assert(sizeof(Member) == sizeof(T));
  if (events.empty()) return py::array_t<T>(0);
  const py::array_t<T> view({static_cast<py::ssize_t>(events.size())},
                            {static_cast<py::ssize_t>(sizeof(Event))},
                            reinterpret_cast<const T*>(&(events.front().*member)), owner);
  py::array(view).attr("flags").attr("writeable") = false;
  return view;
}

using Traced = std::shared_ptr<ExportedRun>;

Traced trace_of(const Scenario& scenario, std::size_t cell) {
  const RunSpec& spec = cell_of(scenario, cell);
  auto run = at_work("trace", [&] { return std::make_shared<ExportedRun>(run_for_export(spec)); });
  if (!is_measured(run->result))
    throw std::runtime_error(run->result.error.value_or("the run failed"));
  return run;
}

py::dict messages(const Traced& run) {
  const py::object owner = py::cast(run);
  const auto& all = run->trace.messages;
  py::dict d;
  using M = Trace::Message;
  // Members of the base are members of the message, as far as their places go.
  const auto add = [&]<class T, class Member>(const char* name, T, Member MessageEvent::*member) {
    d[name] = column<T>(all, static_cast<Member M::*>(member), owner);
  };
  add("id", std::int64_t{}, &MessageEvent::id),
      add("source", std::int32_t{}, &MessageEvent::source);
  add("destination", std::int32_t{}, &MessageEvent::destination),
      add("round", std::int32_t{}, &MessageEvent::round);
  add("lane", std::int32_t{}, &MessageEvent::lane), add("tag", std::int32_t{}, &MessageEvent::tag);
  add("bytes", std::int64_t{}, &MessageEvent::bytes),
      add("element", std::int64_t{}, &MessageEvent::element);
  add("elements", std::int64_t{}, &MessageEvent::elements),
      add("posted_ps", std::int64_t{}, &MessageEvent::posted);
  add("start_ps", std::int64_t{}, &MessageEvent::start),
      add("ready_ps", std::int64_t{}, &MessageEvent::ready);
  add("flow_ps", std::int64_t{}, &MessageEvent::flow),
      add("end_ps", std::int64_t{}, &MessageEvent::end);
  return d;
}

py::dict rounds(const Traced& run) {
  const py::object owner = py::cast(run);
  const auto& all = run->trace.rounds;
  py::dict d;
  d["rank"] = column<std::int32_t>(all, &RoundEvent::rank, owner);
  d["round"] = column<std::int32_t>(all, &RoundEvent::round, owner);
  d["time_ps"] = column<std::int64_t>(all, &RoundEvent::time, owner);
  return d;
}

py::dict computes(const Traced& run) {
  const py::object owner = py::cast(run);
  const auto& all = run->trace.computes;
  py::dict d;
  d["rank"] = column<std::int32_t>(all, &ComputeEvent::rank, owner);
  d["round"] = column<std::int32_t>(all, &ComputeEvent::round, owner);
  d["bytes"] = column<std::int64_t>(all, &ComputeEvent::bytes, owner);
  d["reduction"] = column<bool>(all, &ComputeEvent::reduction, owner);
  d["start_ps"] = column<std::int64_t>(all, &ComputeEvent::start, owner);
  d["end_ps"] = column<std::int64_t>(all, &ComputeEvent::end, owner);
  return d;
}

/// A change of the rate of a link, in bytes per second, from a time on.
struct RateChange {
  std::int64_t link, time_ps;
  double bytes_per_second;
};

/// Returns the loads of links over time: a row whenever the load of a link changes.
std::vector<RateChange> load_changes(const Trace& trace) {
  std::vector<RateChange> changes;
  std::map<std::pair<std::int64_t, int>, double> rate_of_path;
  std::map<LinkId, double> load;
  for (const RateEvent& e : trace.rates) {
    double& rate = rate_of_path[{e.message, e.path}];
    const double more = e.bytes_per_second - rate;
    rate = e.bytes_per_second;
    for (const LinkId link : trace.messages[static_cast<std::size_t>(e.message)]
                                 .paths.at(static_cast<std::size_t>(e.path))
                                 .links) {
      load[link] += more;
      if (!changes.empty() && changes.back().link == link &&
          changes.back().time_ps == e.time.count())
        changes.back().bytes_per_second = load[link];
      else
        changes.push_back({link, e.time.count(), load[link]});
    }
  }
  return changes;
}

template <class T, class Member>
py::array_t<T> copied(const std::vector<RateChange>& rows, Member RateChange::*member) {
  py::array_t<T> column(static_cast<py::ssize_t>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    column.mutable_at(static_cast<py::ssize_t>(i)) = rows[i].*member;
  return column;
}

py::dict link_loads(const Traced& run) {
  const auto rows = load_changes(run->trace);
  py::dict d;
  d["link"] = copied<std::int64_t>(rows, &RateChange::link);
  d["time_ps"] = copied<std::int64_t>(rows, &RateChange::time_ps);
  d["bytes_per_second"] = copied<double>(rows, &RateChange::bytes_per_second);
  return d;
}

py::list links(const Traced& run) {
  const Topology& topology = *run->network.topology;
  py::list all;
  for (LinkId i = 0; i < topology.link_count(); ++i) {
    const Link link = topology.link(i);
    all.append(py::make_tuple(link.from, link.to, link.level, node_name(topology, link.from),
                              node_name(topology, link.to)));
  }
  return all;
}

}  // namespace

void add_traces(py::module_& m) {
  py::class_<ExportedRun, Traced>(m, "Trace")
      .def("messages", &messages)
      .def("rounds", &rounds)
      .def("computes", &computes)
      .def("link_loads", &link_loads)
      .def("links", &links);
  m.def("trace", &trace_of);
}

}  // namespace orrery::python
