#!/usr/bin/env bash
# Pages for browsers in a browser. Arguments: orrery, chromium, axe-core's axe.min.js (each may be empty); perhaps a folder that
# keeps the pages and pictures of them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
orrery=$1 chromium=${2:-} axe=${3:-}
if [[ ! -x $chromium ]]; then
  echo "skipped: chromium is not installed"
  exit 77
fi
work=${4:-$(mktemp -d)}
if [[ -z ${4:-} ]]; then trap 'rm -rf "$work"' EXIT; fi

"$orrery" export lessons/first-allreduce --ranks 4 -o "$work/run.html"
"$orrery" export lessons/messages-and-costs -o "$work/lesson.html"
"$orrery" export lessons/first-allreduce --algorithm ring,rabenseifner --ranks 4 -o "$work/two.html"
"$orrery" export lessons/any-number-of-ranks -o "$work/ranks.html"
cat >"$work/listing.toml" <<'TOML'
title = "A listing"
[run]
collective = "allgather"
algorithm = "ring"
ranks = 5
bytes = "1KiB"
[lesson]
goal = "You can read the listing."
[[page]]
title = "What rank 2 does"
show = "listing"
follow = "rank 2"
text = "It goes round."
TOML
"$orrery" export "$work/listing.toml" -o "$work/listing.html"
echo '<!DOCTYPE html><html lang="en"><title>A course</title><iframe title="Lesson" src="scorm.html"></iframe></html>' >"$work/course.html"

# 64 ranks and 12 rounds are less than 3 MB.
"$orrery" export --collective allreduce --algorithm rabenseifner --topology torus:8x8 --bytes 1MiB -o "$work/large.html"
size=$(stat -c %s "$work/large.html")
if ((size >= 3000000)); then
  echo "64 ranks and 12 rounds have $size bytes"
  exit 1
fi

"$orrery" export lessons/messages-and-costs --scorm -o "$work/course.zip"
python3 - "$work" <<'PYTHON'
import sys, zipfile, xml.dom.minidom
package = zipfile.ZipFile(sys.argv[1] + "/course.zip")
assert package.testzip() is None
manifest = xml.dom.minidom.parseString(package.read("imsmanifest.xml"))
href = manifest.getElementsByTagName("resource")[0].getAttribute("href")
open(sys.argv[1] + "/scorm.html", "wb").write(package.read(href))
PYTHON
node "$here/page.cjs" "$chromium" "$work" "$axe"
