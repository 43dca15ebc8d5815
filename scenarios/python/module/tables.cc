#include <memory>
#include <pybind11/stl.h>

#include "algorithms/algorithm.h"
#include "scenarios/keys/keys.h"
#include "scenarios/python/module/runs.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/text/scenario_library.h"

/// The tables of the program, for Python: its docstrings, signatures and stubs are made of them.
namespace orrery::python {
namespace py = pybind11;
namespace {

std::string_view type_of(Kind kind) {
  switch (kind) {
    case Kind::kText:
      return "str";
    case Kind::kInteger:
    case Kind::kBytes:
      return "int";
    case Kind::kBool:
      return "bool";
    default:
      return "float";
  }
}

py::list key_list() {
  py::list all;
  for (const Key& key : all_keys()) {
    py::dict d;
    d["table"] = key.table, d["name"] = key.name, d["value"] = key.value,
    d["expected"] = key.expected;
    d["help"] = key.help;
    d["list"] = key.list == Key::List::kSweep     ? "sweep"
                : key.list == Key::List::kNumbers ? "numbers"
                                                  : "texts";
    py::list choices;
    for (const Key::Choice& choice : choices_of(key))
      choices.append(py::make_tuple(choice.word, choice.meaning));
    d["choices"] = choices;
    all.append(d);
  }
  return all;
}

py::list field_list() {
  py::list all;
  for (const Field& field : fields()) {
    py::dict d;
    d["name"] = field.name, d["type"] = type_of(field.kind), d["unit"] = unit_of(field.kind);
    d["meaning"] = field.meaning, d["timing"] = field.timing;
    all.append(d);
  }
  return all;
}

py::list algorithm_list() {
  py::list all;
  for (const Algorithm* const a : catalog()) {
    py::dict d;
    d["collective"] = a->collective, d["name"] = a->name, d["summary"] = a->summary;
    d["reference"] = a->reference, d["formula"] = a->formula;
    all.append(d);
  }
  return all;
}

py::list collective_list() {
  py::list all;
  for (const Collective& c : collectives()) {
    py::dict d;
    d["name"] = c.name, d["bytes_mean"] = c.bytes_mean, d["rooted"] = c.rooted,
    d["reduces"] = c.reduces;
    all.append(d);
  }
  return all;
}

std::vector<std::string> scenario_names() {
  std::vector<std::string> names;
  for (std::filesystem::path path : built_in_scenarios())
    names.push_back(path.replace_extension().string());
  return names;
}

/// Adds a key of a text that changes nothing: for tests.
void add_plain_key(const std::string& name, const std::string& meaning) {
  static std::vector<std::unique_ptr<std::string>> texts;
  const auto keep = [](const std::string& text) {
    return std::string_view(*texts.emplace_back(new std::string(text)));
  };
  add_key({.table = "run",
           .name = keep(name),
           .value = "TEXT",
           .expected = "a text",
           .meaning = meaning,
           .standard = "none",
           .set = [](RunSpec&, std::string_view) {},
           .get = [](const RunSpec&) { return std::string(); }});
}

}  // namespace

void add_tables(py::module_& m) {
  m.def("keys", &key_list);
  m.def("fields", &field_list);
  m.def("algorithms", &algorithm_list);
  m.def("collectives", &collective_list);
  m.def("scenarios", &scenario_names);
  m.def("scenario_folder", [] { return scenario_directory().string(); });
  m.def("_add_key", &add_plain_key);
}

}  // namespace orrery::python
