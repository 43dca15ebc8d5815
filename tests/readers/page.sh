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
"$orrery" export --collective alltoall --algorithm pairwise --topology torus:16 --bytes 1KiB -o "$work/many.html"
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
cat >"$work/kinds.toml" <<'TOML'
title = "Pointing"
[run]
collective = "allgather"
algorithm = "ring"
ranks = 5
bytes = "5KiB"
[network]
topology = "torus:5"
[lesson]
goal = "You can point."
[[page]]
title = "link"
set = { collective = "broadcast", algorithm = "linear", ranks = 2 }
round = 0
text = "One message."
[page.question]
kind = "link"
ask = "Over which link does it go?"
answer = "hottest link"
[[page]]
title = "links"
round = 0
text = "A ring."
[page.question]
kind = "links"
ask = "Which links are used?"
answer = "hottest links in round 0"
[[page]]
title = "block"
show = "blocks"
round = 0
when = "after"
text = "A ring."
[page.question]
kind = "block"
ask = "What does rank 2 send next?"
answer = "blocks sent by rank 2 in round 1"
[[page]]
title = "blocks"
show = "blocks"
round = 1
when = "after"
text = "A ring."
[page.question]
kind = "blocks"
ask = "What does rank 2 have now?"
answer = "blocks of rank 2 after round 1"
TOML
"$orrery" export "$work/kinds.toml" -o "$work/kinds.html"
echo '<!DOCTYPE html><html lang="en"><title>A course</title><iframe title="Lesson" src="scorm.html"></iframe></html>' >"$work/course.html"

"$orrery" export lessons/messages-and-costs --scorm -o "$work/course.zip"
"$orrery" export lessons/swing --scorm -o "$work/other.zip"
python3 - "$work" <<'PYTHON'
import sys, zipfile, xml.dom.minidom
package = zipfile.ZipFile(sys.argv[1] + "/course.zip")
assert package.testzip() is None
manifest = xml.dom.minidom.parseString(package.read("imsmanifest.xml"))
package.extractall(sys.argv[1] + "/course")
other = xml.dom.minidom.parseString(zipfile.ZipFile(sys.argv[1] + "/other.zip").read("imsmanifest.xml"))
names = [m.documentElement.getAttribute("identifier") for m in (manifest, other)]
assert names[0] != names[1] and names[1].startswith("orrery-swing-"), names
href = manifest.getElementsByTagName("resource")[0].getAttribute("href")
open(sys.argv[1] + "/scorm.html", "wb").write(package.read(href))
PYTHON
if command -v xmllint >/dev/null; then
  xmllint --noout --schema "$work/course/imscp_rootv1p1p2.xsd" "$work/course/imsmanifest.xml"
fi
node "$here/page.cjs" "$chromium" "$work" "$axe"
