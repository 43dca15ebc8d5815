#include "scenarios/commands/orrery/assignments_page.h"

namespace orrery {

extern const std::string_view kAssignmentsPage = R"(## Assignments

`orrery grade assignment.toml SUBMISSION` says what a submission is worth. What it takes is the package `orrery`, and to build
submissions the package `g++` (for projects `cmake` and `make` as well).

| key of assignment.toml | what |
|---|---|
| `title` | what reports call it |
| `collective` | what is to be written |
| `hidden` | a file that students do not get, beside this one: `seed` of the random cases, and perhaps further `[[part]]`s. Where it is missing the seed is 1 |
| `allowed.submissions` | a list of `source`, `project`, `plugin`, `schedule`; default: the first three |
| `allowed.calls` | a list of calls of `Comm` that may be made; default: all |
| `limits.build_time` `build_memory` `processes` | of a build: 60s, 2GiB, 64 |
| `limits.run_time` `run_memory` | of one case: 10s, 256MiB |
| `limits.all_time` | of all cases together, 600s; what is not reached counts as failed, and so does all after three cases that exceeded a limit |

Each `[[part]]` gives points:

| key | what |
|---|---|
| `name` `points` | points may have two decimals |
| `award` | `share` (the default): the points times the share of cases that pass, rounded down to hundredths; `all`: every case or nothing |
| `hidden` | reports do not show its cases, but with `--show-hidden` |
| `[part.cases]` | keys of a scenario; lists are swept |
| `[part.random]` | keys that are drawn anew for each of `cases` cases: one of a list, or of a range `"2..40"`; `root = "any"` and `sizes = "0..300"` follow the number of ranks; `bytes` are rounded down to whole elements |
| `[part.at_most]` | figures and what they may be at most: a number or a formula in quotes |

A case passes if every rank holds what the collective promises, followed by contributor (`payload = "provenance"`, the default
here) or with real data, and all figures are within their bounds. In formulas p is the number of ranks, q is ceil(log2 p), m the
bytes, n the blocks, `largest` the elements of the largest block; there are + - * / ^, ceil, floor, log2, sqrt, min and max, and
`completion_time(ring)` is what the built-in ring has in the same case, likewise with every other figure and algorithm.
`rounds` are counted by the clock: a second run in which each message takes one unit says how many follow one another, whatever
the submission calls a round.

A source file includes `algorithms/submission.h` and ends with `ORRERY_SUBMISSION("broadcast", orrery::run)`. It needs no
formulas. A project is as `orrery new-algorithm` makes it. Neither may use the program's algorithms, nor the phases and schedules
they are made of: it runs in `orrery-host`, a program that has none of them, nor any memory of the grader, where the seed
and the expected results are. A submission that does not build, load or end has no points for what it does not do, and the exit code of
`orrery grade` is 0: it was graded. The same submission has the same grade and the same reports, to the byte.

### The sandbox

Submissions are built by programs that do what the submission says: a compiler that includes any file, a CMake project that runs
any command. `--sandbox auto` takes the first of these that works, and refuses to build if none does.

| `--sandbox` | needs | files | processes | network |
|---|---|---|---|---|
| `namespaces` | unprivileged user namespaces, as Debian 12 allows them, or root | an own root directory: the system's `/usr`, Orrery's headers and the submission, all read-only, and an empty folder in memory of 256 MiB; nothing else is there | a process namespace of their own: all end with the build; at most `processes`, together at most `build_memory` | none |
| `other-user` | root, and a kernel with Landlock (5.13 or newer) | nothing but these can be opened; in a folder on disk, whose size only the largest file (64 MiB) and the time limit | a user of their own, whose processes are ended after the build | none |
| `limits-only` | nothing | as readable and writable as they are to who calls `orrery grade` | a group of processes, which they cannot leave | none |

In all of them a file has at most 64 MiB and a process at most `build_memory`; processes can send no signals, look into no others,
make no namespaces and leave no shared memory behind (seccomp). Root builds as a user without a name. There are no control groups. The built plug-in is
run apart from the build, one process for each case, which starts nothing, writes nothing, and reads the system's libraries only
where the kernel has Landlock.

### With Gradescope

The autograder is a zip with these two files and the folder `assignment/` (with `teacher/hidden.toml`); choose Debian or Ubuntu
as the base image.

```
# setup.sh
apt-get update
apt-get install -y g++ /autograder/source/orrery_0.2.0_amd64.deb
chmod -R go= /autograder/source

# run_autograder
#!/bin/sh
mkdir -p /autograder/results
orrery grade /autograder/source/assignment/assignment.toml /autograder/submission \
  --quiet --gradescope /autograder/results/results.json
```

Where the container allows neither namespaces nor Landlock, `--sandbox limits-only` builds all the same: the container is thrown
away, but a submission could read `/autograder/source` while it is built, and write its own results.

### With GitHub Classroom

The template has the student's part (`statement.md`, `submission.cc`, `assignment.toml`) and `.github/workflows/classroom.yml`:

```
on: push
jobs:
  grade:
    runs-on: ubuntu-latest
    container: debian:12
    steps:
      - uses: actions/checkout@v4
      - run: apt-get update && apt-get install -y g++ curl && curl -fLO "$ORRERY_DEB" && apt-get install -y ./orrery_*.deb
        env: {ORRERY_DEB: "where the package is"}
      - run: orrery grade assignment.toml submission.cc --sandbox limits-only --require 100 --junit grade.xml
```

`--require` makes fewer points exit code 1, which is what a Classroom test looks at; one step for each number of points gives
partial credit. Nothing is hidden there from who writes the workflow: the hidden cases run where the teacher does, with
`hidden.toml`:

```
for work in submissions/*/; do
  orrery grade assignment.toml "$work" --quiet --json "grades/$(basename "$work").json"
done
```

)";

}  // namespace orrery
